"""The loss against numbers worked by hand, steps, rates, the sample stream."""

import copy
import io
import math
import unittest

import kit
import numpy
import steps
import torch
from model import Network
from samples import BadSamples, Batch, read_batches, read_header
from stream_writer import random_columns, write_block, write_header

SHAPE = {"lines": 5, "columns": 5, "planes": 4, "actions": 26}


def worked_batch():
    """Two rows on a board of one point; the second has a quarter of the weight. Worked by hand below."""
    row = lambda *numbers: torch.tensor(numbers)
    batch = Batch(planes=None, policy=row((0.5, 0.5), (1.0, 0.0)), result=row(1.0, -1.0), root_value=row(0.0, 1.0),
                  ownership=row((1.0,), (0.0,)), weight=row(0.75, 0.25), ply=row(0.0, 1.0))
    outputs = (row((0.0, math.log(3)), (0.0, 0.0)), row(0.5, -0.5), row((0.0,), (math.log(3),)))
    return batch, outputs


# Row 1: CE = -(ln .25 + ln .75) / 2 = 0.836988; z' = .75, (z' - v)^2 = 0.0625; BCE = ln 2. Row 2: CE = ln 2;
# z' = -.75 + .25 = -.5, so 0; BCE with target 1/2 at p = .75: the same 0.836988.
WORKED = (0.75 * 0.836988 + 0.25 * 0.693147, 0.75 * 0.0625, 0.75 * 0.693147 + 0.25 * 0.836988)


def is_worked(losses):
    batch, outputs = worked_batch()
    return all(abs(a - b) < 1e-5 for a, b in zip(losses(outputs, batch, 0.25).tolist(), WORKED))


class Losses(unittest.TestCase):
    def test_they_are_what_was_worked_by_hand(self):
        self.assertTrue(is_worked(steps.losses))

    def test_a_flipped_sign_in_any_term_is_seen(self):
        source = (kit.ROOT / "training/steps.py").read_text()
        for right, wrong in (("policy = -(", "policy = ("), ("(target - value)", "(target + value)"),
                             ("(1 - mix) * batch", "(1 + mix) * batch"), ("(batch.ownership + 1)\n", "(batch.ownership - 1)\n"),
                             ("+ mix * batch", "- mix * batch")):
            self.assertEqual(source.count(right), 1, right)
            changed = {}
            exec(source.replace(right, wrong), changed)
            self.assertFalse(is_worked(changed["losses"]), wrong)

    def test_answers_are_measured_against_the_result_and_the_roots_value(self):
        batch, outputs = worked_batch()
        batch, network = batch._replace(planes=torch.zeros(2)), torch.nn.Module()
        network.forward = lambda planes: outputs  # values .5 and -.5; roots 0 and 1; weights .75 and .25
        told = steps.measure(network, batch)
        self.assertAlmostEqual(told["value"], 0.25, 6)
        self.assertAlmostEqual(told["root_value"], 0.75 * 0.25 + 0.25 * 2.25, 6)
        self.assertAlmostEqual(told["correlation"], -1, 6)
        silent = steps.measure(network, batch._replace(root_value=torch.zeros(2)))
        self.assertNotIn("correlation", silent)

    def test_one_position_has_no_correlation(self):
        batch, outputs = worked_batch()
        one, network = Batch(*(None if column is None else column[:1] for column in batch)), torch.nn.Module()
        one = one._replace(planes=torch.zeros(1))
        network.forward = lambda planes: tuple(answer[:1] for answer in outputs)
        told = steps.measure(network, one)
        self.assertNotIn("correlation", told)
        self.assertTrue(all(map(math.isfinite, told.values())), told)
        weightless = batch._replace(planes=torch.zeros(2), weight=torch.tensor([1.0, 0.0]))  # as good as one
        network.forward = lambda planes: outputs
        self.assertTrue(all(map(math.isfinite, steps.measure(network, weightless).values())))

    def test_a_result_that_is_not_known_adds_nothing(self):
        batch, outputs = worked_batch()
        unknown = batch._replace(result=torch.tensor([1.0, math.nan]))
        self.assertAlmostEqual(steps.losses(outputs, unknown, 0.25)[1].item(), WORKED[1], 5)

    def test_owners_that_are_not_known_add_nothing(self):
        batch, outputs = worked_batch()
        unknown = batch._replace(ownership=torch.tensor(((1.0,), (math.nan,))))
        policy, value, ownership = steps.losses(outputs, unknown, 0.25).tolist()
        self.assertAlmostEqual(ownership, 0.75 * 0.693147, 5)
        self.assertAlmostEqual(value, WORKED[1], 5)

    def test_a_teachers_value_alone_needs_no_result(self):
        batch, outputs = worked_batch()  # values .5 and -.5; roots 0 and 1; weights .75 and .25
        unknown = batch._replace(result=torch.tensor([math.nan, math.nan]))
        self.assertAlmostEqual(steps.losses(outputs, unknown, 1)[1].item(), 0.75 * 0.25 + 0.25 * 2.25, 5)

    def test_values_that_hardly_differ_have_a_correlation(self):
        batch, outputs = worked_batch()
        network = torch.nn.Module()
        network.forward = lambda planes: (outputs[0], outputs[1] * 1e-12, outputs[2])
        told = steps.measure(network, batch._replace(planes=torch.zeros(2), root_value=batch.root_value * 1e-12))
        self.assertAlmostEqual(told["correlation"], -1, 5)

    def test_what_a_row_does_not_tell_is_not_measured_on_it(self):
        batch, outputs = worked_batch()
        network = torch.nn.Module()
        network.forward = lambda planes: outputs
        batch = batch._replace(planes=torch.zeros(2), result=torch.tensor([1.0, math.nan]),
                               policy=torch.tensor(((0.0, 0.0), (1.0, 0.0))),
                               ownership=torch.tensor(((math.nan,), (0.0,))))
        told = steps.measure(network, batch)
        self.assertAlmostEqual(told["policy"], 0.693147, 5)
        self.assertAlmostEqual(told["excess"], 0.693147, 5)
        self.assertEqual(told["top1"], 1)
        self.assertAlmostEqual(told["value"], 0.25, 6)
        self.assertEqual(told["sign"], 1)
        self.assertAlmostEqual(told["ownership"], 0.836988, 5)
        silent = steps.measure(network, batch._replace(result=torch.tensor([math.nan, math.nan])))
        self.assertFalse({"value", "sign"} & set(silent))

    def test_rates_follow_the_phases(self):
        phases = [{"games": 10, "rate": 0.1}, {"games": 10, "rate": 0.02, "rate_end": 0}]
        for games, rate in ((5, 0.1), (10, 0.02), (15, 0.01), (20, 0), (99, 0)):
            self.assertAlmostEqual(steps.rate_at(phases, games), rate)


class Steps(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        torch.set_num_threads(1)
        self.network = Network(**SHAPE, blocks=1, filters=8, value_hidden=16)
        self.trainer = steps.Trainer(self.network, kit.SGD, kit.LOSS, 0.9)
        columns = random_columns(SHAPE, 32, numpy.random.default_rng(2))
        self.batch = Batch(*(torch.tensor(column, dtype=torch.float32) for column in columns))

    def test_they_learn(self):
        first = self.trainer.step(self.batch, 0.5)
        for _ in range(200):
            last = self.trainer.step(self.batch, 0.5)
        self.assertTrue((last < first).all(), (first, last))
        self.assertEqual((self.trainer.steps, self.trainer.refused), (201, 0))

    def test_in_bf16_they_learn_the_same_to_three_digits(self):
        short = steps.Trainer(copy.deepcopy(self.network), kit.SGD, kit.LOSS, 0.9, precision="bf16")
        for _ in range(20):
            exact, rounded = self.trainer.step(self.batch, 0.1), short.step(self.batch, 0.1)
            self.assertTrue(((exact - rounded).abs() < 5e-3).all(), (exact, rounded))
        self.assertFalse(torch.equal(exact, rounded))
        self.assertEqual({tensor.dtype for tensor in short.network.parameters()}, {torch.float32})

    def test_one_without_a_finite_gradient_is_not_taken(self):
        self.trainer.step(self.batch, 0.1)
        before = {name: tensor.clone() for name, tensor in self.network.named_parameters()}
        self.trainer.step(self.batch._replace(root_value=self.batch.root_value * math.inf), 0.1)
        self.assertEqual(self.trainer.refused, 1)
        for name, tensor in self.network.named_parameters():
            self.assertTrue(torch.equal(tensor, before[name]), name)

    def test_gradients_far_beyond_the_median_are_clipped_and_counted(self):
        for _ in range(20):
            self.trainer.step(self.batch, 0.0)
        self.assertEqual(self.trainer.clipped, 0)
        self.trainer.loss = {**kit.LOSS, "value": 1e4}
        self.trainer.step(self.batch, 0.0)
        self.assertEqual(self.trainer.clipped, 1)

    def test_gradients_that_were_zero_do_not_hold_later_ones_at_zero(self):
        self.trainer.gradient_norms = 101 * [0.0]
        before = self.network.policy.fc.weight.clone()
        self.trainer.step(self.batch, 0.1)
        self.assertFalse(torch.equal(self.network.policy.fc.weight, before))
        self.assertEqual(self.trainer.clipped, 0)

    def test_the_exported_average_lags_behind_the_weights(self):
        for _ in range(3):
            self.trainer.step(self.batch, 0.5)
        weight, mean = self.network.policy.fc.bias, self.trainer.average.policy.fc.bias
        self.assertGreater(mean.norm().item(), 0)
        self.assertLess(mean.norm().item(), weight.norm().item())


class Stream(unittest.TestCase):
    def setUp(self):
        self.columns = random_columns(SHAPE, 5, numpy.random.default_rng(3))
        stream = io.BytesIO()
        write_header(stream, SHAPE, count=5)
        write_block(stream, *self.columns)
        self.bytes = stream.getvalue()

    def read(self, data, shape=SHAPE):
        stream = io.BytesIO(data)
        return list(read_batches(stream, shape, read_header(stream, shape)["count"]))

    def test_tensors_are_what_was_written(self):
        (batch,) = self.read(self.bytes)
        for name, tensor, column in zip(Batch._fields, batch, self.columns):
            self.assertTrue(torch.allclose(tensor, torch.tensor(column, dtype=torch.float32)), name)

    def test_what_breaks_off_or_has_another_shape_is_refused(self):
        begin = self.bytes.index(b"\n") + 1
        for cut in (0, 10, begin, begin + 2, begin + 4, len(self.bytes) - 1):
            with self.assertRaises(BadSamples, msg=cut):
                self.read(self.bytes[:cut])
        for key in SHAPE:
            with self.assertRaises(BadSamples, msg=key):
                self.read(self.bytes, {**SHAPE, key: 7})


if __name__ == "__main__":
    unittest.main()
