"""Files of every kind: run, continue, check and plan them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import _core
from ._progress import shown
from ._types import FilePath, Source
from ._worker import play_in_processes
from ._yaml import text_of
from .errors import EngineError, Incomplete, Interrupted, RunError, UsageError
from .evaluators import check_before_games
from .games import Game
from .results import Estimates, Study, Tournament

__all__ = ["run", "check", "plan"]


def source_of(config: Source) -> tuple[str, str]:
    """(text, file): a map or a text of several lines is the configuration itself, else a file's path."""
    if isinstance(config, Mapping):
        return text_of(config), "configuration"
    path = os.fspath(config)
    return (path, "configuration") if "\n" in path else ("", path)


def put_into(set: dict[str, Any] | None) -> list[tuple[str, str]]:
    """(path, YAML) of values that are put into a configuration."""
    return [(str(path), text_of(value)) for path, value in (set or {}).items()]


def run(config: Source, out: FilePath | None = None, *, set: dict[str, Any] | None = None, games: int | None = None,
        threads: int = 0, processes: int = 1, progress: bool = True) -> Any:
    """Runs a file, or continues it, as ``rootward run`` in the same folder: a tournament, an estimates study or a study
    of several steps. Gives its results: a Tournament, Estimates or a Study. A tuning is an ``Objective``.

    ``config``: a file, a text or a map. ``out``: the results folder (results/NAME unless given). ``set``: values
    put into it by path, as ``run --set``; a game or an operator in Python is one. ``games``: of a tournament, at
    most so many of each pairing, even. ``threads``: 0 = all. ``progress`` goes to a notebook's cell or to stderr.
    Ctrl-C raises Interrupted: games under way are dropped (a study waits two seconds for them), finished ones are
    stored, and the same call goes on.
    Incomplete is raised where SIGUSR1 said that time runs out. ``processes``: plays a tournament's shards in so
    many interpreters, each with ``threads`` threads (1 unless given), and joins them: the same games. It is for
    operators and evaluators in Python, which make threads wait for each other. They must be defined in modules
    that can be imported, else UsageError says so.

    >>> import rootward as rw, tempfile
    >>> quick = {"budget": {"simulations": 20}}
    >>> config = {"name": "tiny", "seed": 1, "game": "tictactoe", "schedule": {"type": "round_robin", "pairs": 2},
    ...           "players": {"a": {"search": quick, "backup": "average"}, "b": {"search": quick, "backup": "max"}}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     len(rw.run(config, out=folder + "/tiny", set={"schedule.pairs": 3}, threads=1, progress=False).records)
    6
    """
    text, file = source_of(config)
    folder = "" if out is None else os.fspath(out)
    put = put_into(set)
    kind = _core.kind_of_source(text, file, put)
    if kind not in RUNS:
        raise UsageError(f"{file}: rw.run runs tournaments and studies, not a {kind}"
                         + ("; rw.Objective(config).tune() runs it" if kind == "tuning" else ""))
    if kind != "tournament" and (games is not None or processes != 1):
        raise UsageError(f"{file}: games and processes are for a tournament, and this is of kind {kind}")
    if processes < 1:
        raise UsageError(f"processes {processes}: at least 1")
    return RUNS[kind](text, file, put, folder, games, threads, processes, progress)


def run_tournament(text, file, put, folder, games, threads, processes, progress) -> Tournament:
    resolved = _core.resolved(text, file, put, folder)
    check_before_games(resolved, Game(_core.yaml_object(resolved, "configuration")["game"]))
    if processes > 1:
        return Tournament([play_in_processes(text, file, put, folder, games, processes, threads or 1, progress)])
    report = _core.run(text, file, put, folder, games, threads, shown(progress), (1, 1))
    standing = f"{report['done']} of {report['wanted']} games are stored in {report['folder']}"
    if report["stopped_pairings"]:
        raise EngineError("; ".join(report["stopped_pairings"]) + f"; {standing}")
    return Tournament([whole_folder(report, standing)])


def run_estimates(text, file, put, folder, games, threads, processes, progress) -> Estimates:
    report = _core.run_estimates(text, file, put, folder, threads, shown(progress))
    return Estimates([whole_folder(report, f"{report['done']} of {report['wanted']} searches are stored in "
                                           f"{report['folder']}")])


def run_study(text, file, put, folder, games, threads, processes, progress) -> Study:
    report = _core.run_study(text, file, put, folder, threads, shown(progress))
    folder = whole_folder(report, f"what was played is stored in {report['folder']}")
    if report["is_void"]:
        raise RunError(f"a player does not score 50 % against itself (p < 0.001): a table of {folder} is void")
    return Study([folder])


RUNS = {"tournament": run_tournament, "estimates": run_estimates, "study": run_study}


def whole_folder(report: dict, standing: str) -> str:
    """Raises where somebody has stopped it, or its time ran out."""
    if not report["is_complete"]:
        raise (Incomplete if report["end"] == "time limit" else Interrupted)(f"{standing}; the same call continues")
    return report["folder"]


def check(config: Source, *, set: dict[str, Any] | None = None) -> str:
    """The configuration of a tournament, a tuning, an estimates study or a study with every default written out, as
    YAML; UsageError with every problem. ``set`` as in ``run``.

    >>> import rootward as rw
    >>> [line for line in rw.check("shipped:quickstart").splitlines() if line.startswith("name:")]
    ['name: quickstart']
    """
    return _core.checked(*source_of(config), put_into(set))


def plan(config: Source, *, set: dict[str, Any] | None = None, threads: int = 0) -> str:
    """What a tournament or a study would play and about how long that takes, as ``rootward plan``, and what a
    tournament's games can show; stores nothing. ``set`` as in ``run``.

    >>> import rootward as rw
    >>> quick = {"budget": {"simulations": 20}}
    >>> config = {"name": "tiny", "seed": 1, "game": "tictactoe", "schedule": {"type": "round_robin", "pairs": 2},
    ...           "players": {"a": {"search": quick, "backup": "average"}, "b": {"search": quick, "backup": "max"}}}
    >>> "4 games" in rw.plan(config, threads=1)
    True
    """
    return _core.plan(*source_of(config), put_into(set), threads)
