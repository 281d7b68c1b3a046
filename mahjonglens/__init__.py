"""From a photograph of a mahjong hand to its tiles, its sets, its score and who pays whom."""

__version__ = "0.1.0"
