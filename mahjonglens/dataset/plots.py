"""Statistics as pictures; matplotlib comes with the `data` extra."""

from __future__ import annotations

import io
from pathlib import Path

from mahjonglens.dataset.faults import DatasetError
from mahjonglens.dataset.files import write_whole
from mahjonglens.dataset.stats import LIGHT, Stats, size_names
from vision.labels import FACES


def draw(stats: Stats, folder: Path) -> list[Path]:
    """faces.png, sizes.png, light.png, sets.png. Raises DatasetError without matplotlib."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise DatasetError("plots need matplotlib: pip install 'mahjonglens[dataset]'") from error
    folder.mkdir(parents=True, exist_ok=True)
    sets = {name: row["tiles"] for name, row in sorted(stats.by_set.items())}
    charts = (
        ("faces", "tiles of each face", {face: stats.faces[face] for face in FACES}),
        ("sizes", "tiles by long side, px", {name: stats.sizes[name] for name in size_names()}),
        ("light", "photos by light", {name: stats.light[name] for _, name in LIGHT}),
        ("sets", "tiles of each set", sets or {"none": 0}),
    )
    written = []
    for name, title, bars in charts:
        figure = Figure(figsize=(max(5.0, 0.24 * len(bars)), 3.2), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        axes.bar(range(len(bars)), list(bars.values()), color="#2c6e63")
        axes.set_xticks(range(len(bars)), list(bars), rotation=90 if len(bars) > 8 else 0)
        axes.set_title(title, loc="left")
        axes.spines[["top", "right"]].set_visible(False)
        path = folder / f"{name}.png"
        drawn = io.BytesIO()
        figure.savefig(drawn, dpi=110)
        write_whole(path, drawn.getvalue())
        written.append(path)
    return written
