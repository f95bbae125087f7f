"""An ONNX graph as the steps that rootward's networks are made of (docs/nets.md, "Steps")."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np

from ._onnx_graph import Graph, Node, folded
from .errors import UsageError

ACTIVATIONS = {"Relu": "relu", "Tanh": "tanh", "SiLU": "silu", "Mish": "mish"}
WINDOWS = (1, 3, 5)


@dataclass
class Map:
    """A value a point and channel; ``is_last``: the channels are the last index, else the first after the batch."""

    register: int
    channels: int
    is_last: bool = False


@dataclass
class Vector:
    """Numbers: the i-th of the graph's lies at ``places[i]`` of the register. ``is_final``: a softmax was left out."""

    register: int
    places: np.ndarray
    is_final: bool = False


class Plan:
    """Makes steps from the nodes that lead to a policy and a value. Whatever is no step raises UsageError by its name."""

    def __init__(self, graph: Graph, shape: tuple[int, int, int, int], policy: str, value: str):
        self.graph = graph
        self.lines, self.columns, self.planes, self.actions = shape
        self.points = self.lines * self.columns
        self.maps, self.vectors, self.steps = [self.planes], [0], []
        self.made: dict[tuple[str, int], dict] = {}  # register -> the step that writes it
        self.values: dict[str, object] = dict(graph.constants)
        self.values[graph.input[0]] = Map(0, self.planes, self._planes_are_last())
        nodes = graph.leading_to([policy, value])
        self.uses = {policy: 1, value: 1}
        for node in nodes:
            for name in node.inputs if node.op != "Shape" else []:
                self.uses[name] = self.uses.get(name, 0) + 1
        for node in nodes:
            self._take(node)
        self.policy = self._policy(policy)
        self.value = self._value(value)

    def _planes_are_last(self) -> bool:
        """Whether the input is [batch, lines, columns, planes]. UsageError where it fits neither order."""
        name, sizes = self.graph.input
        orders = {False: [self.planes, self.lines, self.columns], True: [self.lines, self.columns, self.planes]}
        for is_last, wanted in orders.items():
            if len(sizes) in (0, 4) and all(size in (None, want) for size, want in zip(sizes[1:], wanted)):
                return is_last
        shown = ", ".join("?" if size is None else str(size) for size in sizes)
        raise self._usage(f"its input {name} is [{shown}]; the game's planes are [batch, {self.planes}, {self.lines}, "
                          f"{self.columns}] or [batch, {self.lines}, {self.columns}, {self.planes}]")

    def _usage(self, text: str) -> UsageError:
        return UsageError(f"{self.graph.label}: {text}")

    # Registers and steps.

    def _new_map(self, channels: int) -> int:
        self.maps.append(channels)
        return len(self.maps) - 1

    def _new_vector(self, length: int) -> int:
        self.vectors.append(length)
        return len(self.vectors) - 1

    def _add(self, kind: str, source: int, target: int, sizes: tuple[int, int], node: Node, **more) -> dict:
        step = {"kind": kind, "source": source, "target": target, "in": sizes[0], "out": sizes[1],
                "activation": "identity", "name": node.name, **more}
        self.steps.append(step)
        self.made["map" if kind in ("convolve", "normalise") else "vector", target] = step
        return step

    def _open_step(self, name: str, kinds: tuple[str, ...]) -> dict | None:
        """The step that makes the value, where something may still be done within it: nobody else reads it."""
        value = self.values[name]
        step = self.made.get(("map" if isinstance(value, Map) else "vector", value.register))
        is_open = step is not None and step["kind"] in kinds and step["activation"] == "identity"
        return step if is_open and self.uses.get(name) == 1 else None

    # Nodes.

    def _take(self, node: Node):
        inputs = [self.values.get(name) for name in node.inputs if name]
        constants = [one for one in inputs if isinstance(one, np.ndarray)]
        if len(constants) == len(inputs):
            constant = folded(node, constants)
            if constant is None:
                self.graph.refuse(node, "is no part of a residual network with policy and value")
            self.values[node.outputs[0]] = constant
            return
        if any(isinstance(one, Vector) and one.is_final for one in inputs) and node.op not in ("Identity", "Cast"):
            self.graph.refuse(node, "reads what a softmax has made; a policy ends with it")
        if node.op not in HANDLERS:
            self.graph.refuse(node, f"is not run here; what is: {', '.join(sorted(HANDLERS))}")
        made: object = HANDLERS[node.op](self, node)
        self.values[node.outputs[0]] = made
        self._count_through(node, made)

    def _count_through(self, node: Node, value: object):
        """Who reads the same register by the node's old name reads what the new name stands for."""
        for name in node.inputs:
            old = self.values.get(name)
            if isinstance(old, (Map, Vector)) and type(old) is type(value) and old.register == value.register:
                self.uses[node.outputs[0]] = max(self.uses.get(node.outputs[0], 0), self.uses.get(name, 0))

    def _constant(self, node: Node, index: int) -> np.ndarray:
        value = self.values.get(node.inputs[index]) if index < len(node.inputs) else None
        if not isinstance(value, np.ndarray):
            self.graph.refuse(node, f"its input {index} is no constant of the file")
        return value.astype(np.float32)

    def _optional(self, node: Node, index: int, size: int) -> np.ndarray:
        has_it = len(node.inputs) > index and node.inputs[index]
        return self._constant(node, index) if has_it else np.zeros(size, np.float32)

    def _as_map(self, node: Node, is_last: bool = False) -> Map:
        value = self.values[node.inputs[0]]
        if not isinstance(value, Map) or value.is_last != is_last:
            self.graph.refuse(node, "reads no map of channels, lines and columns")
        return value

    def _conv(self, node: Node):
        weights = self._constant(node, 1)
        out = weights.shape[0]
        bias = self._optional(node, 2, out)
        if isinstance(self.values[node.inputs[0]], Vector) and weights.shape[2:] == (1, 1):
            return self._dense(node, node.inputs[0], weights[:, :, 0, 0].T, bias)
        source = self._as_map(node)
        window, a = weights.shape[2], node.attributes
        keeps = a.get("auto_pad", "NOTSET") == "SAME_UPPER" or list(a.get("pads", [0] * 4)) == [window // 2] * 4
        is_plain = set(a.get("strides", [1])) == set(a.get("dilations", [1])) == {a.get("group", 1)} == {1}
        if weights.ndim != 4 or window not in WINDOWS or weights.shape[3] != window or not keeps or not is_plain:
            self.graph.refuse(node, f"weights {list(weights.shape)}, pads {list(a.get('pads', []))}, strides "
                              f"{list(a.get('strides', []))}, dilations {list(a.get('dilations', []))}, group "
                              f"{a.get('group', 1)}; what is run: windows of 1, 3 or 5 with the board's size kept, one group")
        if weights.shape[1] != source.channels:
            self.graph.refuse(node, f"reads {weights.shape[1]} channels; there are {source.channels}")
        target = self._new_map(out)
        self._add("convolve", source.register, target, (source.channels, out), node, window=window,
                  weights=weights.transpose(2, 3, 1, 0), bias=bias)
        return Map(target, out)

    def _affine(self, node: Node, name: str, scale, bias):
        """x scale + bias, a number a channel."""
        value = self.values[name]
        width = value.channels if isinstance(value, Map) else len(value.places)
        scale, bias = (np.broadcast_to(np.asarray(one, np.float32), width) for one in (scale, bias))
        step = self._open_step(name, ("convolve", "dense"))
        if step is not None and "added_map" not in step:
            step["weights"] = (step["weights"] * scale).astype(np.float32)
            step["bias"] = (step["bias"] * scale + bias).astype(np.float32)
            return value
        if not isinstance(value, Map):
            self.graph.refuse(node, "numbers are scaled or moved that no dense layer makes for this alone")
        return self._normalise(node, value, scale, bias)

    def _normalise(self, node: Node, source: Map, scale, bias) -> Map:
        target = self._new_map(source.channels)
        self._add("normalise", source.register, target, (source.channels,) * 2, node, weights=np.asarray(scale),
                  bias=np.asarray(bias))
        return Map(target, source.channels, source.is_last)

    def _batch_norm(self, node: Node):
        scale, bias, mean, variance = (self._constant(node, i).astype(np.float64) for i in range(1, 5))
        factor = scale / np.sqrt(variance + node.attributes.get("epsilon", 1e-5))
        return self._affine(node, node.inputs[0], factor, bias - mean * factor)

    def _by_channel(self, node: Node, index: int) -> np.ndarray:
        """A constant as one number a channel of the other input, or one for all."""
        constant, value = self._constant(node, index), self.values[node.inputs[1 - index]]
        if constant.size == 1:
            return constant.ravel()
        at = -1 if isinstance(value, Vector) or value.is_last else -3
        width = value.channels if isinstance(value, Map) else len(value.places)
        if constant.size != width or constant.ndim < -at or constant.shape[at] != width:
            self.graph.refuse(node, f"a constant {list(constant.shape)} is no number a channel")
        return constant.ravel()

    def _arithmetic(self, node: Node):
        """The index of the constant, and it; None for two values of the network."""
        for index in (0, 1):
            if isinstance(self.values.get(node.inputs[index]), np.ndarray):
                return index, self._by_channel(node, index)
        return None

    def _add_node(self, node: Node):
        constant = self._arithmetic(node)
        if constant is not None:
            return self._affine(node, node.inputs[1 - constant[0]], 1, constant[1])
        values = [self.values[name] for name in node.inputs]
        if not all(isinstance(one, Map) and not one.is_last for one in values):
            self.graph.refuse(node, "adds what are no maps; a block's skip does")
        if values[0].channels != values[1].channels or values[0].register == values[1].register:
            self.graph.refuse(node, "adds maps of other channels, or a map to itself")
        for name, other in zip(node.inputs, values[::-1]):
            step = self._open_step(name, ("convolve",))
            if step is not None and "added_map" not in step and step["source"] != other.register:
                self.steps.remove(step)  # nobody has read it yet, and what is added is there now
                self.steps.append(step)
                step["added_map"] = other.register
                return self.values[name]
        channels = values[0].channels
        target = self._new_map(channels)
        self._add("convolve", values[0].register, target, (channels, channels), node, window=1,
                  weights=np.eye(channels, dtype=np.float32)[None, None], bias=np.zeros(channels, np.float32),
                  added_map=values[1].register)
        return Map(target, channels)

    def _sub(self, node: Node):
        constant = self._arithmetic(node)
        if constant is None:
            self.graph.refuse(node, "subtracts two values of the network")
        index, number = constant
        return self._affine(node, node.inputs[1 - index], 1 if index == 1 else -1, -number if index == 1 else number)

    def _mul(self, node: Node):
        constant = self._arithmetic(node)
        if constant is None:
            self.graph.refuse(node, "multiplies two values of the network (squeeze and excitation, gates and attention do)")
        return self._affine(node, node.inputs[1 - constant[0]], constant[1], 0)

    def _div(self, node: Node):
        constant = self._arithmetic(node)
        if constant is None or constant[0] == 0:
            self.graph.refuse(node, "divides by a value of the network")
        return self._affine(node, node.inputs[0], 1 / constant[1], 0)

    def _activate(self, node: Node):
        name, value = node.inputs[0], self.values[node.inputs[0]]
        activation = ACTIVATIONS[node.op]
        step = self._open_step(name, ("convolve", "normalise", "dense"))
        if step is not None:
            step["activation"] = activation
            return value
        if isinstance(value, Map):
            result = self._normalise(node, value, np.ones(value.channels, np.float32), np.zeros(value.channels, np.float32))
            self.steps[-1]["activation"] = activation
            return result
        flat = self.made["vector", value.register]
        if flat["kind"] != "flatten":
            self.graph.refuse(node, "is the activation of numbers that are read twice, or that have one already")
        source = Map(flat["source"], flat["in"])
        changed = self._normalise(node, source, np.ones(source.channels, np.float32), np.zeros(source.channels, np.float32))
        self.steps[-1]["activation"] = activation
        return Vector(self._flat(node, changed), value.places)

    def _flat(self, node: Node, source: Map) -> int:
        length = source.channels * self.points
        target = self._new_vector(length)
        self._add("flatten", source.register, target, (source.channels, length), node)
        return target

    def _flatten(self, node: Node):
        value = self.values[node.inputs[0]]
        if isinstance(value, Vector):
            return value
        places = np.arange(self.points * value.channels)
        if not value.is_last:  # the graph counts channel by channel, a plan point by point
            places = places.reshape(self.points, value.channels).T.ravel()
        return Vector(self._flat(node, value), places)

    def _sizes(self, value) -> list[int]:
        if isinstance(value, Vector):
            return [1, len(value.places)]
        board = [self.lines, self.columns]
        return [1, *board, value.channels] if value.is_last else [1, value.channels, *board]

    def _reshape(self, node: Node):
        value = self.values[node.inputs[0]]
        have = self._sizes(value)
        wanted = [have[i] if size == 0 else int(size) for i, size in enumerate(self._constant(node, 1).astype(int))]
        count = int(np.prod(have))
        if -1 in wanted:
            rest = int(np.prod([size for size in wanted if size != -1]))
            wanted[wanted.index(-1)] = count // rest if rest else 0
        if wanted == have:
            return value
        if sum(size != 1 for size in wanted) > 1 or int(np.prod(wanted)) != count:
            self.graph.refuse(node, f"makes {wanted} of {have}; only a flat list of all numbers is made here")
        return self._flatten(node)

    def _transpose(self, node: Node):
        value = self.values[node.inputs[0]]
        order = tuple(node.attributes.get("perm", ()))
        if isinstance(value, Map) and order == ((0, 3, 1, 2) if value.is_last else (0, 2, 3, 1)):
            return Map(value.register, value.channels, not value.is_last)
        self.graph.refuse(node, f"the order {list(order)} is not made here; only channels first or last")

    def _squeeze(self, node: Node):
        value = self.values[node.inputs[0]]
        return value if isinstance(value, Vector) else self.graph.refuse(node, "changes the indices of a map")

    def _shape(self, node: Node):
        return np.array(self._sizes(self.values[node.inputs[0]]))

    def _identity(self, node: Node):
        return self.values[node.inputs[0]]

    def _softmax(self, node: Node):
        value = self.values[node.inputs[0]]
        if not isinstance(value, Vector):
            self.graph.refuse(node, "is over no list of numbers")
        return Vector(value.register, value.places, is_final=True)

    def _mean(self, node: Node):
        source = self._as_map(node)
        target = self._new_vector(3 * source.channels)  # the mean, then two numbers that nobody reads
        self._add("pool", source.register, target, (source.channels, 3 * source.channels), node)
        return Vector(target, np.arange(source.channels))

    def _reduce_mean(self, node: Node):
        if sorted(axis % 4 for axis in node.attributes.get("axes", ())) != [2, 3]:
            self.graph.refuse(node, "is a mean over other things than lines and columns")
        return self._mean(node)

    def _gemm(self, node: Node):
        a = node.attributes
        weights = self._constant(node, 1) * np.float32(a.get("alpha", 1.0))
        weights = weights.T if a.get("transB", 0) else weights
        if a.get("transA", 0):
            self.graph.refuse(node, "turns its input")
        bias = self._optional(node, 2, weights.shape[1]) * np.float32(a.get("beta", 1.0))
        return self._dense(node, node.inputs[0], weights, np.broadcast_to(bias.ravel(), weights.shape[1]))

    def _matmul(self, node: Node):
        weights = self._constant(node, 1)
        return self._dense(node, node.inputs[0], weights, np.zeros(weights.shape[-1], np.float32))

    def _dense(self, node: Node, name: str, weights: np.ndarray, bias) -> Vector:
        value = self.values[name]
        if not isinstance(value, Vector):
            self.graph.refuse(node, "a dense layer reads no list of numbers; flatten the map first")
        if weights.ndim != 2 or weights.shape[0] != len(value.places):
            self.graph.refuse(node, f"weights {list(weights.shape)} do not fit {len(value.places)} numbers")
        length, out = self.vectors[value.register], weights.shape[1]
        placed = np.zeros((length, out), np.float32)
        placed[value.places] = weights
        target = self._new_vector(out)
        self._add("dense", value.register, target, (length, out), node, weights=placed, bias=np.array(bias, np.float32))
        return Vector(target, np.arange(out))

    # Outputs.

    def _policy(self, name: str) -> int:
        value = self.values[name]
        if isinstance(value, Map) and value.channels == 1:  # a logit a point
            value = self._flatten(Node("Flatten", "policy", [name], [name], {}))
        if not isinstance(value, Vector) or len(value.places) != self.actions:
            raise self._usage(f"its policy {name} is no list of {self.actions} logits")
        if self.vectors[value.register] == self.actions and (value.places == np.arange(self.actions)).all():
            return value.register
        self.values[name] = value
        node = Node("Gemm", "policy", [name], [name], {})
        return self._dense(node, name, np.eye(self.actions, dtype=np.float32), np.zeros(self.actions)).register

    def _value(self, name: str) -> int:
        value = self.values[name]
        is_one = isinstance(value, Vector) and self.vectors[value.register] == 1
        if not is_one or self.made["vector", value.register]["activation"] != "tanh":
            raise self._usage(f"its value {name} is not tanh of one number of a dense layer, the one kind of value run here")
        return value.register

    def file(self) -> tuple[dict[str, str], dict[str, np.ndarray]]:
        """Metadata and tensors of architecture ``steps``."""
        listed, tensors = [], {}
        for index, step in enumerate(self.steps):
            listed.append({key: item for key, item in step.items() if key not in ("weights", "bias") and item != ""})
            for what in ("weights", "bias"):
                if what in step:
                    tensors[f"step{index}.{what}"] = np.ascontiguousarray(step[what], np.float32).ravel()
        plan = {"maps": self.maps, "vectors": self.vectors, "steps": listed, "policy_vector": self.policy,
                "value_vector": self.value, "value": "scalar"}
        metadata = {"architecture": "steps", "min_board": str(self.lines), "max_board": str(self.lines),
                    "steps": json.dumps(plan)}
        if self.columns != self.lines:
            metadata["columns"] = str(self.columns)
        if self.actions != self.points + 1:
            metadata["actions"] = str(self.actions)
        return metadata, tensors


HANDLERS = {
    "Add": Plan._add_node, "BatchNormalization": Plan._batch_norm, "Cast": Plan._identity, "Conv": Plan._conv,
    "Div": Plan._div, "Dropout": Plan._identity, "Flatten": Plan._flatten, "Gemm": Plan._gemm,
    "GlobalAveragePool": Plan._mean, "Identity": Plan._identity, "LogSoftmax": Plan._softmax, "MatMul": Plan._matmul,
    "Mul": Plan._mul, "ReduceMean": Plan._reduce_mean, "Reshape": Plan._reshape, "Shape": Plan._shape,
    "Softmax": Plan._softmax, "Squeeze": Plan._squeeze, "Sub": Plan._sub, "Transpose": Plan._transpose,
    "Unsqueeze": Plan._squeeze, **dict.fromkeys(ACTIVATIONS, Plan._activate),
}
