"""Samples a second of training alone: one thread, a 4 x 32 network on 9x9, batches of 256, by CPU time, in f32 and in
bf16 (which a processor without bf16 arithmetic computes more slowly)."""

import statistics
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent.parent / "training")]
import numpy
import torch
from model import Network
from samples import Batch
from steps import Trainer
from stream_writer import random_columns

BATCH = 256
SHAPE = {"lines": 9, "columns": 9, "planes": 10, "actions": 82}


def samples_per_second(steps, precision):
    torch.set_num_threads(1)
    network = Network(**SHAPE).to(memory_format=torch.channels_last)
    trainer = Trainer(network, {"name": "sgd", "momentum": 0.9, "weight_decay": 1e-4},
                      {"value": 1, "ownership": 0.15, "mix": 0.25}, 0.9995, precision)
    columns = random_columns(SHAPE, BATCH, numpy.random.default_rng(1))
    batch = Batch(*(torch.tensor(column, dtype=torch.float32) for column in columns))
    batch = batch._replace(planes=batch.planes.contiguous(memory_format=torch.channels_last))
    seconds = []
    for _ in range(steps):
        begin = time.process_time()
        trainer.step(batch, 0.01)
        seconds.append(time.process_time() - begin)
    return BATCH / statistics.median(seconds[2:]), BATCH / min(seconds)


if __name__ == "__main__":
    for precision in ("f32", "bf16"):
        median, best = samples_per_second(60, precision)
        print(f"{precision}: {median:.0f} samples/s of one core (best {best:.0f}): 4 x 32 on 9x9, batch {BATCH}, "
              f"torch {torch.__version__}")
