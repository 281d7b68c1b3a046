"""The classifier's network: a small residual net with a face head and a turn head."""

from __future__ import annotations

import torch
from torch import nn
from ultralytics.nn.modules import Conv

WIDTHS = (24, 56, 112, 192)
EMBEDDING = 128


class Residual(nn.Module):
    """Two 3×3 convolutions and a shortcut; the first may halve the picture."""

    def __init__(self, inside: int, outside: int, stride: int = 1) -> None:
        super().__init__()
        self.first = Conv(inside, outside, 3, stride)
        self.second = Conv(outside, outside, 3, act=False)
        same = inside == outside and stride == 1
        self.shortcut = nn.Identity() if same else Conv(inside, outside, 1, stride, act=False)
        self.act = nn.SiLU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act(self.second(self.first(x)) + self.shortcut(x))


class TileNet(nn.Module):
    """Crops (N, 3, S, S) RGB 0..1 -> logits (N, faces), turn (N, 4), embedding (N, EMBEDDING)."""

    def __init__(self, faces: int) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.body = nn.Sequential(
            Conv(3, a, 3, 2),
            Residual(a, a),
            Residual(a, b, 2),
            Residual(b, b),
            Residual(b, c, 2),
            Residual(c, c),
            Residual(c, d, 2),
        )
        self.embed = nn.Sequential(
            nn.Conv2d(d, EMBEDDING, 5), nn.Flatten(), nn.BatchNorm1d(EMBEDDING)
        )
        self.drop = nn.Dropout(0.2)
        self.faces = nn.Linear(EMBEDDING, faces)
        self.turn = nn.Linear(EMBEDDING, 4)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        features = self.body((crops - 0.5) * 4)
        embedding = self.embed(features)
        dropped = self.drop(embedding)
        return self.faces(dropped), self.turn(dropped), embedding
