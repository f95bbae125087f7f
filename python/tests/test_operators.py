"""Operators in Python against those of the program."""

import json
import math
import os
import subprocess

import numpy as np
import pytest

import rootward as rw


@rw.operator(kind="child", own="blend", parameters={"g": rw.Parameter(-4, low=-100, high=100, tune=(-11, -3))})
def soft(x, g):
    u = x.n * np.exp(x.N * math.exp(g) * (x.q - x.q.max()))
    return u @ x.q / u.sum()


@rw.evaluator(batch=4)
def scattered(positions):
    """Values that are all different: where children tie, as under playouts, the last digit of a sum would decide."""
    return [(p.hash * 0x9E3779B97F4A7C15 % 2**64) / 2**63 - 1 for p in positions]


BUDGET = {"budget": {"simulations": 400}}
SCATTERED = {**BUDGET, "evaluator": {"name": "scattered"}}
SOFTMAX = {"name": "softmax", "g": [-4]}


def same_tree(a, b):
    assert a.move == b.move
    for name in ("parent", "visits", "own_visits", "depth", "seat"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    np.testing.assert_array_equal(a.mean, b.mean)


def test_soft_is_softmax_as_shadow_at_every_node():
    tree = rw.search("connect4", backup="average", shadows=[SOFTMAX, soft(g=-4)], search=BUDGET).tree
    assert len(tree) > 300
    np.testing.assert_allclose(tree.values[:, 2], tree.values[:, 1], rtol=0, atol=1e-12)
    assert np.abs(tree.values[:, 1] - tree.values[:, 0]).max() > 1e-3


@pytest.mark.parametrize("game", ["connect4", "go:5", "tictactoe"])
def test_soft_is_softmax_as_driver_at_every_node(game):
    a = rw.search(game, backup=SOFTMAX, search=SCATTERED, seed=3).tree
    b = rw.search(game, backup=soft, search=SCATTERED, seed=3).tree
    same_tree(a, b)
    np.testing.assert_allclose(a.values, b.values, rtol=0, atol=1e-12)


def test_parameters_and_own_reach_the_rule():
    op = {"name": "soft", "g": -2, "own": "drop"}
    a = rw.search("connect4", backup={**SOFTMAX, "g": [-2], "own": "drop"}, search=SCATTERED).tree
    b = rw.search("connect4", backup=op, search=SCATTERED).tree
    same_tree(a, b)
    np.testing.assert_allclose(a.values, b.values, rtol=0, atol=1e-12)
    with pytest.raises(rw.UsageError, match="own|drop"):
        rw.search("connect4", backup={**op, "own": "dorp"})
    with pytest.raises(rw.UsageError) as caught:
        rw.search("connect4", backup=soft(g=101))
    assert "g" in caught.value.problems[0]["path"]


def test_a_rule_of_returns_is_the_average():
    @rw.operator(kind="return")
    def running(x):
        return x.v + (x.r - x.v) / x.N

    tree = rw.search("connect4", backup="average", shadows=[running], search=BUDGET).tree
    np.testing.assert_allclose(tree.values[:, 1], tree.values[:, 0], rtol=0, atol=1e-12)


def test_the_inputs_are_those_of_the_tree():
    seen = []

    @rw.operator(kind="child")
    def look(x):
        assert x.S == x.n.sum() and x.K == len(x.q) == len(x.m)
        assert x.N == x.S + x.n0
        assert x.mean == pytest.approx((x.n0 * x.m0 + x.n @ x.m) / x.N, abs=1e-12)
        assert not x.q.flags.writeable
        seen.append((x.t, x.N, x.q))
        return x.m @ x.n / x.S

    tree = rw.search("tictactoe", backup="average", shadows=[look], search=BUDGET).tree
    assert seen[-1][1] == tree.visits[0] or len(seen) > 100
    np.testing.assert_allclose(tree.values[:, 1], tree.mean, rtol=0, atol=1e-9)


def test_x_is_refused_after_the_call():
    kept = []

    @rw.operator(kind="child")
    def keeper(x):
        kept.append(x)
        return x.q.max()

    rw.search("tictactoe", shadows=[keeper], search=BUDGET)
    with pytest.raises(RuntimeError, match="during the call"):
        kept[0].q


def test_wrong_values_are_told_with_the_node():
    @rw.operator(kind="child")
    def wild(x):
        return 2.0

    @rw.operator(kind="child")
    def void(x):
        return math.nan

    with pytest.raises(ValueError, match=r"unbounded=True.*node \{"):
        rw.search("connect4", backup=wild, search=BUDGET)
    with pytest.raises(ValueError, match="not a finite number"):
        rw.search("connect4", shadows=[void], search=BUDGET)

    @rw.operator(kind="child")
    def forgetful(x):
        x.q.max()

    @rw.operator(kind="child")
    def manifold(x):
        return x.q

    with pytest.raises(ValueError, match=r"gave None; a number belongs here \(is `return` missing\?\)"):
        rw.search("connect4", backup=forgetful, search=BUDGET)
    with pytest.raises(ValueError, match=r"gave array\(.*; a number belongs here"):
        rw.search("connect4", backup=manifold, search=BUDGET)


def test_an_exception_comes_out_as_itself_with_a_note():
    class Mine(Exception):
        pass

    @rw.operator(kind="child")
    def broken(x):
        raise Mine("no")

    with pytest.raises(Mine) as caught:
        rw.search("connect4", backup=broken, search=BUDGET)
    assert "operator broken, simulation" in caught.value.__notes__[0]
    assert caught.value.__notes__[1] == "in game connect4, ply 0"
    line = caught.value.__notes__[0].split("node ", 1)[1]
    with pytest.raises(Mine):
        rw.backup(line)
    assert abs(rw.backup({**json.loads(line), "backup": soft})["value"]) <= 1


def test_a_rule_cannot_call_its_own_search():
    @rw.operator(kind="child")
    def again(x):
        searcher.think()
        return 0.0

    searcher = rw.Searcher("tictactoe", backup=again, search=BUDGET)
    with pytest.raises(RuntimeError, match="cannot"):
        searcher.think()


def test_names_of_the_program_stay():
    with pytest.raises(rw.UsageError, match="rootward's own"):
        rw.operator(kind="child", name="max")(lambda x: 0)
    with pytest.raises(TypeError, match="parameters"):
        rw.operator(kind="child", parameters={"g": rw.Parameter(1)})(lambda x: 0)


def golden(name):
    path = os.path.join(os.path.dirname(__file__), "..", "..", "tests", "data", name)
    with open(path, encoding="utf-8") as file:
        return json.load(file)["cases"]


def number(expected):
    return [number(one) for one in expected] if isinstance(expected, list) else expected["f"]


def test_the_calculator_gives_the_golden_numbers():
    """Those of tests/data/golden_beyond.json: lines with what they have to give, made by hand."""
    asked = 0
    for case in golden("golden_beyond.json"):
        if "error" in case["expected"]:
            with pytest.raises(ValueError):
                rw.backup(case["line"])
            continue
        try:
            answer = rw.backup(case["line"])
        except ValueError as error:
            assert "no backup operator is called" in str(error), case["id"]  # of an operator that is not ours
            continue
        for key, expected in case["expected"].items():
            assert answer[key] == pytest.approx(number(expected), abs=case["tol"], rel=0), case["id"]
        asked += 1
    assert asked >= 150


def test_the_calculator_gives_the_golden_numbers_of_the_paper():
    """Those of tests/data/golden_operators.json: values there are in [0, 1] in MAX's view."""
    asked = 0
    for case in golden("golden_operators.json"):
        is_asked = case["kind"] == "children" and case["operator"] in ("average", "max", "softmax_mcts")
        if not is_asked or "self" in case["input"]:  # the average is one of returns, and has no own evaluation
            continue
        view = -1 if case["input"].get("to_move") == "MIN" else 1
        children = [{"visits": int(one["n"]), "value": view * (2 * one["q"] - 1)} for one in case["input"]["children"]
                    if one["n"] > 0]
        visits = sum(child["visits"] for child in children)
        backup = case["operator"]
        if backup == "softmax_mcts":  # f(N) = e^g N, and values are twice as wide
            beta = case["params"]["beta"]
            backup = {"name": "softmax", "g": [math.log(beta / 2 / visits) if beta > 0 else -100], "own": "drop"}
        answer = rw.backup({"backup": backup, "children": children, "visits": visits, "simulations": 100})
        assert (1 + view * answer["value"]) / 2 == pytest.approx(number(case["expected"]["value"]), abs=case["tol"])
        asked += 1
    assert asked >= 12


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
def test_the_calculator_answers_as_the_program_to_the_last_bit():
    lines = [{"backup": name, "visits": 10, "simulations": 100, "simulation": 7,
              "children": [{"visits": 6, "value": 0}, {"visits": 4, "value": 0.1}]}
             for name in ("average", "max", "softmax", "power_mean", "mellowmax", "ments")]
    theirs = subprocess.run([os.environ["ROOTWARD_PROGRAM"], "backup"], check=True, capture_output=True, text=True,
                            input="".join(json.dumps(line) + "\n" for line in lines)).stdout
    assert rw.backup(lines) == [json.loads(line) for line in theirs.splitlines()]


def test_an_operator_that_was_defined_again_is_refused():
    first = rw.operator(kind="child", name="twice")(lambda x: x.q.max())
    second = rw.operator(kind="child", name="twice")(lambda x: x.q.min())
    node = {"children": [{"visits": 1, "value": 0.25}, {"visits": 1, "value": 0.5}]}
    assert rw.backup({"backup": second, **node})["value"] == 0.25
    with pytest.raises(ValueError, match="twice has been defined again"):
        rw.backup({"backup": first, **node})


def test_the_calculator_is_the_program_s_rule():
    node = {"visits": 10, "simulations": 100, "children": [{"visits": 6, "value": 0}, {"visits": 4, "value": 0.1}]}
    lines = [{"backup": {"name": "soft", "g": 0}, **node}, {"backup": {"name": "softmax", "g": [0]}, **node}]
    ours, builtin = rw.backup(lines)
    assert builtin["value"] == pytest.approx(0.06444049826448045352, abs=3e-17)  # to 40 digits by hand
    assert ours["value"] == pytest.approx(builtin["value"], abs=1e-15)
    with pytest.raises(ValueError):
        rw.backup({"backup": "nothing"})
