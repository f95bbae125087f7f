"""Games, positions and searches."""

import subprocess
import json
import os
import sys
import threading
import time

import numpy as np
import pytest

import rootward as rw

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))


def test_positions_are_values():
    start = rw.Game("tictactoe").start()
    moves = start.legal
    later = start.after(moves[0], moves[1])
    assert len(start.legal) == 9 and len(later.legal) == 7
    assert start.board.sum() == 0 and sorted(later.board.ravel().tolist()) == [0] * 7 + [1, 2]
    assert start.to_move == 1 and start.after(moves[0]).to_move == 2
    assert later.hash == start.after(moves[0]).after(moves[1]).hash != start.hash
    with pytest.raises(rw.UsageError, match="legal"):
        later.after(moves[0])
    with pytest.raises(rw.UsageError, match="no move"):
        start.after("zz9")
    assert start.perft(0) == 1
    with pytest.raises(rw.UsageError, match="-1 is not allowed"):
        start.perft(-1)


def test_a_shadow_is_checked_as_the_driver_is():
    for place in ({"backup": "average", "shadows": [{"name": "formula", "value": "sum(n * qq)"}]},
                  {"backup": {"name": "formula", "value": "sum(n * qq)"}}):
        with pytest.raises(rw.UsageError, match="qq"):
            rw.search("connect4", search={"budget": {"simulations": 10}}, **place)


def test_playouts_have_a_seed():
    start = rw.Game("tictactoe").start()
    results = start.playouts(2000, seed=5)
    assert set(np.unique(results)) <= {-1.0, 0.0, 1.0}
    assert (results == start.playouts(2000, seed=5)).all()
    assert 0.2 < results.mean() < 0.4  # 0.585 - 0.288 of random games


def test_the_tree_adds_up():
    tree = rw.search("connect4", search={"budget": {"simulations": 500}}, backup="average").tree
    for i in range(len(tree)):
        assert tree.visits[i] == tree.own_visits[i] + tree.visits[tree.children(i)].sum()
    best = tree.move[tree.children()[tree.visits[tree.children()].argmax()]]
    assert tree.node(best) in tree.children()
    assert tree.to_dict()["schema"].startswith("rootward.trace/")


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
def test_a_search_under_every_operator_is_the_program_s():
    program = os.environ["ROOTWARD_PROGRAM"]
    listed = json.loads(subprocess.run([program, "list", "backups", "--json"], check=True, capture_output=True,
                                       text=True).stdout)
    names = [one["name"] for one in listed["backups"]]
    assert len(names) > 30
    search = {"budget": {"simulations": 200}, "evaluator": {"name": "playouts", "count": 2}}  # some ask for two
    for name in names:
        ours = rw.search("connect4", moves="4", search=search, backup=name, shadows=["average"], seed=3)
        theirs = json.loads(subprocess.run(
            [program, "search", "connect4", "--moves", "4", "--search", json.dumps(search), "--backup", name,
             "--shadow", "average", "--seed", "3", "--json"], check=True, capture_output=True, text=True).stdout)
        assert (ours.move, ours.value, ours.pv) == (theirs["move"], theirs["value"], theirs["pv"]), name
        assert [(row["move"], row["visits"], row["value"]) for row in ours.rows] == [
            (child["move"], child["visits"], child["value"]) for child in theirs["children"]], name


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
@pytest.mark.parametrize("backup", ["average", "softmax", "max", "erwa", "coulom"])
def test_a_search_is_the_program_s(backup):
    search = {"budget": {"simulations": 300}}
    ours = rw.search("connect4", moves="4 4", search=search, backup=backup, shadows=["max", "average"], seed=2)
    theirs = json.loads(subprocess.run(
        [os.environ["ROOTWARD_PROGRAM"], "search", "connect4", "--moves", "4 4", "--search", json.dumps(search),
         "--backup", backup, "--shadow", "max", "average", "--seed", "2", "--json"], check=True,
        capture_output=True, text=True).stdout)
    assert (ours.move, ours.value, ours.mean, ours.pv) == (
        theirs["move"], theirs["value"], theirs["mean"], theirs["pv"])
    assert ours.shadows == theirs["shadows"]
    for row, child in zip(ours.rows, theirs["children"]):
        assert (row["move"], row["visits"], row["value"]) == (child["move"], child["visits"], child["value"])


def first_visits(game, counts, **options):
    """(visits, values of the driver) of each node by its line, in the order of the tree's columns, after each count."""
    trees = []
    for count in counts:
        tree = rw.search(game, search={**options, "budget": {"simulations": count}}, seed=9).tree
        lines = [()]
        for i in range(1, len(tree)):
            lines.append((*lines[tree.parent[i]], tree.move[i]))
        trees.append(lines)
    return trees


@pytest.mark.parametrize("game, options", [
    ("connect4", {}), ("tictactoe", {}), ("connect4", {"expansion": "all"}), ("connect4", {"expansion": "self"}), ("connect4", {"solver": True}),
    ("synthetic_tree", {}), ("grid_world", {})])
def test_the_tree_is_in_the_order_of_first_visits(game, options):
    """A longer search begins with the nodes of the shorter one, in their order."""
    trees = first_visits(game, [1, 2, 3, 10, 50, 200], **options)
    for shorter, longer in zip(trees, trees[1:]):
        assert longer[: len(shorter)] == shorter
    assert len(set(trees[-1])) == len(trees[-1]) > 20


def test_the_order_of_first_visits_is_kept_with_the_tree():
    searcher = rw.Searcher("connect4", search={"budget": {"simulations": 200}, "reuse_tree": True}, seed=4)
    first = searcher.think()
    moves, tree = first.move, first.tree
    kept, inside = [], {0: False}
    for i in range(1, len(tree)):
        inside[i] = inside[tree.parent[i]] or (tree.parent[i] == 0 and tree.move[i] == moves)
        if inside[i]:
            kept.append(tree.move[i])
    searcher.observe(moves)
    second = searcher.think()
    assert second.reused_visits > 0 and second.tree.move[1 : len(kept)] == kept[1:]
    assert (second.tree.parent[1:] < np.arange(1, len(second.tree))).all()


def test_checkpoints_are_the_searches_on_the_way():
    counts = [1, 20, 300]
    searches = rw.Searcher("connect4", shadows=["max"], seed=6).checkpoints(counts)
    for count, search in zip(counts, searches):
        alone = rw.search("connect4", shadows=["max"], search={"budget": {"simulations": count}}, seed=6)
        assert (search.rows, search.value, len(search.simulations)) == (alone.rows, alone.value, count)
    assert searches[-1].tree.visits[0] == 300
    with pytest.raises(RuntimeError, match="gone on"):
        searches[0].tree
    for wrong in ([], [0], [5, 5], [9, 3]):
        with pytest.raises(rw.UsageError, match="rising"):
            rw.Searcher("connect4").checkpoints(wrong)


def test_a_recorded_search_keeps_its_simulations(tmp_path):
    search = {"budget": {"simulations": 300}}
    s = rw.search("connect4", moves="4", search=search, backup="softmax", shadows=["max"], seed=5, record=True)
    plain = rw.search("connect4", moves="4", search=search, backup="softmax", shadows=["max"], seed=5)
    assert s.rows == plain.rows and len(plain.simulations) == len(s.simulations) == 300
    leaf, value, plies = s.simulations.leaf, s.simulations.value, s.simulations.plies
    assert len(leaf) == len(value) == len(plies) == 300 and value.mean() == pytest.approx(s.mean, abs=1e-12)
    through = np.zeros(len(s.tree), dtype=int)
    for node in leaf:
        while node >= 0:
            through[node] += 1
            node = s.tree.parent[node]
    np.testing.assert_array_equal(through, s.tree.visits)
    np.testing.assert_array_equal(np.bincount(leaf, minlength=len(s.tree)), s.tree.own_visits)
    with pytest.raises(RuntimeError, match="record=True"):
        plain.simulations.leaf
    with pytest.raises(RuntimeError, match="record=True"):
        plain.explore(tmp_path / "p.html")
    with pytest.raises(rw.UsageError, match="reuse_tree"):
        rw.search("connect4", search={**search, "reuse_tree": True}, record=True)


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
def test_the_explorer_s_page_is_the_program_s(tmp_path):
    search = {"budget": {"simulations": 120}}
    s = rw.search("connect4", moves="4 4", search=search, backup="average", shadows=["max"], seed=5, record=True)
    s.explore(tmp_path / "ours.html", title="One")
    subprocess.run([os.environ["ROOTWARD_PROGRAM"], "explore", "connect4", "--moves", "4 4", "--search",
                    json.dumps(search), "--backup", "average", "--shadow", "max", "--seed", "5", "--title", "One",
                    "--out", tmp_path / "theirs.html"], check=True)
    assert (tmp_path / "ours.html").read_bytes() == (tmp_path / "theirs.html").read_bytes()


def test_the_explorer_s_page_knows_the_program_s_operators_alone(tmp_path):
    best = rw.operator(kind="child", name="best_explored")(lambda x: x.q.max())
    s = rw.search("tictactoe", search={"budget": {"simulations": 50}}, shadows=[best], record=True)
    assert len(s.simulations.leaf) == 50
    with pytest.raises(rw.UsageError, match="best_explored is not an operator of rootward's own"):
        s.explore(tmp_path / "p.html")


def test_a_searcher_keeps_its_tree_between_moves():
    searcher = rw.Searcher("connect4", search={"budget": {"simulations": 300}, "reuse_tree": True}, seed=4)
    first = searcher.think()
    assert len(first.tree) > 100 and first.tree is first.tree
    unread = searcher.think()
    searcher.observe(unread.move)
    with pytest.raises(RuntimeError, match="gone on"):
        unread.tree
    assert first.tree.visits[0] == 300
    second = searcher.think()
    assert second.reused_visits > 0 and second.tree.visits[0] >= 300
    with pytest.raises(rw.UsageError, match="not legal"):
        searcher.observe("99")
    searcher.new_game(4)
    assert searcher.think().rows == rw.search("connect4", search={"budget": {"simulations": 300}, "reuse_tree": True},
                                              seed=4).rows


def test_a_tree_is_not_read_while_another_thread_searches():
    searcher = rw.Searcher("connect4", search={"budget": {"simulations": 3000}}, seed=4)
    searcher.think()
    said, is_over = set(), threading.Event()

    def read():
        while not is_over.is_set():
            try:
                assert searcher._searcher.tree()["visits"][0] == 3000
            except (RuntimeError, AssertionError) as error:
                said.add(str(error))

    reader = threading.Thread(target=read)
    reader.start()
    end = time.monotonic() + 20
    while not said and time.monotonic() < end:
        try:
            searcher.think()
        except RuntimeError as error:
            said.add(str(error))
    is_over.set()
    reader.join()
    assert said == {"this search is at work already; a rule or another thread cannot call it"}


def test_ctrl_c_is_seen_at_once():
    """In a search, in a rule in Python, and in a game of a run that would go on for hours; the smallest of four waits,
    since a busy machine may keep any process waiting."""
    command = [sys.executable, os.path.join(ROOT, "bench", "python_package.py"), "--only", "waits", "--repeats", "4"]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert [float(line.split("|")[2]) < 0.2 for line in out.splitlines()[2:]] == [True] * 3, out


FORKED = """
import os, sys, tempfile, rootward as rw
quick = {"budget": {"simulations": 50}}
config = {"name": "f", "seed": 1, "game": "connect4", "schedule": {"type": "round_robin", "pairs": 3},
          "players": {"a": {"search": quick, "backup": "max"}, "b": {"search": quick, "backup": "average"}}}
with tempfile.TemporaryDirectory() as folder:
    here = rw.run(config, folder + "/here", threads=2, progress=False)
    if (child := os.fork()) == 0:
        rw.run(config, folder + "/there", threads=2, progress=False)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    there = rw.read(folder + "/there")
    assert [one["moves"] for one in there.records] == [one["moves"] for one in here.records]
"""


def test_a_forked_process_plays_on():
    subprocess.run([sys.executable, "-c", FORKED], check=True, timeout=60)


def test_searches_in_threads_do_not_wait_for_each_other():
    """A thread of Python goes on while another searches: the interpreter's lock is free."""
    counted, is_done = [0], threading.Event()

    def count():
        while not is_done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    rw.search("connect4", search={"budget": {"seconds": 0.5}})
    after = counted[0]
    is_done.set()
    thread.join()
    assert after - before > 5
