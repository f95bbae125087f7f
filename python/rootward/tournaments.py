"""Tournaments and studies of estimates: run, continue and plan them."""

from __future__ import annotations

import os

from . import _core
from ._progress import shown
from ._worker import play_in_processes
from ._yaml import text_of
from .errors import EngineError, Incomplete, Interrupted, UsageError
from .evaluators import check_before_games
from .games import Game
from .results import Estimates, Tournament

__all__ = ["run", "converge", "check", "plan"]


def source_of(config) -> tuple[str, str]:
    """(text, file): a map or a text of several lines is the configuration itself, else a file's path."""
    if isinstance(config, dict):
        return text_of(config), "configuration"
    path = os.fspath(config)
    return (path, "configuration") if "\n" in path else ("", path)


def run(config, out=None, *, games: int | None = None, threads: int = 0, processes: int = 1,
        progress: bool = True) -> Tournament:
    """Plays a tournament, or continues it: the same games as ``rootward run``, in the same folder.

    ``config``: a file, a text or a map. ``out``: the results folder (results/NAME unless given).
    ``games``: at most so many of each pairing, even. ``threads``: 0 = all. ``progress`` goes to a
    notebook's cell or to stderr. Ctrl-C raises Interrupted: games under way are dropped, finished ones
    are stored, and the same call goes on. Incomplete is raised where SIGUSR1 said that time runs out.
    ``processes``: plays shards in so many interpreters, each with ``threads`` threads (1 unless given),
    and joins them: the same games. It is for operators and evaluators in Python, which make threads wait
    for each other. They must be defined in modules that can be imported, else UsageError says so.

    >>> import rootward as rw, tempfile
    >>> quick = {"budget": {"simulations": 20}}
    >>> config = {"name": "tiny", "seed": 1, "game": "tictactoe", "schedule": {"type": "round_robin", "pairs": 2},
    ...           "players": {"a": {"search": quick, "backup": "average"}, "b": {"search": quick, "backup": "max"}}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     len(rw.run(config, out=folder + "/tiny", threads=1, progress=False).records)
    4
    """
    text, file = source_of(config)
    folder = "" if out is None else os.fspath(out)
    if processes < 1:
        raise UsageError(f"processes {processes}: at least 1")
    resolved = _core.resolved(text, file, folder)
    check_before_games(resolved, Game(_core.yaml_object(resolved, "configuration")["game"]))
    if processes > 1:
        return Tournament([play_in_processes(text, file, folder, games, processes, threads or 1, progress)])
    report = _core.run(text, file, folder, games, threads, shown(progress), (1, 1))
    standing = f"{report['done']} of {report['wanted']} games are stored in {report['folder']}"
    if report["stopped_pairings"]:
        raise EngineError("; ".join(report["stopped_pairings"]) + f"; {standing}")
    if not report["is_complete"]:
        raise unfinished(report)(f"{standing}; the same call continues")
    return Tournament([report["folder"]])


def unfinished(report: dict):
    """What is raised: somebody has stopped it, or its time ran out."""
    return Incomplete if report["end"] == "time limit" else Interrupted


def converge(config, out=None, *, threads: int = 0, progress: bool = True) -> Estimates:
    """Measures a study of estimates, or continues it: as ``rootward run``, in the same folder.

    ``config``: a file, a text or a map. ``out``: the results folder (results/NAME unless given).
    Ctrl-C raises Interrupted; finished searches are stored, and the same call goes on.

    >>> import rootward as rw, tempfile
    >>> tree = {"max": {"a": {"min": {"b": 0.0, "c": -0.5}}, "d": {"min": {"e": 0.5, "f": -0.1}}}}
    >>> config = {"name": "small", "seed": 1, "games": {"t": {"name": "tree", "root": tree}},
    ...           "operators": {"average": "average", "max": "max"}, "checkpoints": [10, 20]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     len(rw.converge(config, out=folder + "/small", threads=1, progress=False).records)
    2
    """
    text, file = source_of(config)
    report = _core.converge(text, file, "" if out is None else os.fspath(out), threads, shown(progress))
    if not report["is_complete"]:
        raise unfinished(report)(f"{report['done']} of {report['wanted']} searches are stored in {report['folder']}; "
                          "the same call continues")
    return Estimates([report["folder"]])


def check(config) -> str:
    """The configuration with every default written out, as YAML; UsageError with every problem.

    >>> import rootward as rw
    >>> [line for line in rw.check("shipped:quickstart").splitlines() if line.startswith("name:")]
    ['name: quickstart']
    """
    return _core.resolved(*source_of(config))


def plan(config, *, threads: int = 0) -> str:
    """The schedule, an estimate of the time and what its games can show, as ``rootward plan``; stores nothing.

    >>> import rootward as rw
    >>> quick = {"budget": {"simulations": 20}}
    >>> config = {"name": "tiny", "seed": 1, "game": "tictactoe", "schedule": {"type": "round_robin", "pairs": 2},
    ...           "players": {"a": {"search": quick, "backup": "average"}, "b": {"search": quick, "backup": "max"}}}
    >>> "4 games" in rw.plan(config, threads=1)
    True
    """
    return _core.plan(*source_of(config), threads)
