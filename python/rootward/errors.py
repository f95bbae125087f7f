"""What rootward raises."""

from __future__ import annotations

from typing import Any

__all__ = ["UsageError", "RunError", "EngineError", "Incomplete", "Interrupted"]


class UsageError(ValueError):
    """What was given is not allowed: every problem at once, with the program's very text.

    ``problems`` is a list of dicts with ``file``, ``line``, ``column`` (from 1; 0 = unknown), ``path``
    and ``message``.

    >>> import rootward as rw
    >>> try:
    ...     rw.search("connect4", backup={"name": "erwa", "alpha": 3})
    ... except rw.UsageError as error:
    ...     "alpha" in error.problems[0]["path"]
    True
    """

    def __init__(self, text: str, problems: list[dict[str, Any]] | None = None) -> None:
        super().__init__(text)
        self.problems: list[dict[str, Any]] = problems if problems is not None else [
            {"file": "", "line": 0, "column": 0, "path": "", "message": text}]


class RunError(RuntimeError):
    """The run itself failed: a disk is full, a folder in use, a result damaged (exit code 1).

    >>> import pathlib, tempfile, rootward as rw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pathlib.Path(folder, "manifest.json").write_text("{}") and None
    ...     try:
    ...         rw.read(folder).table()
    ...     except rw.RunError as error:
    ...         "not a manifest" in str(error)
    True
    """


class EngineError(RunError):
    """An engine that does not start or does not speak (exit code 3).

    >>> import rootward as rw, tempfile
    >>> config = {"name": "absent", "seed": 1, "game": "go:5", "schedule": {"type": "round_robin", "pairs": 1},
    ...           "players": {"a": {"backup": "average", "search": {"budget": {"simulations": 5}}},
    ...                       "b": {"gtp": "no-such-engine"}}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     try:
    ...         rw.run(config, out=folder + "/absent", threads=1, progress=False)
    ...     except rw.EngineError as error:
    ...         "no-such-engine" in str(error)
    True
    """


class Incomplete(RunError):
    """Games of the schedule are missing, and nobody has interrupted them (exit code 75): SIGUSR1, which batch
    systems send before a time limit, ends a run so. What is finished is stored, and the same call continues.

    >>> import rootward as rw
    >>> issubclass(rw.Incomplete, rw.RunError), issubclass(rw.Incomplete, KeyboardInterrupt)
    (True, False)
    """


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run: finished games are stored, and the text says how to go on.

    >>> import rootward as rw
    >>> issubclass(rw.Interrupted, KeyboardInterrupt)
    True
    """
