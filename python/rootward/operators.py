"""Operators in Python, and the operator calculator."""

from __future__ import annotations

import ctypes
import dataclasses
import inspect
import json
import math
import os
import sys
from collections.abc import Callable
from typing import Any

from . import _core
from ._sources import SHOWN, checked_newest, mark_of, module_of, note_home
from ._yaml import plain
from .errors import UsageError

__all__ = ["Parameter", "Operator", "operator", "native", "child_rule", "get_include", "backup"]

RESERVED = ("x", "self", "name", "own", "source")


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A number that a rule takes: its default, the range [low, high] that is allowed, and the narrower
    box ``tune`` that an optimizer walks (None: it is not tuned).

    >>> import rootward as rw
    >>> rw.Parameter(-4, low=-100, high=100, tune=(-11, -3)).default
    -4
    """

    default: float
    low: float = -math.inf
    high: float = math.inf
    tune: tuple[float, float] | None = None
    help: str = ""

    def _spec(self, name: str) -> dict:
        if not self.low <= self.default <= self.high:
            raise ValueError(f"{name}: the default {self.default} is outside of [{self.low}, {self.high}]")
        tune_low, tune_high = self.tune or (math.nan, math.nan)
        return {"name": name, "default": float(self.default), "low": float(self.low), "high": float(self.high),
                "tune_low": float(tune_low), "tune_high": float(tune_high),
                "help": self.help or f"{name} of the rule"}


class Operator:
    """A rule with values for its parameters: goes wherever a backup does. A call gives other values.

    >>> import rootward as rw
    >>> @rw.operator(kind="return", parameters={"a": rw.Parameter(0.5, low=0, high=1)})
    ... def drift(x, a):
    ...     return x.v + a * (x.r - x.v) if x.N > 1 else x.r
    >>> drift(a=0.25).as_config()
    {'name': 'drift', 'a': 0.25}
    """

    def __init__(self, name: str, function: Callable[..., Any], values: dict[str, Any] | None = None) -> None:
        self.name: str = name
        self.function: Callable[..., Any] = function
        self.values: dict[str, Any] = dict(values or {})
        self.__doc__ = getattr(function, "__doc__", None) or type(self).__doc__

    def __call__(self, **values: float | str) -> Operator:
        return Operator(self.name, self.function, {**self.values, **values})

    def as_config(self) -> dict[str, Any]:
        """The map that stands for it in a configuration; ValueError where the name was defined again."""
        checked_newest(_NEWEST, self.name, self.function)
        return {"name": self.name, **self.values}

    def __repr__(self) -> str:
        return f"<rootward operator {({'name': self.name, **self.values})}>"


def operator(*, kind: str | None = None, own: str = "blend", parameters: dict[str, Parameter] | None = None,
             number: bool = False, unbounded: bool = False,
             name: str | None = None) -> Callable[[Callable[..., Any]], Operator]:
    """Makes a function, or a class, an operator of its name.

    kind="child": the function returns F of the children. The node's own evaluations are blended in
    outside (own="blend") or left out (own="drop"). kind="return": it returns the node's new value.
    A class has no kind: it says all by itself. One is made for each search, out of the parameters;
    ``begin(context)``, where there is one, is told ``simulations`` (0: a clock), ``branching``,
    ``board_points`` and ``has_priors``. ``update(x)`` returns (value, passed_up): what the node stores
    and what its parent receives as x.r. A third number goes to the nodes above as their ``x.trail``
    (else what the node received), the nearest node first.

    The function gets ``x`` and the parameters. Vectors, an element a visited child: ``x.n`` visits,
    ``x.q`` values, ``x.m`` plain means, ``x.P`` priors (None where there are none). Numbers: ``x.N``
    visits of the node, ``x.S`` sum of n, ``x.K`` number of children, ``x.n0`` and ``x.m0`` its own
    evaluations and their mean, ``x.mean``, ``x.v`` the stored value, ``x.r`` the return, ``x.t`` the
    simulation's number, ``x.d`` plies to the path's end and ``x.playout_plies`` beyond it, ``x.selected``
    the child on the path. With number=True (kind="return", classes) the node keeps a number ``x.w``, 0 at
    first, which the rule sets. Values are in [-1, 1] in the view of the player who chooses at the node.
    ``x`` is good during the call.

    The same name again means the new function. Searches that were made before keep theirs; an operator
    that was made before cannot be used any more.

    >>> import rootward as rw
    >>> @rw.operator(kind="child")
    ... def best(x):
    ...     return x.q.max()
    >>> s = rw.search("tictactoe", backup=best, shadows=["max"], search={"budget": {"simulations": 200}})
    >>> bool((s.tree.values[:, 0] == s.tree.values[:, 1]).all())
    True
    """
    if kind not in ("child", "return", None):
        raise ValueError(f"kind {kind!r}: allowed are 'child' and 'return'; a class has none")
    if number and kind == "child":
        raise ValueError("number=True: a rule of the children keeps no number at its nodes")

    def wrap(function) -> Operator:
        given = dict(parameters or {})
        if inspect.isclass(function) != (kind is None):
            raise TypeError("a function needs kind='child' or kind='return', and a class has no kind")
        check_class(function, given) if kind is None else check_signature(function, given)
        known = name or function.__name__
        facts = (kind, unbounded, number) if number or kind is None else (kind, unbounded)
        source = mark_of(function, *facts)
        declared = declaration(known, kind or "class", own, given, unbounded, source[:SHOWN])
        _core.register_operator({**declared, "number": number}, function)
        _NEWEST[known] = function
        note_home(known, source, function.__module__ or "")
        return Operator(known, function)

    return wrap


def native(function: Any, *, name: str, version: str, kind: str = "child", own: str = "blend",
           parameters: dict[str, Parameter] | None = None, number: bool = False, unbounded: bool = False) -> Operator:
    """Makes a compiled function an operator, called without the interpreter.

    ``function``: an address, a ctypes function, or what has an ``address`` (numba's cfunc). It must not
    throw, and must give the same for the same. ``version`` is stored beside results in the source's place.

    kind="child": ``double f(uint32_t K, const uint32_t* n, const double* q, const double* scalars, const
    double* parameters)`` returns F of K visited children with visits n and values q; scalars are N, n0,
    m0, mean, r, v, t, d as under ``operator``; parameters in the order given.

    kind="update": ``double f(void* self, rw_node* node, double sample)`` writes the node's value and
    returns what goes up. ``rw_node`` stands in rootward_node.h, in the folder ``get_include()``; ``self``
    points to the parameters. With number=True the node keeps a number of its own, ``columns[0]``.

    >>> import ctypes, rootward as rw
    >>> Rule = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_uint32, ctypes.POINTER(ctypes.c_uint32),
    ...     ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_double))
    >>> highest = rw.native(Rule(lambda K, n, q, scalars, p: max(q[:K])), name="highest", version="1")
    >>> s = rw.search("tictactoe", backup=highest, shadows=["max"], search={"budget": {"simulations": 50}})
    >>> bool((s.tree.values[:, 0] == s.tree.values[:, 1]).all())
    True
    """
    address = function if isinstance(function, int) else getattr(function, "address", None)
    if address is None:
        address = ctypes.cast(function, ctypes.c_void_p).value
    if not address:
        raise ValueError(f"{name}: there is no function at address {address}")
    if kind not in ("child", "update"):
        raise ValueError(f"kind {kind!r}: allowed are 'child' and 'update'")
    if number and kind == "child":
        raise ValueError("number=True: a rule of the children keeps no number at its nodes")
    given = dict(parameters or {})
    declared = declaration(name, kind, own, given, unbounded, f"native {version}")
    _core.register_compiled({**declared, "number": number}, address)
    _KEPT.append(function)
    _NEWEST[name] = function
    module = sys._getframe(1).f_globals.get("__name__", "__main__")
    note_home(name, f"native {version}", module)
    return Operator(name, function)


def get_include() -> str:
    """The folder of rootward_node.h, for compilers of rules of a whole node.

    >>> import os, rootward as rw
    >>> os.listdir(rw.get_include()).count("rootward_node.h")
    1
    """
    return os.path.dirname(os.path.abspath(__file__))


def child_rule(function: Callable[..., Any]) -> Any:
    """numba's ``cfunc`` with the type that ``native`` takes: compiles a rule of the children.

    The function gets (K, n, q, scalars, parameters), the last four to be indexed or made arrays by
    ``numba.carray(q, K)``, and returns F. ImportError where numba is not installed.

    >>> import importlib.util, rootward as rw
    >>> def mean_of_children(K, n, q, scalars, parameters):
    ...     total = visits = 0.0
    ...     for i in range(K):
    ...         total += n[i] * q[i]
    ...         visits += n[i]
    ...     return total / visits
    >>> if importlib.util.find_spec("numba"):
    ...     rule = rw.native(rw.child_rule(mean_of_children), name="mean_of_children", version="1")
    """
    try:
        import numba
    except ImportError as absent:
        raise ImportError("child_rule compiles by numba, which is not installed (Debian's package python3-numba)") from absent
    types = numba.types
    doubles = types.CPointer(types.float64)
    return numba.cfunc(types.float64(types.uint32, types.CPointer(types.uint32), doubles, doubles, doubles))(function)


def load(file: str, name: str) -> tuple[str, dict[str, float]]:
    """For ``{name: python, file:, object:}`` in configurations: the operator's name and the values it has set. What
    goes wrong is a UsageError."""
    try:
        found = getattr(module_of(os.path.abspath(file)), name, None)
    except Exception as error:
        raise UsageError(f"{file}: {type(error).__name__}: {error}") from error
    if not isinstance(found, Operator):
        raise UsageError(f"{file} defines no operator {name}; it makes one by @rootward.operator")
    return found.name, {key: float(value) for key, value in found.as_config().items() if key != "name"}


_core.set_loader(load)
_NEWEST: dict = {}  # what each name means by now
_KEPT: list = []  # searches may call what was given for as long as the program runs


def declaration(name: str, kind: str, own: str, parameters: dict, unbounded: bool, source: str) -> dict:
    """What the module is told of an operator; ValueError for what no configuration could name."""
    if own not in ("blend", "drop"):
        raise ValueError(f"own {own!r}: allowed are 'blend' and 'drop'")
    for key in parameters:
        if not key.isidentifier() or key in RESERVED:
            raise ValueError(f"a parameter cannot be called {key!r}; taken are {', '.join(RESERVED)}")
    return {"name": name, "kind": kind, "own": own, "unbounded": unbounded, "source": source,
            "parameters": [one._spec(key) for key, one in parameters.items()]}


def check_class(made, parameters: dict) -> None:
    """TypeError where it has no update(x), or is not made of exactly the parameters."""
    if not callable(getattr(made, "update", None)):
        raise TypeError(f"{made.__name__}: an operator's class has update(self, x)")
    names = set(inspect.signature(made).parameters)
    if names != set(parameters):
        raise TypeError(f"{made.__name__}{tuple(sorted(names))}: takes the parameters, {tuple(parameters)}")


def check_signature(function, parameters: dict) -> None:
    """TypeError where the function does not take x and exactly the parameters."""
    names = list(inspect.signature(function).parameters)
    if len(names) != 1 + len(parameters) or set(names[1:]) != set(parameters):
        raise TypeError(f"{function.__name__}{tuple(names)}: takes x and then the parameters, {tuple(parameters)}")


def backup(line: Any) -> Any:
    """The operator calculator: a node as a map (or a list of maps), its answer as a map (or a list).

    A line that cannot be answered raises ValueError. The lines are those of ``rootward backup``.

    >>> import rootward as rw
    >>> rw.backup({"backup": "average", "returns": [1, 0, 0, 1]})["values"]
    [1.0, 0.5, 0.33333333333333337, 0.5]
    """
    if isinstance(line, (list, tuple)):
        return [backup(one) for one in line]
    text, is_answered = _core.calculate(line if isinstance(line, str) else json.dumps(plain(line)))
    answer = json.loads(text)
    if not is_answered:
        raise ValueError(answer["error"])
    return answer
