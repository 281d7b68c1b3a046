"""What went wrong with which file, as values: one bad file never stops the rest."""

from __future__ import annotations

from dataclasses import dataclass


class DatasetError(Exception):
    """The whole command cannot go on. The message is one sentence for the user."""


class DiskError(DatasetError):
    """The disk is full or refuses; what was to be saved is not, what was there is as before."""


class ConflictError(DatasetError):
    """Somebody else saved this photo's labels first."""

    def __init__(self, photo: int, revision: int) -> None:
        super().__init__(f"photo {photo} has meanwhile been saved as revision {revision}")
        self.photo = photo
        self.revision = revision


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that was left out, and why. `file` is the path as the user gave it."""

    file: str
    why: str

    def __str__(self) -> str:
        return f"{self.file}: {self.why}"


@dataclass(frozen=True, slots=True)
class Note:
    """Something the user should know about a file that was taken all the same."""

    file: str
    why: str

    def __str__(self) -> str:
        return f"{self.file}: {self.why}"
