"""Shards of a tournament in interpreters of their own, for ``run(processes=N)``.

A job is a map on standard input: the sources' path, modules to import, operators and evaluators that these must define,
and what ``_core.run`` takes. The answer is a map on standard output: the report, or the error's class, text and problems, and
the error itself where it can be pickled.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys

from . import _core, _sources, errors
from .errors import Incomplete, Interrupted, RunError, UsageError

_START = ("import json, sys\njob = json.load(sys.stdin)\nsys.path[:] = job['path']\n"
          "from rootward._worker import answer\nanswer(job)")


def play_in_processes(text: str, file: str, put: list, out: str, games: int | None, processes: int, threads: int,
                      progress: bool) -> str:
    """Plays the tournament in so many processes and joins what they stored; returns the folder. Raises what the first
    process that failed has raised, as itself where it can be pickled, and Interrupted where games are missing."""
    modules, names = modules_of(_core.resolved(text, file, put))
    job = {"path": sys.path, "modules": modules, "names": names, "text": text, "file": file, "set": put, "out": out, "games": games,
           "threads": threads}
    workers: list[subprocess.Popen] = []
    answers: list[str] = []
    unanswered = "RunError"  # what a process that says nothing has ended by
    try:
        for k in range(1, processes + 1):
            worker = subprocess.Popen([sys.executable, "-c", _START], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      text=True, env=os.environ, process_group=0)  # Ctrl-C comes by us alone
            workers.append(worker)
            worker.stdin.write(json.dumps({**job, "shard": [k, processes], "progress": progress and k == 1}))
            worker.stdin.close()
        for worker in workers:
            answers.append(worker.stdout.read())
    except KeyboardInterrupt:
        unanswered = "Interrupted"  # before it had begun
        for worker in workers:
            worker.send_signal(signal.SIGINT)  # they store what is finished
        for worker in workers[len(answers):]:  # the others have answered
            answers.append(worker.stdout.read())
    finally:
        for worker in workers:
            worker.stdout.close()
            worker.wait()
    return joined([json.loads(one) if one else {"error": unanswered, "text": f"a process ended with {worker.returncode}"}
                   for one, worker in zip(answers, workers)])


def joined(reports: list[dict]) -> str:
    for report in reports:
        if "error" in report and report["error"] != "Interrupted":
            kind = getattr(errors, report["error"], None)
            if kind is UsageError:
                raise UsageError(report["text"], report["problems"])
            if kind is None and (error := unpickled(report)) is not None:
                raise error
            raise (kind or RunError)(report["text"] if kind else f"{report['error']}: {report['text']}")
    played = [report for report in reports if "folder" in report]
    if not played:
        raise Interrupted("no process has begun to play; the same call plays everything")
    folder = played[0]["folder"]
    missing = _core.merge(folder)
    stopped = [text for report in played for text in report["stopped_pairings"]]
    if stopped:
        raise errors.EngineError("; ".join(stopped) + f"; {missing} games are missing in {folder}")
    if missing:
        is_stopped = any(report.get("error") == "Interrupted" or report.get("end") == "stopped" for report in reports)
        raise (Interrupted if is_stopped else Incomplete)(f"{missing} games are missing in {folder}; the same call "
                                                          "continues")
    return folder


def unpickled(report: dict) -> BaseException | None:
    """What a callback has raised, with its notes."""
    with contextlib.suppress(Exception):
        return pickle.loads(base64.b64decode(report["pickled"]))
    return None


def modules_of(resolved: str) -> tuple[list[str], list[str]]:
    """The modules that define operators and evaluators of the configuration, and their names. UsageError where another
    interpreter could not import one."""
    modules, names = [], []
    for name, (module, _) in _sources.named_in(resolved).items():
        if _sources.is_of_a_file(module):
            continue
        if module == "__main__" or getattr(sys.modules.get(module), "__spec__", None) is None:
            raise UsageError(f"{name} is defined in {module}, which another interpreter cannot import; put it into a module of "
                             "its own, or use threads")
        names.append(name)
        if module not in modules:
            modules.append(module)
    return modules, names


def answer(job: dict) -> None:
    """What a process of its own does with a job. What callbacks print goes to standard error: the answer is alone."""
    alone = os.dup(1)
    os.dup2(2, 1)  # what compiled callbacks print, too
    report = outcome(job)
    with os.fdopen(alone, "w") as stream:
        json.dump(report, stream)


def outcome(job: dict) -> dict:
    try:
        for module in job["modules"]:
            __import__(module)
        absent = [name for name in job["names"] if name not in {known for known, _ in _sources.homes}]
        if absent:
            raise UsageError(f"importing {', '.join(job['modules'])} defines no {', '.join(absent)}")
        return _core.run(job["text"], job["file"], job["set"], job["out"], job["games"], job["threads"], job["progress"],
                         tuple(job["shard"]))
    except (KeyboardInterrupt, Incomplete) as error:
        return {"error": "Interrupted", "text": str(error)}
    except Exception as error:
        notes = "".join("\n" + note for note in getattr(error, "__notes__", []))
        report = {"error": type(error).__name__, "text": f"{error}{notes}", "problems": getattr(error, "problems", None)}
        with contextlib.suppress(Exception):
            report["pickled"] = base64.b64encode(pickle.dumps(error)).decode()
        return report
