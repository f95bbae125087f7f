"""Types of the Python reference: those of the package's stubs, which its sources do not repeat."""

import ast
import inspect
import pathlib
import re


def stub_signatures(tree, prefix=""):
    """(name, arguments, result) of everything that the stubs declare; a class has its constructor's arguments."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from stub_signatures(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            arguments = node.args
            if prefix and "staticmethod" not in map(ast.unparse, node.decorator_list):
                arguments.args = arguments.args[1:]
            is_constructor = node.name == "__init__"
            name = prefix.rstrip(".") if is_constructor else prefix + node.name
            yield name, f"({ast.unparse(arguments)})", None if is_constructor else ast.unparse(node.returns)


TREE = ast.parse((pathlib.Path(__file__).resolve().parents[2] / "python/rootward/__init__.pyi").read_text())
STUBS = {name: (arguments, result) for name, arguments, result in stub_signatures(TREE)}
ALIASES = {node.targets[0].id: ast.unparse(node.value) for node in TREE.body
           if isinstance(node, ast.Assign) and node.targets[0].id.startswith("_")} | {
    "_Frame": "pandas.DataFrame", "_AsksAndTells": "object"}


def written_out(text):
    while text and (alias := re.search(r"\b_[A-Z]\w+", text)) and alias[0] in ALIASES:
        text = text.replace(alias[0], ALIASES[alias[0]])
    return text


def typed_signature(app, what, name, thing, options, signature, result):
    """The stubs' in place of the sources', which have few types, with the sources' defaults; short names written out."""
    stub, of_stub = STUBS.get(name.removeprefix("rootward."), (signature, result))
    if stub is None or what == "property":
        return signature, result
    for key, parameter in inspect.signature(thing).parameters.items():
        if parameter.default is not parameter.empty:
            stub = re.sub(rf"\b({key}: [^=]*=)\.\.\.", lambda match: match[1] + repr(parameter.default), stub, count=1)
    return written_out(stub), written_out(of_stub)
