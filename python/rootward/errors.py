"""What rootward raises."""

from __future__ import annotations

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

    def __init__(self, text: str, problems: list[dict] | None = None):
        super().__init__(text)
        self.problems = problems if problems is not None else [
            {"file": "", "line": 0, "column": 0, "path": "", "message": text}]


class RunError(RuntimeError):
    """The run itself failed: a disk is full, a folder in use, a result damaged (exit code 1)."""


class EngineError(RunError):
    """An engine that does not start or does not speak (exit code 3)."""


class Incomplete(RunError):
    """Games of the schedule are missing (exit code 75)."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run: finished games are stored, and the text says how to go on."""
