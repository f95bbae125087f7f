"""Networks and checkpoints as files: the exported network answers in `rootward` as in torch."""

import json
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

import kit
import numpy
import torch
from export import (BadFile, export, file_tensors, load_checkpoint, read_safetensors, save_checkpoint, start_from,
                    write_file, write_safetensors)
from model import Network
from program import Stop
from samples import Batch
from steps import Trainer, measure_norms
from stream_writer import random_columns

POSITIONS = 200
LINES = 5
SHAPE = {"lines": LINES, "columns": LINES, "planes": 4, "actions": LINES * LINES + 1}  # history 2
COLUMNS = "ABCDE"


class Board:
    """Go without ko and suicide, just enough to know where stones are."""

    def __init__(self):
        self.stones = {}  # point -> 0 for Black, 1 for White
        self.history = [dict(self.stones)]

    def group(self, point):
        colour, seen, rest, liberties = self.stones[point], {point}, [point], 0
        while rest:
            row, column = rest.pop()
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if not (0 <= near[0] < LINES and 0 <= near[1] < LINES):
                    continue
                if near not in self.stones:
                    liberties += 1
                elif self.stones[near] == colour and near not in seen:
                    seen.add(near)
                    rest.append(near)
        return seen, liberties

    def play(self, point, mover):
        self.stones[point] = mover
        for other in [p for p, colour in self.stones.items() if colour != mover]:
            if other in self.stones and self.group(other)[1] == 0:
                for stone in self.group(other)[0]:
                    del self.stones[stone]
        self.history.append(dict(self.stones))

    def planes(self, mover):
        planes = numpy.zeros((4, LINES, LINES), "f4")
        for ago, stones in enumerate(self.history[-1:-3:-1]):
            for (row, column), colour in stones.items():
                planes[2 * ago + (colour != mover), row, column] = 1
        return planes


def answers(network_file, moves, game=f"go:{LINES}"):
    command = [kit.ROOTWARD, "evaluate", game, "--evaluator", f"{{name: net, file: {network_file}}}", "--json"]
    done = subprocess.run(command + ["--moves", " ".join(moves)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Export(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = str(Path(folder.name) / "network.safetensors")
        torch.manual_seed(3)
        torch.set_num_threads(1)
        self.random = numpy.random.default_rng(4)

    def trained(self):
        """A network after some steps, with norms measured."""
        trainer = Trainer(Network(**SHAPE, blocks=2, filters=16, value_hidden=32), kit.SGD, kit.LOSS, 0.9)
        for _ in range(40):
            columns = random_columns(SHAPE, 64, self.random)
            batch = Batch(*(torch.tensor(column, dtype=torch.float32) for column in columns))
            trainer.step(batch, 1.0)
        measure_norms(trainer.average, batch.planes)
        return trainer

    def compare(self, network, planes):
        export(network, self.file, planes, {"name": "test"})
        difference, compared, board, moves = 0.0, 0, Board(), []
        while compared < POSITIONS:
            told, mover = answers(self.file, moves), len(moves) % 2
            with torch.no_grad():
                logits, value, _ = network.eval()(torch.from_numpy(board.planes(mover))[None])
            names = [f"{COLUMNS[point % LINES]}{point // LINES + 1}" for point in range(LINES * LINES)] + ["pass"]
            legal = [name for name in names if name in told["priors"]]
            priors = torch.softmax(logits[0, [names.index(name) for name in legal]], dim=0)
            self.assertEqual(len(legal), len(told["priors"]))
            difference = max([difference, abs(value.item() - told["value"])]
                             + [abs(p.item() - told["priors"][name]) for p, name in zip(priors, legal)])
            compared += 1
            points = [name for name in legal if name != "pass"]
            if not points or len(moves) > 40:
                board, moves = Board(), []
                continue
            move = str(self.random.choice(points))
            board.play((int(move[1:]) - 1, COLUMNS.index(move[0])), mover)
            moves.append(move)
        self.assertLess(difference, 1e-5)
        return difference

    def test_a_random_and_a_trained_network_answer_in_the_program_as_in_torch(self):
        network = Network(**SHAPE, blocks=2, filters=16, value_hidden=32)
        torch.nn.init.normal_(network.policy.fc.weight, std=0.2)  # else every answer is the same
        torch.nn.init.normal_(network.value.fc1.weight, std=0.2)
        for kind, each in (("random", network), ("trained", self.trained().average)):
            print(f"{kind}: at most {self.compare(each, 'history 2'):.1e} apart at {POSITIONS} positions")

    def test_a_network_for_connect_four_answers_in_the_program_as_in_torch(self):
        network = Network(lines=6, columns=7, planes=2, actions=7, blocks=1, filters=8, value_hidden=16)
        for layer in (network.policy.fc, network.value.fc1):
            torch.nn.init.normal_(layer.weight, std=0.2)
        export(network, self.file, "history 1", {"name": "test"})
        planes, heights, moves = numpy.zeros((2, 6, 7), "f4"), [0] * 7, []
        for ply in range(12):
            told = answers(self.file, moves, "connect4:7x6")
            with torch.no_grad():
                logits, value, _ = network.eval()(torch.from_numpy(planes)[None])
            priors = torch.softmax(logits[0], dim=0)
            self.assertLess(abs(value.item() - told["value"]), 1e-5)
            self.assertEqual(len(told["priors"]), 7)
            for column in range(7):
                self.assertLess(abs(priors[column].item() - told["priors"][str(column + 1)]), 1e-5)
            column = ply * 3 % 7
            planes[0, heights[column], column] = 1
            planes = planes[::-1].copy()
            heights[column] += 1
            moves.append(str(column + 1))

    def test_parameters_are_counted_as_in_the_papers_shapes(self):
        """docs/nets.md has the numbers."""
        count = lambda network: sum(p.numel() for name, p in network.named_parameters() if not name.startswith("ownership"))
        small = Network(lines=9, columns=9, planes=10, actions=82)
        large = Network(lines=19, columns=19, planes=18, actions=362, blocks=10, filters=64)
        text = (kit.ROOT / "docs/nets.md").read_text()
        for network in (small, large):
            self.assertIn(f"{count(network):,} parameters", text)

    def test_a_checkpoint_goes_on_bit_for_bit(self):
        for optimizer in (kit.SGD, {**kit.SGD, "momentum": 0}, {**kit.SGD, "name": "adamw"}):
            batch = Batch(*(torch.tensor(c, dtype=torch.float32) for c in random_columns(SHAPE, 64, self.random)))
            make = lambda: Trainer(Network(**SHAPE, blocks=1, filters=8), optimizer, kit.LOSS, 0.9)
            first, second = make(), make()
            for _ in range(3):
                first.step(batch, 0.1)
            save_checkpoint(first, self.file)
            load_checkpoint(second, self.file)
            for trainer in (first, second):
                trainer.step(batch, 0.1)
            for name, tensor in first.average.state_dict().items():
                self.assertTrue(torch.equal(tensor, second.average.state_dict()[name]), name)
            self.assertEqual(first.gradient_norms, second.gradient_norms)

    def test_a_network_starts_from_the_trunk_of_one_for_another_board(self):
        small, large = Network(**SHAPE, blocks=1, filters=8), Network(7, 7, 4, 50, blocks=1, filters=8)
        export(small, self.file, "history 2", {})
        taken, anew = start_from(large, self.file)
        self.assertTrue(torch.equal(small.block0.conv1.weight, large.block0.conv1.weight))
        self.assertTrue(torch.equal(small.policy.conv.weight, large.policy.conv.weight))
        self.assertNotEqual(small.policy.fc.weight.shape, large.policy.fc.weight.shape)
        self.assertEqual(len(taken), len(read_safetensors(self.file)[1]) - 3)
        self.assertEqual(anew, ["policy.fc.weight", "policy.fc.bias", "value.fc0.weight"])

    def test_a_network_without_a_head_is_nothing_to_start_from(self):
        network = Network(**SHAPE, blocks=1, filters=8)
        export(network, self.file, "history 2", {})
        for head in ("policy", "value"):
            rest = {name: one for name, one in file_tensors(network).items() if not name.startswith(f"{head}.")}
            write_safetensors(self.file, {}, rest)
            before = {name: tensor.clone() for name, tensor in network.state_dict().items()}
            with self.assertRaisesRegex(BadFile, f"has no {head} head"):
                start_from(network, self.file)
            self.assertTrue(all(torch.equal(tensor, before[name]) for name, tensor in network.state_dict().items()))

    def test_what_is_no_checkpoint_of_this_network_is_refused_in_a_line(self):
        make = lambda filters: Trainer(Network(**SHAPE, blocks=1, filters=filters), kit.SGD, kit.LOSS, 0.9)
        def refused(path):
            with self.assertRaises(BadFile) as caught:
                load_checkpoint(make(8), path)
            self.assertEqual(str(caught.exception).count("\n"), 0)
            return str(caught.exception)
        export(make(8).network, self.file, "history 2", {})
        self.assertIn("no checkpoint of a training run: 'steps' is missing", refused(self.file))
        save_checkpoint(make(4), self.file)
        self.assertIn("stem.weight is [4, 4, 3, 3], [8, 4, 3, 3] is wanted", refused(self.file))
        counters, tensors = read_safetensors(self.file)
        for changes in ({"steps": "a few"}, {"steps": counters["steps"], "more": "1"}):
            write_safetensors(self.file, {**counters, **changes},
                              {name: tensors[name] for name in tensors if not name.startswith("average/")})
            refused(self.file)

    def test_weights_that_are_not_finite_are_never_stored(self):
        trainer = Trainer(Network(**SHAPE, blocks=1, filters=8), kit.SGD, kit.LOSS, 0.9)
        save_checkpoint(trainer, self.file)
        before = Path(self.file).read_bytes()
        for number in (numpy.nan, numpy.inf):
            trainer.average.stem.norm.mean[3] = number
            for store in (lambda: save_checkpoint(trainer, self.file), lambda: export(trainer.average, self.file, "", {})):
                with self.assertRaisesRegex(Stop, "stem.norm.mean has numbers that are not finite"):
                    store()
        self.assertEqual(Path(self.file).read_bytes(), before)

    def test_bfloat16_is_read_as_the_same_numbers(self):
        header = json.dumps({"a": {"dtype": "BF16", "shape": [2, 1], "data_offsets": [0, 4]}}).encode()
        write_file(self.file, struct.pack("<Q", len(header)) + header + bytes.fromhex("C03F40C0"))
        self.assertEqual(read_safetensors(self.file)[1]["a"].tolist(), [[1.5], [-3.0]])
        write_file(self.file, struct.pack("<Q", len(header)) + header.replace(b"BF16", b"BF61") + bytes(4))
        with self.assertRaisesRegex(BadFile, "BF61"):
            read_safetensors(self.file)


if __name__ == "__main__":
    unittest.main()
