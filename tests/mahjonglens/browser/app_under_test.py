"""The real app with a reader that knows one scene.

Arguments: the data folder, the scene's reading (JSON), the port.
A process of its own, so that a test can kill it. A picture without contrast has no tiles.
"""

from __future__ import annotations

import json
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mahjonglens.ledger import Ledger
from mahjonglens.web import server
from mahjonglens.web.desk import Desk, Readers
from vision.contract import reading_from_document
from vision.pipeline import Timings
from vision.reading import RackReading

TIMINGS = Timings(1.0, 1.0, 1.0, 3.0)


@dataclass(frozen=True)
class SceneReader:
    """Says of every picture with anything on it that it is the scene, at the picture's size."""

    document: dict[str, Any]

    def read_timed(self, image: np.ndarray) -> tuple[RackReading, Timings]:
        high, wide = image.shape[:2]
        if float(image.std()) < 5:
            return RackReading((), (), (wide, high), ()), TIMINGS
        k = wide / self.document["width"]
        tiles = [
            {**tile, "quad": [[x * k, y * k] for x, y in tile["quad"]]}
            for tile in self.document["tiles"]
        ]
        scaled = {**self.document, "width": wide, "height": high, "tiles": tiles}
        return reading_from_document(scaled), TIMINGS


def main(data: Path, scene: Path, port: int) -> None:
    reader = SceneReader(json.loads(scene.read_text("utf-8")))
    with Ledger(data / "games.sqlite") as ledger, socket.create_server(("127.0.0.1", port)) as door:
        listening = server.Listening(("127.0.0.1", "localhost"), port, [door])
        server.run(ledger, listening, desk=Desk(lambda: Readers(reader, reader)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
