"""Evaluators: the program's, and functions in Python in its place."""

import json
import os
import re
import subprocess

import numpy as np
import pytest

import rootward as rw

BUDGET = {"budget": {"simulations": 120}}


def corners(board, player):
    """A judgement without chance: centre columns count."""
    weights = 1.0 / (1 + np.abs(np.arange(board.shape[1]) - board.shape[1] // 2))
    signs = np.where(board == player, 1.0, np.where(board > 0, -1.0, 0.0))
    return float(np.tanh((signs * weights).sum() / 4))


@rw.evaluator(batch=8)
def centre(positions):
    return [corners(p.board, p.to_move) for p in positions]


@rw.evaluator(priors=True)
def inward(positions):
    priors = [[1.0 + min(i, len(p.legal) - 1 - i) for i in range(len(p.legal))] for p in positions]
    return [0.0] * len(positions), priors


def test_values_are_in_the_view_of_who_moves():
    start = rw.Game("connect4").start()
    assert rw.evaluate(start.after("4"), centre).value < 0 < rw.evaluate(start.after("4", "1"), centre).value
    tree = rw.search("connect4", search={**BUDGET, "evaluator": centre}).tree
    child = tree.node("4")
    leaves = np.flatnonzero(tree.visits == 1)
    assert tree.mean[child] == tree.mean[tree.children()].max()
    for i in leaves[:20]:
        line, at = [], int(i)
        while at > 0:
            line.insert(0, tree.move[at])
            at = int(tree.parent[at])
        position = start.after(*line)
        if position.result is None:
            view = 1 if position.to_move - 1 == tree.seat[i] else -1
            assert tree.own_mean[i] == pytest.approx(view * corners(position.board, position.to_move), abs=1e-12)


def test_priors_steer_the_search():
    priors = rw.evaluate(rw.Game("connect4").start(), inward).priors
    assert sum(priors.values()) == pytest.approx(1, abs=1e-6) and priors["4"] == pytest.approx(4 / 16, abs=1e-6)
    search = rw.search("connect4", search={**BUDGET, "evaluator": inward})
    assert {row["move"]: row["prior"] for row in search.rows} == pytest.approx(priors, abs=1e-6)
    assert search.tree.visits[search.tree.node("4")] > search.tree.visits[search.tree.node("1")]


def test_batches_do_not_change_a_tournament(tmp_path):
    @rw.evaluator(batch=1, name="centre_alone")
    def alone(positions):
        assert len(positions) == 1
        return centre(positions)

    sizes = []

    @rw.evaluator(batch=6, name="centre_together")
    def together(positions):
        sizes.append(len(positions))
        return centre(positions)

    def played(evaluator):
        config = {"name": evaluator.name, "seed": 3, "game": "connect4",
                  "schedule": {"type": "round_robin", "pairs": 4},
                  "defaults": {"search": {"budget": {"simulations": 40}, "evaluator": evaluator}},
                  "players": {"a": {"backup": "average"}, "b": {"backup": "max"}}}
        records = rw.run(config, tmp_path / evaluator.name, threads=1, progress=False).records
        return [(record["id"], record["moves"], record["score"]) for record in records]

    assert played(alone) == played(together)
    assert max(size for size in sizes if size <= 6) > 1  # 16 are asked for before the games


def test_a_run_looks_at_evaluators_before_its_first_game(tmp_path):
    asked = []

    @rw.evaluator(batch=4)
    def neighbourly(positions):
        asked.append(len(positions))
        return [len(positions) / 100] * len(positions)

    config = {"name": "n", "seed": 3, "game": "connect4", "schedule": {"type": "round_robin", "pairs": 1},
              "defaults": {"search": {"budget": {"simulations": 10}, "evaluator": neighbourly}},
              "players": {"a": {"backup": "average"}, "b": {"backup": "max"}}}
    with pytest.raises(ValueError, match="neighbourly: the answer depends on the neighbours"):
        rw.run(config, tmp_path / "n", threads=1, progress=False)
    assert asked == [16, 1] and not (tmp_path / "n").exists()


def test_an_exception_names_evaluator_game_and_positions(tmp_path):
    @rw.evaluator(batch=4)
    def fails_late(positions):
        if any((p.board > 0).sum() > 20 for p in positions) and len(positions) < 16:
            raise LookupError("late")
        return [0.0] * len(positions)

    config = {"name": "n", "seed": 3, "game": "connect4", "schedule": {"type": "round_robin", "pairs": 4},
              "defaults": {"search": {"budget": {"simulations": 30}, "evaluator": fails_late}},
              "players": {"a": {"backup": "average"}, "b": {"backup": "max"}}}
    with pytest.raises(LookupError, match="late") as caught:
        rw.run(config, tmp_path / "n", threads=1, progress=False)
    inner, outer = caught.value.__notes__
    assert inner.startswith("in the evaluator fails_late, asked for")
    assert re.match(r"in one of the games side by side: game a:b:\d:[01], ply \d+", outer)


def test_what_is_wrong_is_told():
    @rw.evaluator()
    def far(positions):
        return [2.0] * len(positions)

    @rw.evaluator()
    def few(positions):
        return []

    @rw.evaluator(priors=True)
    def short(positions):
        return [0.0] * len(positions), [[1.0]] * len(positions)

    @rw.evaluator()
    def broken(positions):
        raise LookupError("mine")

    start = rw.Game("connect4").start()
    for evaluator, text in ((far, "not in"), (few, "shape"), (short, "7 numbers")):
        with pytest.raises(ValueError, match=text):
            rw.evaluate(start, evaluator)
    with pytest.raises(LookupError, match="mine"):
        rw.search("connect4", search={**BUDGET, "evaluator": broken})
    with pytest.raises(rw.UsageError, match="rootward's own"):
        rw.evaluator(name="playouts")(lambda positions: 0)
    with pytest.raises(rw.UsageError, match="centre"):
        rw.search("connect4", search={"evaluator": "centr"})


def test_an_evaluator_that_was_defined_again_is_refused():
    def defined(value):
        return rw.evaluator(name="twice")(lambda positions: [value] * len(positions))

    first = defined(0.25)
    second = defined(0.5)
    start = rw.Game("connect4").start()
    assert rw.evaluate(start, second).value == 0.5
    with pytest.raises(ValueError, match="twice has been defined again"):
        rw.evaluate(start, first)


def test_positions_end_with_the_call():
    kept = []

    @rw.evaluator()
    def keeper(positions):
        kept.append(positions[0].after(positions[0].legal[0]))
        return [0.0] * len(positions)

    rw.evaluate(rw.Game("nogo:5").start(), keeper)
    with pytest.raises(RuntimeError, match="during the call|call alone"):
        kept[0].legal


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
def test_an_evaluation_is_the_program_s():
    ours = rw.evaluate(rw.Game("connect4").start().after("4"), {"name": "playouts", "count": 50}, seed=3)
    theirs = json.loads(subprocess.run(
        [os.environ["ROOTWARD_PROGRAM"], "evaluate", "connect4", "--moves", "4", "--evaluator",
         "{name: playouts, count: 50}", "--seed", "3", "--json"], check=True, capture_output=True, text=True).stdout)
    assert (ours.value, ours.priors) == (theirs["value"], theirs["priors"])
