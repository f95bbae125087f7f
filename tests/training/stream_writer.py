"""Made samples, and the stream of `rootward tool data samples` that carries them; numpy alone, so that it starts at once."""

import json

import numpy

KINDS = ("<f4", "<f4", "<f4", "i1", "<f4", "<u2")  # policy, result, root_value, ownership, weight, ply


def random_columns(shape, rows, random):
    """planes as 0 and 1, then the columns that KINDS is about."""
    points = shape["lines"] * shape["columns"]
    planes = (random.random((rows, shape["planes"], shape["lines"], shape["columns"])) < 0.3).astype("f4")
    policy = numpy.exp(3 * random.random((rows, shape["actions"])))
    policy /= policy.sum(axis=1, keepdims=True)
    result, root_value = random.choice([-1.0, 1.0], rows), random.uniform(-1, 1, rows)
    ownership, ply = random.integers(-1, 2, (rows, points)), random.integers(0, 40, rows)
    return planes, policy, result, root_value, ownership, numpy.ones(rows), ply


def write_header(stream, shape, **more):
    stream.write(json.dumps({"schema": "rootward.samples/1", **shape, **more}).encode() + b"\n")


def write_block(stream, planes, *columns):
    rows = len(planes)
    stream.write(numpy.uint32(rows).astype("<u4").tobytes())
    stream.write(numpy.packbits(planes.reshape(rows, -1).astype("u1"), axis=1, bitorder="little").tobytes())
    for column, kind in zip(columns, KINDS):
        stream.write(numpy.asarray(column).astype(kind).tobytes())
