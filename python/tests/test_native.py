"""Compiled rules: the built-in operator of the same rule, called by address."""

import ctypes
import os
import shutil
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import rootward as rw
from test_operators import scattered

@pytest.fixture(scope="module")
def library(tmp_path_factory):
    compiler = shutil.which("cc") or shutil.which("c++")
    if compiler is None:
        pytest.skip("no C compiler is installed")
    folder = tmp_path_factory.mktemp("native")
    subprocess.run([compiler, "-x", "c", "-O2", "-shared", "-fPIC", "-Wall", "-Werror", "-I", rw.get_include(),
                    os.path.join(os.path.dirname(__file__), "compiled_rules.c"), "-o", folder / "rule.so", "-lm"],
                   check=True)
    return ctypes.CDLL(str(folder / "rule.so"))


def test_a_compiled_softmax_is_softmax_at_every_node(library):
    soft = rw.native(library.soft, name="soft_in_c", version="1", parameters={"g": rw.Parameter(-4)})
    search = {"budget": {"simulations": 500}, "evaluator": scattered}
    a = rw.search("connect4", backup={"name": "softmax", "g": [-3]}, search=search).tree
    b = rw.search("connect4", backup=soft(g=-3), search=search).tree
    np.testing.assert_array_equal(a.visits, b.visits)
    np.testing.assert_allclose(a.values, b.values, rtol=0, atol=1e-12)
    assert 'source: "native 1"' in rw.check(
        {"name": "c", "seed": 1, "game": "tictactoe", "schedule": {"type": "round_robin", "pairs": 1},
         "players": {"a": {"backup": soft, "search": search}, "b": {"backup": "average", "search": search}}})


def test_compiled_updates_are_the_operators_that_they_write_down(library):
    share = {"share": rw.Parameter(0.5, low=0, high=1)}
    erwa = rw.native(library.erwa, name="erwa_in_c", version="1", kind="update", parameters=share)
    mixed = rw.native(library.mixed, name="mixed_in_c", version="1", kind="update", parameters=share)
    search = {"budget": {"simulations": 500}, "evaluator": scattered}
    for ours, built_in in ((erwa(share=0.25), {"name": "erwa", "alpha": 0.25, "init": "first_return"}),
                           (mixed(share=0.8), {"name": "max_lambda", "lambda": 0.8})):
        a = rw.search("connect4", backup=built_in, search=search).tree
        b = rw.search("connect4", backup=ours, search=search).tree
        np.testing.assert_array_equal(a.visits, b.visits)
        np.testing.assert_allclose(a.values, b.values, rtol=0, atol=1e-12)
    assert rw.check_operator(mixed), rw.check_operator(mixed)


def test_a_compiled_update_keeps_a_number(library):
    rough = rw.native(library.rough, name="rough", version="1", kind="update", number=True)
    answer = rw.backup({"backup": rough.as_config(), "returns": [1, 0, -1, 0.5]})
    assert answer["values"] == pytest.approx([1, 1 / 2, 2 / 3, 2.25 / 4], abs=1e-15)
    with pytest.raises(ValueError, match="kind 'path'"):
        rw.native(library.rough, name="rougher", version="1", kind="path")


def best_of(K, n, q, scalars, parameters):
    best = q[0]
    for i in range(K):
        best = max(best, q[i] - parameters[0])
    return best


def test_a_rule_compiled_by_numba_is_that_of_the_program():
    pytest.importorskip("numba")
    rule = rw.native(rw.child_rule(best_of), name="best_by_numba", version="1", parameters={"less": rw.Parameter(0, low=0)})
    search = {"budget": {"simulations": 300}}
    a = rw.search("connect4", backup="max", search=search, seed=3).tree
    b = rw.search("connect4", backup=rule, search=search, seed=3).tree
    np.testing.assert_array_equal(a.values, b.values)
    assert rw.search("connect4", backup=rule(less=0.5), search=search, seed=3).value < 1


def test_without_numba_the_package_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "numba", None)
    with pytest.raises(ImportError, match="python3-numba"):
        rw.child_rule(best_of)


def test_what_a_compiled_rule_gives_is_checked(library):
    wrong = rw.native(library.void_value, name="void_in_c", version="1")
    with pytest.raises(ValueError, match="not a finite number"):
        rw.search("connect4", backup=wrong, search={"budget": {"simulations": 50}})


def test_a_compiled_rule_needs_no_interpreter(library):
    """It is called on while another thread keeps the interpreter's lock. What it costs bench/python_package.py measures."""
    counting = rw.native(library.counting, name="counting_in_c", version="1")
    calls = ctypes.c_ulong.in_dll(library, "calls")
    thread = threading.Thread(target=rw.search, args=("connect4",),
                              kwargs={"backup": counting, "search": {"budget": {"seconds": 1.5}}})
    before, most = sys.getswitchinterval(), 0
    sys.setswitchinterval(600)  # a thread that does not wait gives the lock to nobody
    try:
        thread.start()
        for _ in range(40):  # the search asks for the lock, too, twenty times a second, to hear Ctrl-C
            time.sleep(0.005)
            seen, end = calls.value, time.monotonic() + 0.02
            while time.monotonic() < end:
                pass
            most = max(most, calls.value - seen)
    finally:
        sys.setswitchinterval(before)
        thread.join()
    assert most > 1000
