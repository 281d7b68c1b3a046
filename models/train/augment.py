"""Vary a batch of stored crops on the way to the classifier: place, light, colour, sharpness."""

from __future__ import annotations

import math

import torch
from crops import CONTEXT, SIDE
from torch.nn import functional as F

GREY = (0.299, 0.587, 0.114)


def place(images: torch.Tensor, *, strength: float, random: torch.Generator) -> torch.Tensor:
    """Cut the inner square out of stored crops (N, 3, STORED, STORED), jittered like a locator's
    quads: shift, zoom, stretch, slant, perspective. `strength` 0 cuts exactly. (N, 3, SIDE, SIDE).
    """
    n = len(images)

    def jitter(spread: float, *shape: int) -> torch.Tensor:
        return (torch.rand(n, *shape, generator=random) * 2 - 1) * spread * strength

    ys, xs = torch.meshgrid(torch.linspace(-1, 1, SIDE), torch.linspace(-1, 1, SIDE), indexing="ij")
    grid = torch.stack((xs, ys), -1).expand(n, SIDE, SIDE, 2) / CONTEXT
    angle = torch.where(torch.rand(n, generator=random) < 0.7, jitter(0.12), jitter(0.35))
    cos, sin = torch.cos(angle), torch.sin(angle)
    turn = torch.stack((cos, -sin, sin, cos), -1).view(n, 2, 2)
    zoom = 1 + jitter(0.13, 1, 1) + jitter(0.06, 1, 2)
    grid = _loosened(grid, strength, random)
    slant = torch.eye(2).expand(n, 2, 2) + jitter(0.06, 2, 2)
    grid = torch.einsum("nhwc,ncd->nhwd", grid, turn @ slant) * zoom[:, None]
    depth = 1 + torch.einsum("nhwc,nc->nhw", grid, jitter(0.15, 2))[..., None]
    grid = grid / depth + jitter(0.07, 1, 1, 2)
    return F.grid_sample(images, grid, mode="bilinear", padding_mode="border", align_corners=False)


def _loosened(grid: torch.Tensor, strength: float, random: torch.Generator) -> torch.Tensor:
    """Now and then a quad takes in more on one side: the edge of a standing tile, its neighbour."""
    n = len(grid)
    more = 0.25 * strength * torch.rand(n, generator=random)
    more[torch.rand(n, generator=random) > 0.3] = 0
    side = torch.randint(4, (n,), generator=random)
    direction = torch.tensor([[0.0, -1], [0, 1], [-1, 0], [1, 0]])[side]
    spread = more[:, None] * direction.abs()
    return grid * (1 + spread[:, None, None]) + (more[:, None] * direction)[:, None, None] / CONTEXT


def light(images: torch.Tensor, *, random: torch.Generator) -> torch.Tensor:
    """Vary exposure, contrast, white balance, saturation, gradients, blur, size, noise."""
    n = len(images)

    def draw(*shape: int) -> torch.Tensor:
        return torch.rand(n, *shape, generator=random)

    def some(share: float) -> torch.Tensor:
        return (draw(1, 1, 1) < share).float()

    grey = sum(w * images[:, i : i + 1] for i, w in enumerate(GREY))
    images = grey + (images - grey) * (0.3 + 1.3 * draw(1, 1, 1))
    images = images * (1 + some(0.7) * (draw(3, 1, 1) - 0.5) * 0.4)
    gamma = torch.exp((draw(1, 1, 1) - 0.5) * 1.2)
    images = images.clamp(0, 1).clamp_min(1e-4) ** gamma
    images = 0.5 + (images - 0.5) * (0.6 + 0.7 * draw(1, 1, 1)) + (draw(1, 1, 1) - 0.5) * 0.2
    ramp = torch.linspace(-1, 1, SIDE)
    slope = (draw(2, 1, 1) - 0.5) * 0.6 * some(0.5)
    images = images * (
        1 + slope[:, :1] * ramp.view(1, 1, 1, -1) + slope[:, 1:] * ramp.view(1, 1, -1, 1)
    )
    images = _blurred(images, some(0.35), random)
    images = images + torch.randn(images.shape, generator=random) * 0.06 * draw(1, 1, 1) * some(0.5)
    return images.clamp(0, 1)


def _blurred(images: torch.Tensor, chosen: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Blurred, or made small and large again, where `chosen` is 1."""
    if torch.rand(1, generator=random) < 0.5:
        size = int(torch.randint(18, 56, (1,), generator=random))
        small = F.interpolate(images, size=size, mode="area")
        soft = F.interpolate(small, size=SIDE, mode="bilinear", align_corners=False)
    else:
        sigma = 0.5 + 1.5 * float(torch.rand(1, generator=random))
        radius = math.ceil(2 * sigma)
        kernel = torch.exp(-(torch.arange(-radius, radius + 1.0) ** 2) / (2 * sigma**2))
        kernel = (kernel / kernel.sum()).expand(3, 1, -1)
        soft = F.conv2d(images, kernel[..., None], padding=(radius, 0), groups=3)
        soft = F.conv2d(soft, kernel[:, :, None], padding=(0, radius), groups=3)
    return images + chosen * (soft - images)


def turned(images: torch.Tensor, quarters: torch.Tensor) -> torch.Tensor:
    """Each image turned *clockwise* by its number of quarter turns, so that turning it
    counter-clockwise by the same number makes it upright again."""
    result = torch.empty_like(images)
    for k in range(4):
        chosen = quarters == k
        result[chosen] = torch.rot90(images[chosen], -k, (2, 3))
    return result
