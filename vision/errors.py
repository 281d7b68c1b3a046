"""What can go wrong while reading a photo.

VisionError
├── ImageError        the file is no photo that can be decoded
├── WeightsMissing    no model files where they should be
├── WeightsCorrupt    a model file is not the one its manifest describes
├── BadDocument       a contract document that is no reading
└── NoHand            a photo was read, but no hand can be made of its tiles
"""

from __future__ import annotations


class VisionError(Exception):
    """Base of all errors of reading a photo; its text is one sentence for the player."""


class ImageError(VisionError):
    """The file is not a photo, cannot be decoded or is too large."""


class WeightsMissing(VisionError):
    """The folder, the manifest or a model file is not there."""


class WeightsCorrupt(VisionError):
    """A model file's hash, its list of faces or the manifest itself is not as it should be."""


class BadDocument(VisionError):
    """The document does not follow the machine contract."""


class NoHand(VisionError):
    """The tiles in the photo make no hand, with the reason."""
