"""Networks as objects: the program's own answers."""

import json
import os
import subprocess
import threading

import numpy as np
import pytest

import rootward as rw

FILE = "builtin:go9-4x32"


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
@pytest.mark.parametrize("symmetry", ["none", "average"])
def test_a_network_answers_as_the_program(symmetry):
    p = rw.Game("go:9").start().after("E5", "C3")
    network = rw.Network(FILE, "go:9", symmetry=symmetry)
    values, priors = network.evaluate([rw.Game("go:9").start(), p])
    theirs = json.loads(subprocess.run(
        [os.environ["ROOTWARD_PROGRAM"], "evaluate", "go:9", "--moves", "E5 C3", "--evaluator",
         json.dumps({"name": "net", "file": FILE, "symmetry": symmetry}), "--json"], check=True, capture_output=True,
        text=True).stdout)
    assert values[1] == theirs["value"]
    assert dict(zip(p.legal, priors[1, network.places(p)])) == theirs["priors"]
    assert priors.sum(axis=1) == pytest.approx(1, abs=1e-6) and priors.shape == (2, 82)
    assert (np.delete(priors[1], network.places(p)) == 0).all()


def test_threads_may_ask_one_network():
    network = rw.Network(FILE, "go:9")
    start = rw.Game("go:9").start()
    positions = [start.after(move) for move in start.legal[:40]]
    values, priors = network.evaluate(positions)
    others = []

    def ask(first):
        for _ in range(30):
            again = network.evaluate(positions[first:] + positions[:first])
            if not (np.array_equal(again[0], np.roll(values, -first)) and
                    np.array_equal(again[1], np.roll(priors, -first, axis=0))):
                others.append(first)

    threads = [threading.Thread(target=ask, args=(first,)) for first in (0, 7, 13, 29)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert others == []


def test_a_network_sees_stones():
    p = rw.Game("go:9").start()
    network = rw.Network(FILE, "go:9")
    before, after = network.planes(p), network.planes(p.after("E5", "C3"))
    assert before.shape == after.shape and before.dtype == np.float32
    changed = np.argwhere((before != after).any(axis=2))
    assert {tuple(point) for point in changed} == {(4, 4), (2, 2)} or {tuple(point) for point in changed} == {
        (4, 4), (6, 2)}


def test_what_a_network_is_not_for():
    network = rw.Network(FILE, "go:9")
    with pytest.raises(rw.UsageError, match="another game"):
        network.evaluate([rw.Game("go:9").start(), rw.Game("connect4").start()])
    with pytest.raises(rw.UsageError):
        rw.Network(FILE, "tictactoe")
    with pytest.raises(rw.UsageError):
        rw.Network("no-such-network.safetensors", "go:9")


def test_an_encoder_sees_what_a_network_sees():
    game, planes = "go:9", "history 5"
    p = rw.Game(game).start().after("E5", "C3", "G7")
    encoder, network = rw.Encoder(game, "history 5, black_to_move"), rw.Network(FILE, game)
    seen = encoder.encode([p, rw.Game(game).start()])
    assert seen.shape == (2, encoder.planes, encoder.lines, encoder.columns) == (2, 11, 9, 9) and encoder.actions == 82
    assert (seen[0].transpose(1, 2, 0) == network.planes(p)).all()
    assert encoder.places(p) == network.places(p)
    assert (rw.Encoder(game, planes).encode([p])[0] == seen[0][:10]).all()
    with pytest.raises(rw.UsageError, match="another game"):
        encoder.encode([rw.Game("connect4").start()])
    with pytest.raises(rw.UsageError, match="history"):
        rw.Encoder(game, "the board")
