"""Runs the same work here, in several processes, or on a Ray cluster, one task at a time.

Tasks are drawn as workers become free, so that memory stays constant however long the list is,
and results come back in whatever order they are done.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar

from mahjonglens.dataset.faults import DatasetError

T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[T], R]
AHEAD = 2  # tasks waiting for each worker

_work: Callable[[Any], Any] | None = None  # one a process, made when the process starts


@dataclass(frozen=True, slots=True)
class Crew:
    """`workers` 1 works here and now. `ray`: '' for processes, 'local', or a cluster's address."""

    workers: int = 1
    ray: str = ""

    def run(self, make: Callable[[], Work[T, R]], tasks: Iterable[T]) -> Iterator[R]:
        """Each worker calls `make` once, then its result on every task it draws.

        `make`, tasks and results must pickle. Raises DatasetError where a worker dies.
        """
        if self.ray:
            return _on_ray(self, make, iter(tasks))
        if self.workers <= 1:
            return map(make(), tasks)
        return _processes(self, make, iter(tasks))


def _begin(make: Callable[[], Work[Any, Any]]) -> None:
    global _work
    _work = make()


def _do(task: Any) -> Any:
    if _work is None:
        raise RuntimeError("the process was not begun")
    return _work(task)


def _processes(crew: Crew, make: Callable[[], Work[T, R]], tasks: Iterator[T]) -> Iterator[R]:
    with ProcessPoolExecutor(
        crew.workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(make,)
    ) as pool:
        waiting: set[Future[R]] = {
            pool.submit(_do, task) for task in islice(tasks, crew.workers * AHEAD)
        }
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for task in islice(tasks, len(done)):
                    waiting.add(pool.submit(_do, task))
                for one in done:
                    yield one.result()
        except BrokenProcessPool as error:
            raise DatasetError("a worker died; run the same command again to go on") from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _on_ray(crew: Crew, make: Callable[[], Work[T, R]], tasks: Iterator[T]) -> Iterator[R]:
    try:
        import ray
    except ImportError as error:
        raise DatasetError("this needs Ray: pip install 'mahjonglens[ray]'") from error
    started = joined(ray, crew)
    remote: Any = ray.remote
    try:
        actor = remote(_Actor)
        free = [actor.remote(make) for _ in range(max(1, crew.workers))]
        busy: dict[Any, Any] = {}
        while True:
            for task in islice(tasks, len(free)):
                hand = free.pop()
                busy[hand.do.remote(task)] = hand
            if not busy:
                return
            done, _ = ray.wait(list(busy), num_returns=1)
            free.append(busy.pop(done[0]))
            yield ray.get(done[0])
    except ray.exceptions.RayError as error:
        raise DatasetError(f"a Ray worker failed: {str(error).splitlines()[0]}") from error
    finally:
        if started:
            ray.shutdown()


class _Actor:
    """A worker on the cluster."""

    def __init__(self, make: Callable[[], Work[Any, Any]]) -> None:
        self._work = make()

    def do(self, task: Any) -> Any:
        """One task."""
        return self._work(task)


def joined(ray: Any, crew: Crew) -> bool:
    """Joins the cluster, or starts one here; True where it is ours to shut down."""
    if ray.is_initialized():
        return False
    if crew.ray == "local":
        paths = os.pathsep.join(path for path in sys.path if path)
        ray.init(
            num_cpus=max(1, crew.workers), include_dashboard=False, log_to_driver=False,
            configure_logging=False, runtime_env={"env_vars": {"PYTHONPATH": paths}},
        )  # fmt: skip
    else:
        ray.init(address=crew.ray, log_to_driver=False)
    return True
