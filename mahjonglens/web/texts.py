"""The words of the pages, kept in `static/texts.LANGUAGE.json`: one flat object, key to text.

Every page carries them for its scripts, so a translation is one file more.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def texts(language: str = "en") -> Mapping[str, str]:
    """Key to text. Raises FileNotFoundError for a language without a file."""
    file = resources.files("mahjonglens.web") / "static" / f"texts.{language}.json"
    words: dict[str, str] = json.loads(file.read_text("utf-8"))
    return MappingProxyType(words)
