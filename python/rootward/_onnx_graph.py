"""An ONNX file as plain nodes: what leads to the outputs that are asked for, its constants, activations by one name."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .errors import UsageError


@dataclass
class Node:
    """One operation. ``attributes`` are numbers, texts, lists and arrays."""

    op: str
    name: str
    inputs: list[str]
    outputs: list[str]
    attributes: dict


@dataclass
class Graph:
    """``outputs`` and ``input``: name and shape, whose unknown sizes are None; the first is the batch."""

    label: str
    input: tuple[str, list]
    outputs: list[tuple[str, list]]
    nodes: list[Node]
    constants: dict[str, np.ndarray]

    def refuse(self, node: Node, text: str):
        """Raises UsageError naming file, node and operation."""
        name = f" {node.name}" if node.name else f" of {node.outputs[0]}"
        raise UsageError(f"{self.label}: node{name} ({node.op}): {text}")

    def leading_to(self, outputs: list[str]) -> list[Node]:
        """The nodes that these outputs are made by, in their order."""
        wanted, found = set(outputs), []
        for node in reversed(self.nodes):
            if wanted.intersection(node.outputs):
                wanted.update(node.inputs)
                found.append(node)
        return found[::-1]


def sizes_of(info) -> list:
    return [size.dim_value if size.HasField("dim_value") else None for size in info.type.tensor_type.shape.dim]


def read_graph(model, label: str) -> Graph:
    """The graph of an onnx.ModelProto. UsageError where it has not one input."""
    from onnx import helper, numpy_helper

    constants = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    inputs = [(one.name, sizes_of(one)) for one in model.graph.input if one.name not in constants]
    if len(inputs) != 1:
        names = ", ".join(name for name, _ in inputs) or "none"
        raise UsageError(f"{label}: a network has one input, the planes; its inputs: {names}")
    nodes = []
    for one in model.graph.node:
        attributes = {a.name: helper.get_attribute_value(a) for a in one.attribute}
        for name, value in attributes.items():
            if hasattr(value, "dims") and hasattr(value, "data_type"):
                attributes[name] = numpy_helper.to_array(value)
            elif isinstance(value, bytes):
                attributes[name] = value.decode()
        nodes.append(Node(one.op_type, one.name, list(one.input), list(one.output), attributes))
    outputs = [(one.name, sizes_of(one)) for one in model.graph.output]
    return Graph(label, inputs[0], outputs, with_named_activations(nodes), constants)


def with_named_activations(nodes: list[Node]) -> list[Node]:
    """x sigmoid(x) becomes one node SiLU, x tanh(ln(1 + e^x)) one node Mish."""
    made_by = {output: node for node in nodes for output in node.outputs}
    readers: dict[str, list[Node]] = {}
    for node in nodes:
        for name in node.inputs:
            readers.setdefault(name, []).append(node)

    def chain(name: str, ops: list[str]) -> tuple[list[Node], str]:
        """The nodes of these operations that make `name`, each read once, and what they begin from."""
        found = []
        for op in ops:
            node = made_by.get(name)
            if node is None or node.op != op or len(readers.get(name, [])) != 1:
                return [], ""
            found.append(node)
            name = node.inputs[0]
        return found, name

    gone: list[int] = []
    renamed: dict[int, Node] = {}
    for node in nodes:
        if node.op != "Mul" or len(node.inputs) != 2:
            continue
        for x, other in (node.inputs, node.inputs[::-1]):
            for op, ops in (("SiLU", ["Sigmoid"]), ("Mish", ["Tanh", "Softplus"])):
                parts, begin = chain(other, ops)
                if parts and begin == x:
                    renamed[id(node)] = Node(op, node.name, [x], node.outputs, {})
                    gone.extend(map(id, parts))
    return [renamed.get(id(node), node) for node in nodes if id(node) not in gone]


def folded(node: Node, inputs: list[np.ndarray]) -> np.ndarray | None:
    """The value of a node whose inputs are all constants; None where it is none of those that shapes are made by."""
    def axes():
        given = node.attributes.get("axes", inputs[1] if len(inputs) > 1 else None)
        return None if given is None else tuple(int(axis) for axis in np.ravel(given))

    if node.op == "Constant":
        return np.asarray(next(iter(node.attributes.values())))
    if node.op in ("Identity", "Cast", "Dropout"):
        return inputs[0]
    if node.op == "Transpose":
        return np.transpose(inputs[0], node.attributes.get("perm"))
    if node.op == "Reshape":
        return inputs[0].reshape([int(size) for size in inputs[1]])
    if node.op == "Concat":
        return np.concatenate([np.atleast_1d(one) for one in inputs], node.attributes["axis"])
    if node.op == "Gather":
        return np.asarray(np.take(inputs[0], inputs[1].astype(int), node.attributes.get("axis", 0)))
    if node.op == "Unsqueeze":
        return np.expand_dims(inputs[0], axes())
    if node.op == "Squeeze":
        return np.squeeze(inputs[0], axes())
    if node.op == "Slice" and len(inputs) >= 3:
        begins, ends = (np.ravel(one).astype(int) for one in inputs[1:3])
        along = np.ravel(inputs[3]).astype(int) if len(inputs) > 3 else range(len(begins))
        cut = [slice(None)] * inputs[0].ndim
        for axis, begin, end in zip(along, begins, ends):
            cut[axis] = slice(begin, end)
        return inputs[0][tuple(cut)]
    arithmetic = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": np.divide}
    return np.asarray(arithmetic[node.op](*inputs)) if node.op in arithmetic else None
