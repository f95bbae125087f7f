"""A network of one's own in a minute: a PyTorch module learns Connect Four from stored games and becomes a file that
rootward plays with.

    python3 python/examples/connect4_network.py results/playouts-connect4/games.jsonl.gz mine.safetensors

It needs PyTorch and onnx (Debian's python3-torch and python3-onnx) and the package rootward (docs/python.md).
"""

import argparse
import gzip
import json
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import rootward as rw

GAME, PLANES = "connect4", "history 1, black_to_move"
HELD_OUT = 10  # every tenth game is not learnt from


class Block(nn.Module):
    def __init__(self, filters):
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(filters, filters, 3, padding=1, bias=False), nn.BatchNorm2d(filters), nn.ReLU())
        self.second = nn.Sequential(nn.Conv2d(filters, filters, 3, padding=1, bias=False), nn.BatchNorm2d(filters))

    def forward(self, x):
        return functional.relu(x + self.second(self.first(x)))


class Network(nn.Module):
    """Planes [batch, planes, lines, columns] to logits [batch, actions] and values [batch] for who moves."""

    def __init__(self, encoder, blocks=2, filters=32):
        super().__init__()
        points = encoder.lines * encoder.columns
        self.stem = nn.Sequential(nn.Conv2d(encoder.planes, filters, 3, padding=1), nn.BatchNorm2d(filters), nn.ReLU())
        self.blocks = nn.Sequential(*(Block(filters) for _ in range(blocks)))
        self.policy = nn.Sequential(nn.Conv2d(filters, 2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(2 * points, encoder.actions))
        self.value = nn.Sequential(nn.Conv2d(filters, 1, 1), nn.ReLU(), nn.Flatten(), nn.Linear(points, 64), nn.ReLU(),
                                   nn.Linear(64, 1), nn.Tanh())

    def forward(self, planes):
        x = self.blocks(self.stem(planes))
        return self.policy(x), self.value(x).squeeze(1)


def read_games(path, encoder):
    """Planes, places of the moves played and results for who moves, of the games to learn from and those held out."""
    kept = {False: ([], [], []), True: ([], [], [])}
    with gzip.open(path, "rt") as lines:
        for number, game in enumerate(map(json.loads, lines)):
            planes, moves, results = kept[number % HELD_OUT == 0]
            position, passed = rw.Game(GAME).start(), []
            for move in game["opening"] + game["moves"]:
                passed.append(position)
                moves.append(encoder.places(position)[position.legal.index(move)])
                first_seats = 2 * game["score"] - 1
                results.append(first_seats if position.to_move == 1 else -first_seats)
                position = position.after(move)
            planes.append(encoder.encode(passed))
    return [tuple(torch.from_numpy(np.asarray(column)) for column in (np.concatenate(planes), moves, np.float32(results)))
            for planes, moves, results in kept.values()]


def losses(network, planes, moves, results):
    logits, values = network(planes)
    return functional.cross_entropy(logits, moves), functional.mse_loss(values, results)


def train(network, data, seconds, batch=256):
    optimizer = torch.optim.Adam(network.parameters(), lr=2e-3, weight_decay=1e-4)
    until, steps = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        rows = torch.randint(len(data[0]), (batch,))
        planes, moves, results = (column[rows] for column in data)
        if steps % 2:  # the mirror image is another position
            planes, moves = planes.flip(3), planes.shape[3] - 1 - moves
        optimizer.zero_grad()
        sum(losses(network, planes, moves, results)).backward()
        optimizer.step()
        steps += 1
    return steps


@torch.no_grad()
def judge(network, planes, moves, results):
    """Shares of held-out positions in which the likeliest move was played, and the value's sign is the winner's."""
    logits, values = network.eval()(planes)
    decided = results != 0
    return (logits.argmax(1) == moves).float().mean(), (values.sign() == results)[decided].float().mean()


def main():
    parser = argparse.ArgumentParser(description="Train a network for Connect Four on stored games.")
    parser.add_argument("games", help="games.jsonl.gz of a run on 7x6")
    parser.add_argument("out", help="the network's file")
    parser.add_argument("--seconds", type=float, default=60, help="how long to train; 60 unless given")
    given = parser.parse_args()
    torch.manual_seed(1)
    encoder = rw.Encoder(GAME, PLANES)
    learnt, held_out = read_games(given.games, encoder)
    network = Network(encoder)
    steps = train(network, learnt, given.seconds)
    move, winner = judge(network, *held_out)
    print(f"{steps} steps on {len(learnt[0])} positions; of {len(held_out[0])} others it finds the move in {move:.0%} and "
          f"the winner in {winner:.0%}")
    rw.export_network(network, given.out, game=GAME, planes=PLANES, name="connect4 from stored games", licence="MIT")
    print(f"{given.out}: written; rootward evaluate {GAME} --evaluator '{{name: net, file: {given.out}}}'")


if __name__ == "__main__":
    main()
