"""The program: `mahjonglens …` and `python -m mahjonglens …`.

Only what could go wrong outside any command is handled here: an interrupt, however early, a
reader that closes the pipe, a full disk. None of them ends in a traceback.
"""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130  # what a shell expects of a program that Ctrl-C ended
BAD_INPUT = 2


def main() -> None:
    """Run the command line and leave with its exit status: 0, 2 or 3, or 130 after Ctrl-C."""
    try:
        from mahjonglens.cli import run  # inside, so that an interrupt while importing is caught

        status = run(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = 0  # whoever read our output (`| head`) has enough
        _drop_output()
    except OSError as error:
        status = BAD_INPUT
        _drop_output()
        if sys.stderr is not None:
            sys.stderr.write(f"mahjonglens: cannot go on: {error.strerror or error}\n")
    sys.exit(status)


def _drop_output() -> None:
    """Point stdout nowhere, so that Python's own flush at exit cannot fail a second time."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


if __name__ == "__main__":
    main()
