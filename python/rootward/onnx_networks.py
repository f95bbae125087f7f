"""Networks made elsewhere, PyTorch modules and ONNX files, as files that rootward runs.

``python3 -m rootward.onnx_networks FILE.onnx OUT.safetensors --game connect4 --planes "history 1"`` converts a file.
Both ways need Debian's python3-onnx (or onnx from PyPI), and a module needs PyTorch.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from typing import Any

import numpy as np

from . import _core
from ._network_plan import Plan
from ._onnx_graph import Graph, read_graph
from ._types import Config, FilePath
from .errors import RunError, UsageError
from .networks import Encoder

__all__ = ["convert_onnx", "export_network"]

OPSET = 13


def import_onnx():
    try:
        import onnx
    except ImportError:
        raise UsageError("networks of others are read by the package onnx, which this Python does not have; Debian's "
                         "python3-onnx has it") from None
    return onnx


def chosen_output(graph: Graph, what: str, asked: str | None, count: int) -> str:
    """The output of so many numbers a position; ``asked`` names one where there are several."""
    shown = ", ".join(f"{name} {['batch', *sizes[1:]]}" for name, sizes in graph.outputs) or "none"
    if asked is not None:
        if asked not in [name for name, _ in graph.outputs]:
            raise UsageError(f"{graph.label}: has no output {asked}; its outputs: {shown}")
        return asked
    found = [name for name, sizes in graph.outputs if None not in sizes[1:] and int(np.prod(sizes[1:])) == count]
    if len(found) != 1:
        hint = f"name the right one by {what}=" if found else "it is no policy-value network of this game"
        if not found and what == "value" and any(sizes[1:] == [3] for _, sizes in graph.outputs):
            hint = "a value of three numbers (win, draw, loss) is not run here; one number by tanh is"
        if any(None in sizes[1:] for _, sizes in graph.outputs):
            hint = f"a size is not stated; name the right one by {what}="
        raise UsageError(f"{graph.label}: {len(found)} outputs have the {count} numbers of a {what}; its outputs: {shown}; {hint}")
    return found[0]


def write_model(model, label: str, path, game, planes: str, outputs: dict[str, str | None], about: dict[str, str]):
    encoder = Encoder(game, planes)
    graph = read_graph(model, label)
    policy = chosen_output(graph, "policy", outputs["policy"], encoder.actions)
    value = chosen_output(graph, "value", outputs["value"], 1)
    plan = Plan(graph, (encoder.lines, encoder.columns, encoder.planes, encoder.actions), policy, value)
    metadata, tensors = plan.file()
    texts = {key: str(text) for key, text in about.items() if text}
    _core.write_network(os.fspath(path), {"description": f"from {label}", "planes": planes, **texts, **metadata}, tensors)


def convert_onnx(file: FilePath, path: FilePath, *, game: Config, planes: str, policy: str | None = None,
                 value: str | None = None, name: str = "", licence: str = "") -> None:
    """Writes the residual policy-value network of an ONNX file as ``path``, which rootward runs.

    ``planes`` says what the network sees, "history 5" (docs/nets.md), each [lines, columns] as ``Encoder`` gives
    them. Outputs are a logit or a probability an action, and one number by tanh; ``policy`` and ``value`` name them
    where their sizes do not. ``name`` and ``licence`` go into the file. UsageError names the node that is not run
    here; nothing is written then.

    >>> import rootward as rw
    >>> try:
    ...     rw.convert_onnx("no-such-file.onnx", "mine.safetensors", game="connect4", planes="history 1")
    ... except rw.UsageError as error:
    ...     "no-such-file.onnx" in str(error) or "python3-onnx" in str(error)
    True
    """
    onnx = import_onnx()
    label = os.fspath(file)
    try:
        model = onnx.load(label)
        onnx.checker.check_model(model)
    except OSError as error:
        raise UsageError(f"{label}: {error.strerror or error}") from None
    except Exception as error:  # protobuf and the checker have errors of their own
        raise UsageError(f"{label}: is no ONNX file: {str(error).strip().splitlines()[0]}") from None
    write_model(model, label, path, game, planes, {"policy": policy, "value": value}, {"name": name, "licence": licence})


def export_network(module: Any, path: FilePath, *, game: Config, planes: str, policy: str | None = None,
                   value: str | None = None, name: str = "", licence: str = "") -> None:
    """Writes a PyTorch module as ``path``, a network that rootward runs.

    ``module`` takes planes [batch, planes, lines, columns] as ``Encoder(game, planes)`` gives them and returns
    (logits or probabilities [batch, actions], values [batch] or [batch, 1] by tanh, for who moves), and maybe more,
    which is left out. It is run once in evaluation mode. The rest is as for ``convert_onnx``.

    >>> import rootward as rw
    >>> try:
    ...     rw.export_network("weights", "mine.safetensors", game="connect4", planes="history 1")
    ... except rw.UsageError as error:
    ...     print(error)
    str: is no PyTorch module
    """
    label = type(module).__name__
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(module, torch.nn.Module):
        raise UsageError(f"{label}: is no PyTorch module")
    onnx = import_onnx()
    encoder = Encoder(game, planes)
    shape = (1, encoder.planes, encoder.lines, encoder.columns)
    like = next(module.parameters(), torch.zeros(1))
    were_training = [(one, one.training) for one in module.modules()]  # parts may be frozen
    written = io.BytesIO()
    try:
        module.eval()
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.onnx.export(module, torch.zeros(shape, dtype=like.dtype, device=like.device), written, opset_version=OPSET)
    except Exception as error:  # whatever the module raises
        raise UsageError(f"{label}: cannot be read as a graph with planes {list(shape)}: "
                         f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}") from error
    finally:
        for one, was_training in were_training:
            one.training = was_training
    write_model(onnx.load_from_string(written.getvalue()), label, path, game, planes, {"policy": policy, "value": value},
                {"name": name, "licence": licence})


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m rootward.onnx_networks",
                                     description="Write an ONNX file's residual policy-value network as one of rootward's.")
    parser.add_argument("file", help="the ONNX file")
    parser.add_argument("out", help="the safetensors file to write, replaced where it is there")
    parser.add_argument("--game", required=True, help="the game: connect4, go:9, or a map")
    parser.add_argument("--planes", required=True, help='what the network sees, such as "history 5" (docs/nets.md)')
    parser.add_argument("--policy", help="the output with a logit an action, where sizes do not say which it is")
    parser.add_argument("--value", help="the output with the value, the same")
    parser.add_argument("--name", default="", help="a name for the file")
    parser.add_argument("--licence", default="", help="the network's licence")
    given = vars(parser.parse_args(arguments))
    file, out = given.pop("file"), given.pop("out")
    try:
        convert_onnx(file, out, **given)
    except (UsageError, RunError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    print(f"{out}: written; rootward tool net info {out} shows it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
