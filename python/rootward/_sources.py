"""What tells one source of a callable from another."""

from __future__ import annotations

import hashlib
import inspect
import marshal
import textwrap


homes: dict[str, str] = {}  # the module in which each operator's and evaluator's name was last defined


def checked_newest(newest: dict, name: str, function) -> None:
    """ValueError where the name means another function by now: a configuration names it, and would get that one."""
    if newest.get(name) is not function:
        raise ValueError(f"{name} has been defined again since; use what the new definition gave, or another name")


def mark_of(function, *facts) -> str:
    """sha256- and 16 hexadecimal digits over the facts and the function's source, else its byte code."""
    try:
        source = textwrap.dedent(inspect.getsource(function)).encode()
    except (OSError, TypeError):
        codes = [getattr(one, "__code__", None) for one in (function, *getattr(function, "__dict__", {}).values())]
        source = b"".join(marshal.dumps(code) for code in codes if code is not None) or repr(function).encode()
    return "sha256-" + hashlib.sha256(source + repr(facts).encode()).hexdigest()[:16]
