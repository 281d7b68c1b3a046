"""Looks whether what the dataset took in is still there, byte for byte."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.photos import PhotoError, read_bytes
from mahjonglens.dataset.records import Record
from mahjonglens.dataset.store import Store


def fault_of(record: Record) -> Fault | None:
    """What is wrong with a photo's stored file, None if nothing."""
    try:
        if hashlib.sha256(read_bytes(record.stored)).hexdigest() != record.sha256:
            raise PhotoError("its stored copy has changed since it was taken in")
    except PhotoError as error:
        return Fault(record.original, str(error))
    return None


def damaged(store: Store, where: str = "1") -> Iterator[Fault]:
    """Every photo whose file is gone or changed."""
    for record in store.find(where):
        fault = fault_of(record)
        if fault is not None:
            yield fault
