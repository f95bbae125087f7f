"""Operators that are classes, numbers that nodes keep, and what check_operator says of a rule."""

import numpy as np
import pytest

import rootward as rw
from test_operators import BUDGET, SCATTERED, same_tree


@rw.operator(parameters={"share": rw.Parameter(0.8, low=0, high=1)}, name="mixed_returns")
class MixedReturns:
    """max_lambda: what goes up is mixed with the best child's value."""

    def __init__(self, share):
        self.share = share

    def update(self, x):
        mixed = self.share * x.r + (1 - self.share) * x.q.max() if x.K else x.r
        return x.v + (mixed - x.v) / x.N, mixed


@rw.operator(name="gamma_returns")
class GammaReturns:
    """max_gamma: the best children along the path, weighted by 1, 1/2, 1/3 .."""

    def update(self, x):
        length = 1 + x.d + x.playout_plies
        report = x.q.max() if x.K else None
        gap = report - x.r if report is not None and length > 1 else 0.0
        trail = x.trail[:max(length - 2, 0)]
        gap += ((trail - x.r) / np.arange(2, 2 + len(trail))).sum()
        mixed = x.r + gap / (1 / np.arange(1, length + 1)).sum()
        return x.v + (mixed - x.v) / x.N, x.r, report


@pytest.mark.parametrize("ours, theirs", [(MixedReturns(share=0.6), {"name": "max_lambda", "lambda": 0.6}),
                                          (GammaReturns, "max_gamma")])
def test_classes_of_path_type_are_the_program_s(ours, theirs):
    for game, search in (("connect4", SCATTERED), ("tictactoe", BUDGET)):
        tree = rw.search(game, backup="average", shadows=[theirs, ours], search=search).tree
        np.testing.assert_allclose(tree.values[:, 2], tree.values[:, 1], rtol=0, atol=1e-12)
        assert np.abs(tree.values[:, 1] - tree.values[:, 0]).max() > 1e-3
    a, b = (rw.search("connect4", backup=one, search=SCATTERED).tree for one in (theirs, ours))
    same_tree(a, b)
    np.testing.assert_allclose(a.values, b.values, rtol=0, atol=1e-12)


def test_a_class_is_made_for_each_search_and_told_of_it():
    told = []

    @rw.operator(name="listening")
    class Listening:
        def begin(self, context):
            told.append((self, context.simulations, context.branching, context.has_priors))

        def update(self, x):
            return x.mean, x.r

    for _ in range(2):
        tree = rw.search("connect4", backup="average", shadows=[Listening], search=BUDGET).tree
        np.testing.assert_allclose(tree.values[:, 1], tree.values[:, 0], rtol=0, atol=1e-12)
    assert len({id(one) for one, *_ in told}) >= 2
    assert {tuple(facts) for _, *facts in told} <= {(400, 7, False), (400, 7, True)}


def test_nodes_keep_a_number_for_those_that_ask():
    @rw.operator(kind="return", number=True)
    def counting(x):
        x.w += 1
        return x.v + (x.r - x.v) / x.w

    @rw.operator(kind="return")
    def forgetful(x):
        return x.w

    tree = rw.search("connect4", backup="average", shadows=[counting], search=BUDGET).tree
    np.testing.assert_allclose(tree.values[:, 1], tree.values[:, 0], rtol=0, atol=1e-12)
    with pytest.raises(RuntimeError, match="number=True"):
        rw.search("connect4", backup=forgetful, search=BUDGET)
    with pytest.raises(ValueError, match="number=True"):
        rw.operator(kind="child", number=True)


def test_wrong_classes_are_refused():
    class Silent:
        pass

    class Greedy:
        def __init__(self, a):
            pass

        def update(self, x):
            return x.v, x.r

    class Half:
        def update(self, x):
            return x.v

    with pytest.raises(TypeError, match="update"):
        rw.operator()(Silent)
    with pytest.raises(TypeError, match="parameters"):
        rw.operator()(Greedy)
    with pytest.raises(TypeError, match="no kind"):
        rw.operator(kind="child")(Half)
    with pytest.raises(TypeError, match="passed_up"):
        rw.search("tictactoe", backup=rw.operator(name="half")(Half), search=BUDGET)


def standings(operator):
    return {asked: standing for asked, standing, _ in rw.check_operator(operator).rows if standing != "ok"}


def test_what_check_operator_says():
    soft = rw.operator(kind="child", name="checked_max")(lambda x: x.q.max())
    assert standings(soft) == {}
    assert standings(MixedReturns) == {"what was received is passed up": "differs"}
    assert standings(GammaReturns) == {}
    counted = []

    def forgetting(x):
        counted.append(x)
        return 1.0 / len(counted)

    found = standings(rw.operator(kind="child", name="forgetting")(forgetting))
    assert found["the same node gives the same value"] == "failed"
    assert "a search that it watches stays the same" not in found
    found = standings(rw.operator(kind="return", name="late")(lambda x: x.v + 0.5 * (x.r - x.v)))
    assert found == {"a first visit stores the return": "failed"}
    assert standings(rw.operator(kind="child", name="wide")(lambda x: 3 * x.q.max())).keys() >= {
        "values are finite and in [-1, 1]"}
    report = rw.check_operator(rw.operator(kind="child", name="last_child")(lambda x: x.q[-1]))
    assert not report and "the order of children does not matter" in str(report) and "node" not in report.operator
