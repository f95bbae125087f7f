"""Networks as safetensors files of the layout in docs/nets.md, and checkpoints in the same format."""

import json
import os
import struct

import numpy
import torch
from program import FAILED, Stop


def write_file(path, data):
    """Renamed into place, so that a kill leaves the old file."""
    with open(f"{path}.tmp", "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.tmp", path)


def write_safetensors(path, metadata, tensors):
    """metadata: texts. tensors: name -> tensor. Nothing is written where a number is not finite: no step mends that."""
    header, data, offset = {"__metadata__": metadata}, [], 0
    for name, tensor in tensors.items():
        if not tensor.isfinite().all():
            raise Stop(FAILED, f"{path} is not written: {name} has numbers that are not finite; the generations before stay, "
                               "and a lower rate in `phases` may help")
        data.append(numpy.ascontiguousarray(tensor.detach().cpu().numpy(), dtype="<f4").tobytes())
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [offset, offset + len(data[-1])]}
        offset += len(data[-1])
    text = json.dumps(header).encode()
    write_file(path, struct.pack("<Q", len(text)) + text + b"".join(data))


TYPES = {"F32": "<f4", "BF16": "<u2"}


class BadFile(Exception):
    """A file is not what it should be."""


def read_safetensors(path):
    """Metadata, and name -> tensor."""
    with open(path, "rb") as file:
        whole = file.read()
    try:
        begin = 8 + int.from_bytes(whole[:8], "little")
        header, data = json.loads(whole[8:begin]), whole[begin:]
        metadata, tensors = header.pop("__metadata__", {}), {}
        for name, tensor in header.items():
            array = numpy.frombuffer(data[slice(*tensor["data_offsets"])], TYPES[tensor["dtype"]])
            if tensor["dtype"] == "BF16":  # the upper half of a float32
                array = (array.astype("<u4") << 16).view("<f4")
            tensors[name] = torch.from_numpy(array.reshape(tensor["shape"]).copy())
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise BadFile(f"{path}: no safetensors file of float32 or bfloat16: {wrong}") from None
    return metadata, tensors


def as_in_files(name, tensor):
    """Convolutions are [row][column][in][out] in a file, those of heads and dense layers [in][out]."""
    if tensor.dim() == 4:
        return tensor[:, :, 0, 0].t() if name.startswith(("policy.", "value.")) else tensor.permute(2, 3, 1, 0)
    return tensor.t() if tensor.dim() == 2 else tensor


def file_tensors(network):
    """Name -> a view of the network's tensor as a file has it. The ownership head stays in training."""
    tensors = network.state_dict()
    return {name: as_in_files(name, tensors[name]) for name in tensors if not name.startswith("ownership.")}


def export(network, path, planes, about):
    """`planes`: what the network sees, "history 5". `about`: texts such as name, licence, komi."""
    lines, columns = network.shape["lines"], network.shape["columns"]
    metadata = {"architecture": "residual, post-activation", "planes": planes, "activation": "relu", "epsilon": "1e-5",
                "head_activation": network.head_activation,
                "board": str(lines) if lines == columns else f"{columns}x{lines}"}
    if network.shape["actions"] != lines * columns + 1:  # other than a point each and a pass
        metadata["actions"] = str(network.shape["actions"])
    write_safetensors(path, {**metadata, **about}, file_tensors(network))


HEADS = ("policy", "value")


@torch.no_grad()
def start_from(network, path):
    """Takes over another network's tensors where names and shapes agree. Returns the names of those, and of the rest."""
    ours, theirs = file_tensors(network), read_safetensors(path)[1]
    for head in HEADS:
        if not any(name.startswith(f"{head}.") for name in theirs):
            raise BadFile(f"{path} has no {head} head (no tensor {head}.*); a run begins from a residual network with the "
                          "names of docs/nets.md")
    common = [name for name in ours if name in theirs and ours[name].shape == theirs[name].shape]
    for name in common:
        ours[name].copy_(theirs[name])
    return common, [name for name in ours if name not in common]


COUNTERS = ("steps", "clipped", "refused", "gradient_norms")


def save_checkpoint(trainer, path):
    """Everything that the next step needs: weights, averages, the optimizer's memory, counters."""
    tensors = {f"weights/{name}": tensor for name, tensor in trainer.network.state_dict().items()}
    tensors.update({f"average/{name}": tensor for name, tensor in trainer.average.state_dict().items()})
    for name, parameter in trainer.network.named_parameters():
        memory = trainer.optimizer.state[parameter].items()
        tensors.update({f"{kind}/{name}": tensor for kind, tensor in memory if tensor is not None})  # no momentum, no tensor
    write_safetensors(path, {key: json.dumps(getattr(trainer, key)) for key in COUNTERS}, tensors)


def load_weights(network, tensors):
    """As load_state_dict, but what does not fit is told in a line."""
    wanted = network.state_dict()
    for name in wanted | tensors:
        stored, needed = (list(side[name].shape) if name in side else "nothing" for side in (tensors, wanted))
        if stored != needed:
            raise ValueError(f"{name} is {stored}, {needed} is wanted")
    network.load_state_dict(tensors)


def load_checkpoint(trainer, path):
    counters, tensors = read_safetensors(path)
    kinds = {}
    for key, tensor in tensors.items():
        kind, _, name = key.partition("/")
        kinds.setdefault(kind, {})[name] = tensor
    try:
        vars(trainer).update({key: json.loads(counters[key]) for key in COUNTERS})
        load_weights(trainer.network, kinds.pop("weights"))
        load_weights(trainer.average, kinds.pop("average"))
        for name, parameter in trainer.network.named_parameters():
            trainer.optimizer.state[parameter].update({kind: kinds[kind][name].to(parameter.device) for kind in kinds})
    except KeyError as absent:
        raise BadFile(f"{path}: no checkpoint of a training run: {absent} is missing") from None
    except (ValueError, TypeError) as wrong:
        raise BadFile(f"{path}: no checkpoint of this run: {wrong}") from None
