"""`rootward tool data samples` as tensors: a line of JSON, then blocks of rows (docs/training.md has the bytes).

Results, root values and ownership are in the view of the player to move: 1 is good for him, his point. Ownership is NaN
where the game does not tell who owns the points.
"""

import json
from collections import namedtuple

import numpy
import torch

NO_OWNERS = -128


class Batch(namedtuple("Batch", "planes policy result root_value ownership weight ply")):
    def of(self, chosen):
        """The rows where `chosen` is true."""
        return Batch(*(column[chosen] for column in self))


class BadSamples(Exception):
    """The stream is not what the network wants."""


class BrokenOff(BadSamples):
    """The stream ends too early: whoever writes it has failed."""


def joined(batches):
    return Batch(*map(torch.cat, zip(*batches)))


def take(stream, rows, width, kind):
    size = rows * width * numpy.dtype(kind).itemsize
    data = stream.read(size)
    if len(data) != size:
        raise BrokenOff(f"the samples break off: {len(data)} bytes in place of {size}")
    return numpy.frombuffer(data, kind).reshape(rows, width)


def read_block(stream, rows, lines, columns, planes, actions):
    cells, points = planes * lines * columns, lines * columns
    bits = numpy.unpackbits(take(stream, rows, (cells + 7) // 8, "u1"), axis=1, count=cells, bitorder="little")
    seen = torch.from_numpy(bits.astype("f4")).reshape(rows, planes, lines, columns)
    columns = ((actions, "<f4"), (1, "<f4"), (1, "<f4"), (points, "i1"), (1, "<f4"), (1, "<u2"))
    rest = [torch.from_numpy(take(stream, rows, *column).astype("f4")) for column in columns]
    policy, result, root_value, ownership, weight, ply = (t[:, 0] if t.shape[1] == 1 else t for t in rest)
    ownership[ownership == NO_OWNERS] = torch.nan
    seen = seen.contiguous(memory_format=torch.channels_last)
    return Batch(seen, policy, result, root_value, ownership, weight, ply)


def read_header(stream, shape):
    """The first line of a binary file object. `shape`: lines, columns, planes and actions that the network wants."""
    line = stream.readline(1 << 20)
    if not line:
        raise BrokenOff("there are no samples")
    try:
        header = json.loads(line)
        for key, wanted in {"schema": "rootward.samples/1", **shape}.items():
            if header[key] != wanted:
                raise BadSamples(f"the samples have {key} {header[key]}, {wanted} is wanted")
        return {**header, "count": int(header["count"])}
    except (ValueError, KeyError, TypeError):
        raise BadSamples("the samples do not begin with a line of JSON that tells their shape") from None


def read_batches(stream, shape, count):
    """`count` rows, as the header tells, in blocks."""
    while count > 0:
        rows = int.from_bytes(stream.read(4), "little")
        if not rows:
            raise BrokenOff(f"the samples break off: {count} rows are missing")
        yield read_block(stream, rows, **shape)
        count -= rows
