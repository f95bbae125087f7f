"""The contract that every operator keeps, tried at nodes made by hand and in searches."""

from __future__ import annotations

import dataclasses
import json
import random

import numpy as np

from .operators import Operator, backup
from .searches import search

__all__ = ["OperatorReport", "check_operator"]

NODES = 60
CLOSE = 1e-12


@dataclasses.dataclass(frozen=True)
class OperatorReport:
    """What ``check_operator`` found: ``rows`` of (what is asked, "ok" or "failed" or "differs", where).

    "failed": searches and tournaments with the operator would go wrong. "differs": the operator is
    unlike most of the program's own, which may be meant. ``bool`` of it: nothing failed.

    >>> import rootward as rw
    >>> @rw.operator(kind="return")
    ... def mean_of_returns(x):
    ...     return x.v + (x.r - x.v) / x.N
    >>> report = rw.check_operator(mean_of_returns)
    >>> bool(report), report.rows[0]
    (True, ('a first visit stores the return', 'ok', ''))
    """

    operator: str
    rows: list[tuple[str, str, str]]

    def __bool__(self) -> bool:
        return all(standing != "failed" for _, standing, _ in self.rows)

    def __str__(self) -> str:
        width = max(len(asked) for asked, _, _ in self.rows)
        return "\n".join([self.operator] + [f"  {asked:{width}}  {standing:7}  {where}".rstrip()
                                            for asked, standing, where in self.rows])


def check_operator(operator: Operator, seed: int = 1) -> OperatorReport:
    """Tries the contract of the program's own operators; the same ``seed``, the same nodes.

    Does a first visit store the return? Are values finite and in [-1, 1], up to a million visits?
    Does the same node give the same value, whatever was asked before? Does the order of children not
    matter? Does a value lie between those that it is made of? Does the search stay the same where the
    operator only watches? These are the promises of the program's own contract tests that can be asked
    from outside; those tests know each operator's formula, too.

    >>> import rootward as rw
    >>> @rw.operator(kind="child")
    ... def last(x):
    ...     return x.q[-1]
    >>> report = rw.check_operator(last)
    >>> bool(report), [asked for asked, standing, _ in report.rows if standing == "failed"]
    (False, ['the order of children does not matter'])
    """
    trial = Trial(operator, random.Random(seed))
    rows = []
    for asked, check, standing in (
            ("a first visit stores the return", trial.first_visit, "failed"),
            ("values are finite and in [-1, 1]", trial.range_of_nodes, "failed"),
            ("so they are after a million visits", trial.many_visits, "failed"),
            ("the same node gives the same value", trial.repeats, "failed"),
            ("the order of children does not matter", trial.order, "failed"),
            ("a search that it watches stays the same", trial.watches, "failed"),
            ("the same seed gives the same search", trial.drives, "failed"),
            ("a value lies between those it is made of", trial.between, "differs"),
            ("what was received is passed up", trial.passes_up, "differs")):
        found = tried(check)
        rows.append((asked, "ok" if found is None else standing, found or ""))
    return OperatorReport(repr(operator), rows)


def tried(check) -> str | None:
    """What is wrong; None where nothing is."""
    try:
        return check()
    except Exception as error:  # a rule may raise what it likes
        return f"{type(error).__name__}: {error}"


class Trial:
    """One operator and the nodes that it is tried at."""

    def __init__(self, operator: Operator, rng: random.Random):
        self.config = operator.as_config()
        self.rng = rng
        self.keeps_number = "weight: is required" in (tried(lambda: backup(self.line(self.node(3)))) or "")
        self.nodes = [self.node(1 + rng.randrange(20)) for _ in range(NODES)]

    def value(self) -> float:
        return self.rng.choice([-1.0, 1.0, 0.0] + [self.rng.uniform(-1, 1) for _ in range(7)])

    def node(self, children: int) -> dict:
        """A node in mid-search."""
        rng = self.rng
        visited = [{"visits": rng.choice([1, 2, rng.randrange(1, 1000)]), "value": self.value(), "mean": self.value()}
                   for _ in range(children)]
        own = rng.randrange(0, 3)
        visits = own + sum(child["visits"] for child in visited)
        return {"children": visited, "own": {"visits": own, "value": self.value()}, "visits": visits,
                "mean": self.value(), "value": self.value(), "return": self.value(), "simulation": visits + 5,
                "simulations": 10**6}

    def line(self, node: dict) -> dict:
        weight = {"weight": 0.5} if getattr(self, "keeps_number", False) and node["visits"] > 1 else {}
        return {"backup": self.config, **node, **weight}

    def ask(self, node: dict) -> dict:
        return backup(self.line(node))

    def first_visit(self):
        for sample in (-1.0, -0.3, 0.0, 0.7, 1.0):
            line = {"children": [], "own": {"visits": 1, "value": sample}, "visits": 1, "return": sample}
            if (value := self.ask(line)["value"]) != sample:
                return f"{sample} is stored as {value}"

    def range_of_nodes(self):
        for node in self.nodes:
            self.ask(node)  # raises where it is not
        return None

    def many_visits(self):
        node = {"children": [{"visits": 1, "value": value} for value in (-1.0, 0.0, 1.0)],
                "own": {"visits": 1, "value": 0.0}, "mean": 0.0, "value": 0.0, "simulations": 10**6}
        for visits in (2, 3, 10, 100, 1000, 10**4, 10**5, 10**6):
            for child in node["children"]:
                child["visits"] = max(1, visits // 3)
            node.update(visits=visits, simulation=visits)
            node["return"] = float(self.rng.choice([-1, 1]))
            node["value"] = max(-1.0, min(1.0, self.ask(node)["value"]))

    def repeats(self):
        first = [self.ask(node) for node in self.nodes]
        again = [self.ask(node) for node in reversed(self.nodes)][::-1]
        for node, one, other in zip(self.nodes, first, again):
            if one != other:
                return f"{one['value']}, then {other['value']} at {json.dumps(self.line(node))}"

    def order(self):
        for node in self.nodes:
            shuffled = {**node, "children": self.rng.sample(node["children"], len(node["children"]))}
            one, other = self.ask(node)["value"], self.ask(shuffled)["value"]
            if abs(one - other) > CLOSE * max(1, abs(one)):
                return f"{one} and {other} at {json.dumps(self.line(node))}"

    def between(self):
        for node in self.nodes:
            parts = [child["value"] for child in node["children"]] + [node["return"], node["value"], node["mean"]]
            parts += [child["mean"] for child in node["children"]] + [node["own"]["value"]]
            if not min(parts) - CLOSE <= (value := self.ask(node)["value"]) <= max(parts) + CLOSE:
                return f"{value} at {json.dumps(self.line(node))}"

    def passes_up(self):
        for node in self.nodes:
            if abs((passed := self.ask(node)["passed_up"]) - node["return"]) > CLOSE:
                return f"{passed} for {node['return']} at {json.dumps(self.line(node))}"

    def watches(self):
        budget = {"budget": {"simulations": 300}}
        seed = self.rng.randrange(1000) + 1
        alone = search("connect4", search=budget, seed=seed).tree
        watched = search("connect4", search=budget, shadows=[self.config], seed=seed).tree
        if not np.array_equal(alone.values[:, 0], watched.values[:, 0]):
            return "the driver's values are others"

    def drives(self):
        budget = {"budget": {"simulations": 300}}
        one = search("connect4", search=budget, backup=self.config, seed=3).tree
        other = search("connect4", search=budget, backup=self.config, seed=3).tree
        if not (np.array_equal(one.visits, other.visits) and np.array_equal(one.values, other.values)):
            return "two searches differ"
