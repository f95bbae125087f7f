"""`rootward data samples` as tensors: a line of JSON, then blocks of rows (docs/training.md has the bytes).

Results, root values and ownership are in the view of the player to move: 1 is good for him, his point.
"""

import json
from collections import namedtuple

import numpy
import torch

Batch = namedtuple("Batch", "planes policy result root_value ownership weight ply")


class BadSamples(Exception):
    """The stream breaks off, or is not what the network wants."""


def joined(batches):
    return Batch(*map(torch.cat, zip(*batches)))


def take(stream, rows, width, kind):
    size = rows * width * numpy.dtype(kind).itemsize
    data = stream.read(size)
    if len(data) != size:
        raise BadSamples(f"the samples break off: {len(data)} bytes in place of {size}")
    return numpy.frombuffer(data, kind).reshape(rows, width)


def read_block(stream, rows, lines, columns, planes, actions):
    cells, points = planes * lines * columns, lines * columns
    bits = numpy.unpackbits(take(stream, rows, (cells + 7) // 8, "u1"), axis=1, count=cells, bitorder="little")
    seen = torch.from_numpy(bits.astype("f4")).reshape(rows, planes, lines, columns)
    columns = ((actions, "<f4"), (1, "<f4"), (1, "<f4"), (points, "i1"), (1, "<f4"), (1, "<u2"))
    rest = [torch.from_numpy(take(stream, rows, *column).astype("f4")) for column in columns]
    policy, result, root_value, ownership, weight, ply = (t[:, 0] if t.shape[1] == 1 else t for t in rest)
    seen = seen.contiguous(memory_format=torch.channels_last)
    return Batch(seen, policy, result, root_value, ownership, weight, ply)


def read_header(stream, shape):
    """The first line of a binary file object. `shape`: lines, columns, planes and actions that the network wants."""
    try:
        header = json.loads(stream.readline(1 << 20))
        for key, wanted in {"schema": "rootward.samples/1", **shape}.items():
            if header[key] != wanted:
                raise BadSamples(f"the samples have {key} {header[key]}, {wanted} is wanted")
    except (ValueError, KeyError, TypeError):
        raise BadSamples("the samples do not begin with a line of JSON that tells their shape") from None
    return header


def read_batches(stream, shape):
    while head := stream.read(4):
        yield read_block(stream, int.from_bytes(head, "little"), **shape)
