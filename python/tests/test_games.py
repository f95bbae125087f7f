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


def test_a_search_under_a_clock_can_be_interrupted():
    text = ("import os, signal, threading, time, rootward as rw\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored below a shell's background job\n"
            "begin = time.monotonic()\n"
            "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
            "try:\n    rw.search('connect4', search={'budget': {'seconds': 60}})\n"
            "except KeyboardInterrupt:\n    print('interrupted', time.monotonic() - begin)\n")
    out = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True).stdout.split()
    assert out[0] == "interrupted" and float(out[1]) < 10


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
