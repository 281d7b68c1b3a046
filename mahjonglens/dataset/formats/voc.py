"""Pascal VOC XML, one file a photo; turned boxes as `<polygon>` beside `<bndbox>`.

The devkit counts pixels from 1, and so do we and supervision; labelImg and its like count from 0.
Which one a file means is told by its `<database>`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError, SubElement, indent, tostring

import numpy as np
from defusedxml import ElementTree as SafeTree
from defusedxml.common import DefusedXmlException

from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.formats.common import (
    Export,
    Item,
    RawBox,
    RawLabels,
    index_photos,
    number,
)
from mahjonglens.dataset.photos import photos_under
from vision.data.labelled import LabelledTile, clipped, hull, straight

OURS = "mahjonglens"
FROM_ONE = (OURS, "roboflow.ai", "the voc")


class Voc:
    """JPEGImages, Annotations, ImageSets; reading also finds XML files beside their photos."""

    name = "voc"
    rotated = True
    photo_folder = "JPEGImages"

    def fits(self, root: Path) -> bool:
        """Any XML file with an `annotation` root."""
        for path in root.rglob("*.xml"):
            tree = _parse(path)
            return not isinstance(tree, str) and tree.tag == "annotation"
        return False

    def read(self, root: Path) -> Iterator[RawLabels | Fault]:
        """A photo with no XML file is unlabelled; an XML with no object is an empty table."""
        photos = index_photos(root)
        used: set[Path] = set()
        for path in sorted(root.rglob("*.xml")):
            tree = _parse(path)
            if isinstance(tree, str):
                yield Fault(str(path), tree)
                continue
            image = _image(tree, path, root, photos)
            if image is None:
                yield Fault(str(path), "labels without a picture")
                continue
            used.add(image)
            boxes, faults = _boxes(tree)
            yield RawLabels(image, boxes, declared=_declared(tree), faults=faults)
        for image in photos_under(root):
            if image not in used:
                yield RawLabels(image, labelled=False)

    def write(self, export: Export) -> None:
        """Whole pixels under `bndbox`, as strict readers want them; exact corners beside."""
        members: dict[str, list[str]] = {}
        for item in export.items():
            export.save_photo("JPEGImages", item)
            path = (export.out / "Annotations" / item.file).with_suffix(".xml")
            path.parent.mkdir(parents=True, exist_ok=True)
            tree = _annotation(item)
            indent(tree)
            path.write_bytes(tostring(tree, encoding="utf-8", xml_declaration=True))
            members.setdefault(item.split or "trainval", []).append(
                Path(item.file).with_suffix("").as_posix()
            )
        sets = export.out / "ImageSets" / "Main"
        sets.mkdir(parents=True)
        for split, names in members.items():
            (sets / f"{split}.txt").write_text("".join(n + "\n" for n in names), encoding="utf-8")
        (export.out / "classes.txt").write_text(
            "".join(name + "\n" for name in export.classes), encoding="utf-8"
        )


def _parse(path: Path) -> Element | str:
    """The root element, or what is wrong with the file."""
    try:
        root: Element | None = SafeTree.parse(path).getroot()
    except (ParseError, DefusedXmlException, OSError, UnicodeDecodeError, ValueError) as error:
        return f"no XML that can be read: {error}"
    return root if root is not None else "an empty XML file"


def _image(tree: Element, path: Path, root: Path, photos: dict[str, list[Path]]) -> Path | None:
    name = (tree.findtext("filename") or "").strip()
    parts = path.relative_to(root).parts
    if "Annotations" in parts:
        at = parts.index("Annotations")
        place = root.joinpath(*parts[:at], "JPEGImages", *parts[at + 1 : -1]) / name
        if name and place.is_file():
            return place
    if name and (path.parent / name).is_file():
        return path.parent / name
    found = photos.get(Path(name).stem) or photos.get(path.stem) or []
    return found[0] if len(found) == 1 else None


def _declared(tree: Element) -> tuple[int, int] | None:
    try:
        w, h = (int(float(tree.findtext(f"size/{side}") or 0)) for side in ("width", "height"))
    except ValueError:
        return None
    return (w, h) if w > 0 and h > 0 else None


def _boxes(tree: Element) -> tuple[tuple[RawBox, ...], tuple[str, ...]]:
    database = (tree.findtext("source/database") or "").strip().casefold()
    first = 1.0 if database.startswith(FROM_ONE) else 0.0
    boxes, faults = [], []
    for at, node in enumerate(tree.findall("object"), 1):
        name = (node.findtext("name") or "").strip()
        try:
            points = _points(node, first)
        except ValueError as error:
            faults.append(f"object {at} ({name}) left out: {error}")
            continue
        boxes.append(RawBox(name, points, _score(node)))
    return tuple(boxes), tuple(faults)


def _points(node: Element, first: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    polygon = node.find("polygon")
    if polygon is not None and len(polygon) >= 6 and len(polygon) % 2 == 0:
        values = [number(child.text or "") for child in polygon]
        return np.array(values).reshape(-1, 2) - first
    sides = [node.findtext(f"bndbox/{side}") for side in ("xmin", "ymin", "xmax", "ymax")]
    if None in sides:
        raise ValueError("it has no whole bndbox")
    left, top, right, bottom = (number(side or "") for side in sides)
    return np.array([[left - first, top - first], [right, bottom]])


def _annotation(item: Item) -> Element:
    root = Element("annotation")
    SubElement(root, "folder").text = "JPEGImages"
    SubElement(root, "filename").text = Path(item.file).name
    SubElement(SubElement(root, "source"), "database").text = OURS
    size = SubElement(root, "size")
    for side, value in zip(("width", "height", "depth"), (*item.photo.size, 3), strict=True):
        SubElement(size, side).text = str(value)
    SubElement(root, "segmented").text = "0"
    for tile in item.photo.tiles:
        _object(root, tile, item.photo.size)
    return root


def _object(root: Element, tile: LabelledTile, size: tuple[int, int]) -> None:
    node = SubElement(root, "object")
    SubElement(node, "name").text = tile.face
    for name, text in (("pose", "Unspecified"), ("truncated", "0"), ("difficult", "0")):
        SubElement(node, name).text = text
    if tile.confidence is not None:
        SubElement(node, "confidence").text = f"{tile.confidence:g}"
    inside = clipped(tile.quad, size)  # the devkit knows no pixel outside
    left, top, right, bottom = hull(inside)
    box = SubElement(node, "bndbox")
    for name, value in (("xmin", left + 1), ("ymin", top + 1), ("xmax", right), ("ymax", bottom)):
        SubElement(box, name).text = str(round(value))
    whole = all(float(value).is_integer() for value in hull(tile.quad))
    if not (whole and straight(tile.quad) and inside == tile.quad):
        polygon = SubElement(node, "polygon")
        for at, (x, y) in enumerate(tile.quad.corners, 1):
            SubElement(polygon, f"x{at}").text = f"{x + 1:.3f}"
            SubElement(polygon, f"y{at}").text = f"{y + 1:.3f}"


def _score(node: Element) -> float | None:
    try:
        return number(node.findtext("confidence") or "")
    except ValueError:
        return None
