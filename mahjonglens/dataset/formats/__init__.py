"""The label formats, by name. Adding one: a class like these, and its name here."""

from __future__ import annotations

from pathlib import Path

from mahjonglens.dataset.formats.coco import Coco
from mahjonglens.dataset.formats.common import Format, FormatError
from mahjonglens.dataset.formats.folders import Folders, Photos
from mahjonglens.dataset.formats.labelstudio import LabelStudio
from mahjonglens.dataset.formats.voc import Voc
from mahjonglens.dataset.formats.yolo import Yolo

# In the order they are tried when the user names none: the telling ones first.
FORMATS: dict[str, Format] = {
    "coco": Coco(),
    "labelstudio": LabelStudio(),
    "voc": Voc(),
    "yolo": Yolo("yolo", rotated=False),
    "yolo-obb": Yolo("yolo-obb", rotated=True),
    "folders": Folders(),
    "photos": Photos(),
}


def guess(root: Path) -> Format:
    """The format a folder or file is in. Raises FormatError."""
    if not root.exists():
        raise FormatError(f"{root} does not exist")
    for form in FORMATS.values():
        if form.fits(root):
            return form
    raise FormatError(f"{root} holds neither labels nor photos that can be read")
