"""What tells one source of a callable from another."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import marshal
import os
import platform
import re
import sys
import textwrap
import typing

import numpy as np

from . import _core

SHOWN = len("sha256-") + 16  # of a source, where configurations tell it


class Home(typing.NamedTuple):
    """Where an operator, evaluator or game of this source was last defined: its module and the source's whole mark."""

    module: str
    source: str


homes: dict[tuple[str, str], Home] = {}  # by name and the shown part of the source's mark


def note_home(name: str, source: str, module: str) -> None:
    homes[name, source[:SHOWN]] = Home(module, source)


def named_in(resolved: str) -> dict[str, Home]:
    """Those that a resolved configuration names, with the sources that they have by now."""
    return {name: home for (name, mark), home in homes.items()
            if re.search(rf"\b{re.escape(name)}\b", resolved) and mark in resolved}


def told(resolved: str) -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
    """What manifests keep: versions, and of each rule its whole source's mark and its module."""
    sources = {name: (home.source, home.module) for name, home in named_in(resolved).items()}
    return ({"python": platform.python_version(), "numpy": np.__version__} if sources else {}), sources


_core.set_teller(told)


def checked_newest(newest: dict, name: str, function) -> None:
    """ValueError where the name means another function by now: a configuration names it, and would get that one."""
    if newest.get(name) is not function:
        raise ValueError(f"{name} has been defined again since; use what the new definition gave, or another name")


def mark_of(function, *facts) -> str:
    """sha256- and 64 hexadecimal digits over the facts and the function's source, else its byte code."""
    try:
        source = textwrap.dedent(inspect.getsource(function)).encode()
    except (OSError, TypeError):
        codes = [getattr(one, "__code__", None) for one in (function, *getattr(function, "__dict__", {}).values())]
        source = b"".join(marshal.dumps(code) for code in codes if code is not None) or repr(function).encode()
    return "sha256-" + hashlib.sha256(source + repr(facts).encode()).hexdigest()


files: dict[str, tuple[str, object]] = {}  # what configurations named: a path's SHA-256, and the module made of it
_executed: dict[str, bytes] = {}  # of modules that are being made of such files: the files' bytes


def module_of(path: str):
    """The module of a file that a configuration names, made anew where the file has changed."""
    with open(path, "rb") as file:
        content = file.read()
    digest = hashlib.sha256(content).hexdigest()
    if path in files and files[path][0] == digest:
        return files[path][1]
    stem = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(f"{stem}_{digest[:8]}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, os.path.dirname(path))  # it may import its neighbours
    _executed[spec.name] = content
    try:
        exec(compile(content, path, "exec"), module.__dict__)  # the very bytes that were marked
    finally:
        del _executed[spec.name]
        sys.path.remove(os.path.dirname(path))
    files[path] = digest, module
    return module


def file_being_made(module: str) -> bytes | None:
    """The bytes of the file that a configuration named, while it makes this module."""
    return _executed.get(module)


def is_of_a_file(module: str) -> bool:
    """Whether a configuration names its file: another process makes it by reading the configuration."""
    return any(one.__name__ == module for _, one in files.values())
