"""Reviewing a dataset's labels in the browser. `install` adds it to an application."""

from __future__ import annotations

from mahjonglens.web.review.pages import install

__all__ = ["install"]
