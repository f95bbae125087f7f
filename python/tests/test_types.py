"""Every public name has its types, the sources keep them, and a type checker can use them."""

import inspect
import os
import shutil
import subprocess

import pytest

import rootward as rw


def mypy(file):
    """Its answer to the file and to the package's public sources, which the file imports."""
    path = shutil.which("mypy")
    if path is None:
        pytest.skip("mypy is not installed (Debian's mypy)")
    private = ",".join(f"rootward.{name[:-3]}" for name in sorted(os.listdir(rw.__path__[0]))
                       if name.startswith("_") and name.endswith(".py") and name != "__init__.py")
    (file.parent / "mypy.ini").write_text(
        "[mypy]\nignore_missing_imports = True\n[mypy-optuna.*]\nfollow_imports = skip\n"
        f"[mypy-{private}]\nignore_errors = True\n")
    environment = {**os.environ, "MYPYPATH": os.path.dirname(rw.__path__[0])}
    return subprocess.run([path, file], cwd=file.parent, env=environment, capture_output=True, text=True)


def test_a_type_checker_sees_what_is_wrong(tmp_path):
    (tmp_path / "good.py").write_text(
        "import rootward as rw\n"
        "@rw.operator(kind='child', parameters={'g': rw.Parameter(-4)})\n"
        "def soft(x: object, g: float) -> float:\n    return g\n"
        "s = rw.search('connect4', backup=soft(g=-3), shadows=['max', soft], record=True)\n"
        "mean: float = s.simulations.value.mean() + s.value\n")
    (tmp_path / "bad.py").write_text(
        "import rootward as rw\nrw.search('connect4', budget=3).moves\nrw.search('connect4').simulations.values\n")
    good, bad = mypy(tmp_path / "good.py"), mypy(tmp_path / "bad.py")
    assert good.returncode == 0, good.stdout
    assert bad.returncode == 1
    for wrong in ('argument "budget"', 'attribute "moves"', 'attribute "values"'):
        assert wrong in bad.stdout


def test_every_public_name_has_its_types():
    for name in rw.__all__:
        thing = getattr(rw, name)
        members = inspect.getmembers(thing) if inspect.isclass(thing) else [(name, thing)]
        for member, found in members:
            found = getattr(found, "fget", found)  # a property's function
            if inspect.isfunction(found) and (member in ("__init__", "__call__") or not member.startswith("_")):
                wanted = {"return", *inspect.signature(found).parameters} - {"self"}
                assert found.__annotations__.keys() == wanted, f"{name}.{member}"
