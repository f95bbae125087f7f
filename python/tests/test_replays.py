"""Searches of others: arrays, files, and the shapes of mctx, OpenSpiel and lczerolens, each made by hand."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

import rootward as rw
from rootward.adapters import lczerolens, mctx, openspiel


def five():
    """The example of docs/files.md."""
    return dict(parents=[-1, 0, 0, 1], moves=["", "e2e4", "d2d4", "e7e5"], movers=[1, 2, 2, 1],
                leaves=[0, 1, 2, 3, 2], values=[0.1, 0.4, 0.3, -0.2, 0.5])


def test_the_average_is_the_mean_of_the_returns_and_max_is_reckoned_by_hand():
    r = rw.replay(**five(), shadows=["max"])
    assert r.operators == ["average", "max"]
    assert r.value == pytest.approx(np.mean(five()["values"])) == r.mean
    assert r.values["max"] == pytest.approx((0.1 + 4 * 0.4) / 5)
    assert [row["move"] for row in r.rows] == ["d2d4", "e2e4"]
    assert r.preferred == {"average": "d2d4", "max": "d2d4"}
    assert r.simulations == 5


def test_own_units_and_all_operators():
    plain = rw.replay(**five(), shadows="all")
    assert len(plain.operators) > 25
    columns = five()
    columns["values"] = [10 * value for value in columns["values"]]
    scaled = rw.replay(**columns, returns=(-10, 10), shadows="all")
    for name, value in plain.values.items():
        assert scaled.values[name] == pytest.approx(10 * value), name


def test_what_is_saved_is_what_is_read(tmp_path):
    r = rw.replay(**five(), priors=[0, 0.7, 0.3, 1], visits=[5, 2, 2, 1], texts=["start", "", "", "open"], game="chess")
    r.save(tmp_path / "r.jsonl")
    back = rw.read_search(tmp_path / "r.jsonl")
    assert back.rows == r.rows and back.value == r.value
    assert json.loads((tmp_path / "r.jsonl").read_text().splitlines()[0])["schema"] == "rootward.exploration/2"
    back.explore(tmp_path / "r.html", title="Theirs")
    assert b"Theirs" in (tmp_path / "r.html").read_bytes()


def test_a_search_of_ours_is_saved_and_read(tmp_path):
    s = rw.search("tictactoe", search={"budget": {"simulations": 200}}, shadows=["max"], record=True)
    s.save(tmp_path / "s.jsonl")
    back = rw.read_search(tmp_path / "s.jsonl")
    assert back.value == s.value and back.values["max"] == s.shadows["max"] and back.move == s.move


def test_operators_in_python_replay_too():
    @rw.operator(kind="child", name="replay_test_least")
    def least(x):
        return x.q.min()

    r = rw.replay(**five(), shadows=[least])
    assert r.values["replay_test_least"] == pytest.approx((0.1 + 4 * 0.1) / 5)


@pytest.mark.parametrize("key, column, message", [
    ("parents", [-1, 0, 3, 1], "node 2: parent 3 is not allowed"),
    ("movers", [1, 2, 3, 1], "node 2: mover 3 is not allowed"),
    ("leaves", [0, 1, 4, 3, 2], "simulation 2: leaf 4 is not allowed"),
    ("values", [0, 0, 1.5, 0, 0], "simulation 2: value 1.5 is not allowed"),
    ("values", [0, 0], "values has 2 entries; allowed: 5"),
    ("visits", [5, 3, 2, 1], "node 1: visits 3 do not add up"),
    ("legal", [1, 1, 1, 1], "node 2: parent 0 has more children than its 1 legal moves"),
    ("parents", [-1, 0.5, 0, 1], r"parents\[1\]: 0.5 is not allowed; allowed: whole numbers from 0 on"),
    ("parents", [[-1, 0, 0, 1]], "moves has 4 entries; allowed: 1"),
    ("parents", [-1, 10**30, 0, 1], r"parents\[1\]: 1000000"),
    ("parents", None, "parents: None is not allowed; allowed: a list of whole numbers from 0 on"),
    ("movers", [1, "x", 2, 1], r"movers\[1\]: 'x' is not allowed"),
    ("leaves", [0, 1, -1, 3, 2], r"leaves\[2\]: -1 is not allowed"),
    ("moves", ["", "\udcff", "b", "c"], r"moves\[1\]: .* is not allowed; allowed: texts"),
    ("plies", [1, 2, -3, 4, 5], r"plies\[2\]: -3 is not allowed"),
    ("values", [0, 0, float("nan"), 0, 0], "simulation 2: value nan is not allowed"),
    ("returns", (1, 1), r"returns 1.0, 1.0: not allowed; allowed: two numbers, the first smaller"),
    ("returns", (0, float("inf")), "returns 0.0, inf: not allowed"),
    ("returns", (0, 1), r"simulation 3: value -0.2 is not allowed; allowed: a number in \[0.0, 1.0\]"),
    ("seats", 3, "seats 3 is not allowed; allowed: 1, 2"),
])
def test_what_makes_no_search_is_named(key, column, message):
    with pytest.raises(rw.UsageError, match=message):
        rw.replay(**{**five(), key: column})


def test_what_decided():
    r = rw.replay([-1, 0, 0], ["", "a", "b"], [1, 2, 2], leaves=[1, 1, 1, 2, 2], values=[1, 1, -1, 0, 0])
    found = r.why()["average"]
    assert found["simulations"].tolist() == [0, 1] and found["minimal"]
    assert (found["move"], found["otherwise"], found["flips"], found["replays"]) == ("a", "b", 0, 5)


def mctx_tree():
    """Two players, three actions, four simulations: 0 to the left and below, 1, and the end by 2 twice."""
    parents = [[-1, 0, 1, 0, 3]]
    actions = [[-1, 0, 1, 2, 0]]
    rewards, discounts = np.zeros((1, 5, 3)), np.full((1, 5, 3), -1.0)
    rewards[0, 0, 2], discounts[0, 0, 2] = 1, 0  # the root's player wins
    discounts[0, 3] = 0  # beyond the end
    raw = np.array([[0.2, 0.3, -0.5, 0.9, 0.9]], dtype=np.float32)
    logits = np.zeros((1, 5, 3), dtype=np.float32)
    logits[0, 0, 1] = np.finfo(np.float32).min
    return SimpleNamespace(parents=np.array(parents), action_from_parent=np.array(actions), raw_values=raw,
                           node_visits=np.array([[5, 2, 1, 2, 1]]), children_rewards=rewards,
                           children_discounts=discounts, children_prior_logits=logits,
                           root_invalid_actions=np.array([[0, 1, 0]]))


def test_mctx():
    r = mctx.replay(mctx_tree(), shadows=["max"])
    # In the root's view: its own 0.2; -0.3; then the reply's own player sees -0.5, two turns away; and a win twice.
    assert r.value == pytest.approx((0.2 - 0.3 - 0.5 + 1 + 1) / 5)
    assert {row["move"]: row["visits"] for row in r.rows} == {"0": 2, "2": 2}
    assert r.rows[0]["prior"] == pytest.approx(0.5), "the masked action takes no share"
    wrong = mctx_tree()
    wrong.parents[0, 3] = -1
    with pytest.raises(rw.UsageError, match="simulation 3 made no node"):
        mctx.replay(wrong)


def test_mctx_of_a_single_agent_has_rewards_and_discounts_on_the_way():
    tree = mctx_tree()
    tree.children_discounts = np.full((1, 5, 3), 0.5)
    tree.children_rewards = np.ones((1, 5, 3))
    tree.node_visits = np.array([[5, 2, 1, 2, 1]])
    values = [0.2, 1 + 0.15, 1 + 0.5 * (1 - 0.25), 1 + 0.45, 1 + 0.5 * (1 + 0.45)]
    assert mctx.replay(tree, seats=1, returns=(0, 2)).value == pytest.approx(np.mean(values))


def node(action, player, count, reward, children=(), outcome=None, prior=0.5):
    return SimpleNamespace(action=action, player=player, prior=prior, explore_count=count, total_reward=reward,
                           outcome=outcome, children=list(children))


def test_openspiel():
    # Player 0 chose a and b; below a player 1 answered. Rewards are in the view of who made the move.
    answer = node(5, 1, 1, -0.6)
    a = node(0, 0, 2, 0.8, [answer, node(6, 1, 0, 0)])
    b = node(1, 0, 2, 2.0, outcome=[1, -1])
    root = node(None, 0, 5, 3.0, [a, b])
    r = openspiel.replay(root, name=lambda action: f"move{action}")
    assert r.value == pytest.approx(3.0 / 5), "the root's mean is OpenSpiel's own"
    means = {row["move"]: row["mean"] for row in r.rows}
    assert means == {"move0": pytest.approx(0.4), "move1": pytest.approx(1.0)}
    a.explore_count = 7
    with pytest.raises(rw.UsageError, match="do not add up"):
        openspiel.replay(root)


def test_openspiel_with_three_players_is_refused():
    child = SimpleNamespace(action=0, player=2, prior=1.0, explore_count=1, total_reward=0.5, outcome=None, children=[])
    root = SimpleNamespace(action=None, player=2, prior=1.0, explore_count=2, total_reward=0.5, outcome=None,
                           children=[child])
    with pytest.raises(rw.UsageError, match="3 players or more"):
        openspiel.replay(root)


def test_openspiel_with_chance():
    # Player 0 moves, then chance draws one of two outcomes; player is CHANCE (-1) at what it leads to.
    heads, tails = node(0, -1, 2, 1.0), node(1, -1, 1, -1.0)
    move = node(3, 0, 4, 0.5, [heads, tails])
    r = openspiel.replay(node(None, 0, 5, 0.75, [move]))
    assert r.value == pytest.approx(0.75 / 5)
    assert r.rows[0]["mean"] == pytest.approx(0.5 / 4)


def lczerolens_trace():
    def evaluation(value, perspective):
        return {"$type": "PositionEvaluation", "perspective": {"$enum": "ValuePerspective", "value": perspective},
                "value": value, "wdl": None}

    def event(number, path, value, perspective, expansion=None, terminal=False):
        steps = [{"$type": "PathStep", "node_id": a, "move": m, "child_id": b} for a, m, b in path]
        return {"$type": "SimulationEvent", "event_id": f"e{number}", "simulation": number, "path": steps,
                "leaf": {"$type": "LeafRecord", "node_id": path[-1][2], "terminal": terminal, "evaluator": None,
                         "evaluation": evaluation(value, perspective)},
                "backups": [], "expansion": expansion, "root_before": None, "root_after": None}

    def expansion(name, **priors):
        edges = [{"$type": "EdgeStatistics", "move": move, "prior": prior} for move, prior in priors.items()]
        return {"$type": "NodeExpansion", "node_id": name, "edges": edges}

    events = [event(0, [("r", "e2e4", "x")], -0.4, "side_to_move", expansion("x", e7e5=0.75, c7c5=0.25)),
              event(1, [("r", "d2d4", "y")], 0.3, "white"),
              event(2, [("r", "e2e4", "x"), ("x", "e7e5", "z")], -0.2, "root_player")]
    return {"format": "lczerolens.search-trace", "format_version": 1, "trace": {
        "$type": "SearchTrace", "root_fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "root_player": {"$enum": "ChessPlayer", "value": "white"}, "events": events,
        "root_expansion": expansion("r", e2e4=0.6, d2d4=0.4)}}


def test_lczerolens():
    for trace in (lczerolens_trace(), json.dumps(lczerolens_trace()), json.dumps(lczerolens_trace()).encode()):
        r = lczerolens.replay(trace)
        assert r.value == pytest.approx((0.4 + 0.3 - 0.2) / 3)
        assert {row["move"]: (row["visits"], row["prior"]) for row in r.rows} == {
            "e2e4": (2, pytest.approx(0.6)), "d2d4": (1, pytest.approx(0.4))}
    empty = lczerolens_trace()
    empty["trace"]["events"] = None
    with pytest.raises(rw.UsageError, match="no simulation events"):
        lczerolens.replay(empty)
