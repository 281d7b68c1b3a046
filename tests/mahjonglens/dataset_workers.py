"""Work for other processes in tests; they import it by name."""

from __future__ import annotations

import os


class Doubler:
    """Doubles numbers; dies on 13."""

    def __call__(self, number: int) -> tuple[int, int]:
        if number == 13:
            os._exit(1)
        return 2 * number, os.getpid()
