"""The stubs say what the package has, and a type checker can use them."""

import os
import shutil
import subprocess

import pytest

import rootward as rw

PACKAGE = os.path.dirname(os.path.dirname(rw.__file__))


def run(tool, *arguments, folder):
    path = shutil.which(tool)
    if path is None:
        pytest.skip(f"{tool} is not installed (Debian's mypy)")
    environment = {**os.environ, "MYPYPATH": PACKAGE, "PYTHONPATH": PACKAGE}
    return subprocess.run([path, *arguments], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.slow
def test_stubs_and_package_agree(tmp_path):
    sources = sorted(name[:-3] for name in os.listdir(os.path.dirname(rw.__file__)) if name.endswith(".py"))
    modules = "mypy-" + ",".join([f"rootward.{name}" for name in sources if name != "__init__"] + ["rootward.adapters.*"])
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nignore_missing_imports = True\n[{modules}]\nignore_errors = True\n")
    (tmp_path / "allowed").write_text("rootward\\._core\n")  # private, and compiled
    found = run("stubtest", "rootward", "--ignore-missing-stub", "--allowlist", "allowed", "--ignore-unused-allowlist",
                "--mypy-config-file", "mypy.ini", folder=tmp_path)
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_type_checker_sees_what_is_wrong(tmp_path):
    (tmp_path / "good.py").write_text(
        "import rootward as rw\n"
        "@rw.operator(kind='child', parameters={'g': rw.Parameter(-4)})\n"
        "def soft(x: object, g: float) -> float:\n    return g\n"
        "s = rw.search('connect4', backup=soft(g=-3), shadows=['max', soft], record=True)\n"
        "mean: float = s.simulations.value.mean() + s.value\n")
    (tmp_path / "bad.py").write_text("import rootward as rw\nrw.search('connect4', budget=3).moves\n")
    good = run("mypy", "good.py", "--cache-dir", "cache", folder=tmp_path)
    bad = run("mypy", "bad.py", "--cache-dir", "cache", folder=tmp_path)
    assert good.returncode == 0, good.stdout
    assert bad.returncode == 1 and "budget" in bad.stdout


def test_every_public_name_has_its_stub():
    with open(os.path.join(os.path.dirname(rw.__file__), "__init__.pyi"), encoding="utf-8") as file:
        text = file.read()
    for name in rw.__all__:
        assert f"class {name}" in text or f"def {name}(" in text or f"\n{name}: " in text, name
