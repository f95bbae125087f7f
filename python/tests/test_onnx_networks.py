"""PyTorch modules and ONNX files as networks of ours: the same outputs, and refusals by name."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import rootward as rw

torch = pytest.importorskip("torch", reason="Debian's python3-torch")
onnx = pytest.importorskip("onnx", reason="Debian's python3-onnx")
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

PLANES = "history 1, black_to_move"
TOLERANCE = 1e-5


def shaken(module, seed=1):
    """Every number drawn, the norms' running means and variances too."""
    torch.manual_seed(seed)
    for tensor in module.state_dict().values():
        if tensor.dtype == torch.float32:
            tensor.copy_(torch.rand_like(tensor) + 0.5 if tensor.dim() == 1 else
                         torch.randn_like(tensor) / tensor[0].numel() ** 0.5)
    return module.eval()


class Block(nn.Module):
    def __init__(self, filters, activation=torch.relu):
        super().__init__()
        self.activation = activation
        self.conv1, self.norm1 = nn.Conv2d(filters, filters, 3, padding=1, bias=False), nn.BatchNorm2d(filters)
        self.conv2, self.norm2 = nn.Conv2d(filters, filters, 3, padding=1, bias=False), nn.BatchNorm2d(filters)

    def forward(self, x):
        y = self.activation(self.norm1(self.conv1(x)))
        return self.activation(x + self.norm2(self.conv2(y)))


class PreBlock(Block):
    def forward(self, x):
        y = self.conv1(torch.relu(self.norm1(x)))
        return x + self.conv2(torch.relu(self.norm2(y)))


class Residual(nn.Module):
    """The layout that most implementations of AlphaZero have."""

    def __init__(self, block=Block, planes=3, filters=8, cells=42, actions=7, activation=torch.relu):
        super().__init__()
        self.activation = activation
        self.stem = nn.Sequential(nn.Conv2d(planes, filters, 3, padding=1), nn.BatchNorm2d(filters), nn.ReLU())
        self.tower = nn.Sequential(*(block(filters, activation) for _ in range(2)))
        self.policy = nn.Sequential(nn.Conv2d(filters, 2, 1), nn.BatchNorm2d(2), nn.ReLU())
        self.logits = nn.Linear(2 * cells, actions)
        self.value = nn.Sequential(nn.Conv2d(filters, 1, 1), nn.BatchNorm2d(1), nn.ReLU())
        self.hidden, self.last = nn.Linear(cells, 16), nn.Linear(16, 1)

    def trunk(self, planes):
        return self.tower(self.stem(planes))

    def forward(self, planes):
        x = self.trunk(planes)
        logits = self.logits(self.policy(x).view(planes.size(0), -1))
        return logits, torch.tanh(self.last(self.activation(self.hidden(self.value(x).flatten(1)))))


class Pooled(Residual):
    """A value from the channels' means, and log-probabilities."""

    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(8, 16)

    def forward(self, planes):
        x = self.trunk(planes)
        v = torch.tanh(self.last(torch.relu(self.hidden(functional.adaptive_avg_pool2d(x, 1).flatten(1)))))
        return v.squeeze(1), functional.log_softmax(self.logits(self.policy(x).flatten(1)), dim=1)


class Projected(Residual):
    """A skip with a convolution of its own, a skip after an activation, numbers scaled and moved, channels last."""

    def __init__(self):
        super().__init__()
        self.wide, self.skip = nn.Conv2d(8, 12, 5, padding=2), nn.Conv2d(8, 12, 1)
        self.policy, self.value = nn.Conv2d(12, 2, 1), nn.Conv2d(12, 1, 1)
        self.dense_norm = nn.BatchNorm1d(16)

    def forward(self, planes):
        x = self.trunk(planes * 2 - 1)
        x = torch.relu(self.wide(x) + self.skip(x))
        x = torch.relu(x) + torch.tanh(x) / 2
        p = self.policy(x).permute(0, 2, 3, 1).reshape(-1, 84)
        h = torch.relu(self.dense_norm(self.hidden(torch.relu(self.value(x).flatten(1)))))
        return self.logits(p), torch.tanh(self.last(h)), x


class GoPoints(nn.Module):
    """9x9 Go, points and pass."""

    def __init__(self):
        super().__init__()
        self.network = Residual(planes=4, cells=81, actions=82)

    def forward(self, planes):
        logits, value = self.network(planes)
        return torch.softmax(logits, 1), value


def some_positions(game, count=40):
    rng, positions = np.random.default_rng(3), []
    while len(positions) < count:
        position = rw.Game(game).start()
        for _ in range(rng.integers(0, 25)):
            after = position.after(rng.choice(position.legal))
            if not after.legal:
                break
            position = after
        positions.append(position)
    return positions


def expect_the_same(module, path, game=("connect4"), planes=PLANES):
    """The file's values and priors are the module's."""
    encoder, network, positions = rw.Encoder(game, planes), rw.Network(path, game), some_positions(game)
    with torch.no_grad():
        outputs = [one.numpy().astype(np.float64) for one in module(torch.from_numpy(encoder.encode(positions)))]
    theirs = next(one for one in outputs if one.size == len(positions)).ravel()
    logits = next(one for one in outputs if one.shape == (len(positions), encoder.actions))
    if (logits >= 0).all() and np.allclose(logits.sum(1), 1):
        logits = np.log(logits)
    values, priors = network.evaluate(positions)
    assert np.abs(values).max() > 0.01 and np.std(values) > 1e-3, "the network says nothing"
    np.testing.assert_allclose(values, theirs, atol=TOLERANCE)
    for i, position in enumerate(positions):
        places = encoder.places(position)
        weights = np.exp(logits[i, places] - logits[i, places].max())
        np.testing.assert_allclose(priors[i, places], weights / weights.sum(), atol=TOLERANCE)


MODULES = {"post": Residual, "pre": lambda: Residual(PreBlock), "pooled": Pooled, "projected": Projected,
           "silu": lambda: Residual(activation=functional.silu), "mish": lambda: Residual(activation=functional.mish)}


@pytest.mark.parametrize("kind", MODULES)
def test_a_module_gives_the_same_in_rootward(tmp_path, kind):
    module = shaken(MODULES[kind]())
    module.train()
    rw.export_network(module, tmp_path / "mine.safetensors", game="connect4", planes=PLANES, name="mine", licence="MIT")
    assert module.training
    expect_the_same(module.eval(), tmp_path / "mine.safetensors")


def test_a_module_for_go_gives_the_same(tmp_path):
    module = shaken(GoPoints())
    rw.export_network(module, tmp_path / "go.safetensors", game="go:9", planes="history 2")
    expect_the_same(module, tmp_path / "go.safetensors", "go:9", "history 2")


def written(module, path, shape=(1, 3, 6, 7), **more):
    torch.onnx.export(module.eval(), torch.zeros(shape), str(path), opset_version=more.pop("opset_version", 13), **more)
    return path


@pytest.mark.parametrize("kind", MODULES)
@pytest.mark.parametrize("keeps_norms", [False, True])
def test_an_onnx_file_gives_the_same(tmp_path, kind, keeps_norms):
    module = shaken(MODULES[kind]())
    more = {"training": torch.onnx.TrainingMode.PRESERVE, "do_constant_folding": False} if keeps_norms else {}
    batch = {"input_names": ["planes"], "dynamic_axes": {"planes": {0: "batch"}}}
    file = written(module, tmp_path / "theirs.onnx", **more, **batch)
    names = {node.op_type for node in onnx.load(str(file)).graph.node}
    assert ("BatchNormalization" in names) == (keeps_norms or kind in ("pre", "projected"))
    outputs = [one.name for one in onnx.load(str(file)).graph.output]
    policy = 1 if kind == "pooled" else 0
    rw.convert_onnx(file, tmp_path / "ours.safetensors", game="connect4", planes=PLANES, policy=outputs[policy],
                    value=outputs[1 - policy])
    expect_the_same(module, tmp_path / "ours.safetensors")


class Gated(Residual):
    def trunk(self, planes):
        x = super().trunk(planes)
        return x * torch.sigmoid(x.mean((2, 3), keepdim=True))


class Leaky(Residual):
    def __init__(self):
        super().__init__(activation=functional.leaky_relu)


class WinDrawLoss(Residual):
    def __init__(self):
        super().__init__()
        self.last = nn.Linear(16, 3)

    def forward(self, planes):
        x = self.trunk(planes)
        return self.logits(self.policy(x).flatten(1)), torch.softmax(self.last(self.hidden(self.value(x).flatten(1))), 1)


class Unbounded(Residual):
    def forward(self, planes):
        x = self.trunk(planes)
        return self.logits(self.policy(x).flatten(1)), self.last(self.hidden(self.value(x).flatten(1)))


class Strided(Residual):
    def __init__(self):
        super().__init__()
        self.stem[0] = nn.Conv2d(3, 8, 2, stride=2)
        self.logits, self.hidden = nn.Linear(18, 7), nn.Linear(9, 16)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn, self.logits, self.last = nn.LSTM(21, 8, batch_first=True), nn.Linear(48, 7), nn.Linear(48, 1)

    def forward(self, planes):
        x = self.rnn(planes.permute(0, 2, 1, 3).flatten(2))[0].flatten(1)
        return self.logits(x), torch.tanh(self.last(x))


REFUSED = {"Gated": (Gated, "Sigmoid"), "Leaky": (Leaky, "LeakyRelu"), "WinDrawLoss": (WinDrawLoss, "win, draw, loss"),
           "Unbounded": (Unbounded, "is not tanh of one number"), "Strided": (Strided, "strides [2, 2]"),
           "Recurrent": (Recurrent, "Recurrent: node"),
           "Policy": (lambda: nn.Sequential(nn.Flatten(), nn.Linear(126, 7)), "0 outputs have the 1 numbers of a value"),
           "Other": (lambda: Residual(planes=17), "cannot be read as a graph with planes [1, 3, 6, 7]"),
           "Board": (lambda: Residual(actions=9), "0 outputs have the 7 numbers of a policy")}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_not_run_is_refused_by_name_and_nothing_is_written(tmp_path, kind):
    make, message = REFUSED[kind]
    with pytest.raises(rw.UsageError) as refusal:
        rw.export_network(make().eval(), tmp_path / "mine.safetensors", game="connect4", planes=PLANES)
    assert message in str(refusal.value)
    assert os.listdir(tmp_path) == []


def test_other_planes_and_games_are_refused(tmp_path):
    module = Residual()
    for game, planes, message in (("tictactoe", "history 1", "tictactoe"), ("connect4", "history 99", "history")):
        with pytest.raises(rw.UsageError, match=message):
            rw.export_network(module, tmp_path / "mine.safetensors", game=game, planes=planes)


def test_damaged_files_and_wrong_inputs_are_named(tmp_path):
    good = written(shaken(Residual()), tmp_path / "good.onnx")
    bytes_ = good.read_bytes()
    cases = {"cut.onnx": bytes_[: len(bytes_) // 2], "empty.onnx": b"", "text.onnx": b"no network at all", "absent.onnx": None}
    for name, content in cases.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(rw.UsageError, match=name):
            rw.convert_onnx(tmp_path / name, tmp_path / "out.safetensors", game="connect4", planes=PLANES)
    with pytest.raises(rw.UsageError, match=r"its input .* is \[1, 3, 6, 7\]; the game's planes are \[batch, 2, 6, 7\]"):
        rw.convert_onnx(good, tmp_path / "out.safetensors", game="connect4", planes="history 1")
    with pytest.raises(rw.UsageError, match="has no output logits; its outputs: "):
        rw.convert_onnx(good, tmp_path / "out.safetensors", game="connect4", planes=PLANES, policy="logits")
    assert not (tmp_path / "out.safetensors").exists()


def test_numbers_that_are_not_finite_are_refused(tmp_path):
    module = shaken(Residual())
    module.last.weight.data[0, 0] = float("nan")
    with pytest.raises(rw.UsageError, match="finite"):
        rw.export_network(module, tmp_path / "mine.safetensors", game="connect4", planes=PLANES)


def test_the_command_converts_and_refuses(tmp_path):
    file = written(shaken(Residual()), tmp_path / "theirs.onnx")

    def call(*words):
        return subprocess.run([sys.executable, "-m", "rootward.onnx_networks", *map(str, words)], capture_output=True,
                              text=True, cwd=tmp_path)

    done = call(file, "ours.safetensors", "--game", "connect4", "--planes", PLANES, "--licence", "MIT")
    assert done.returncode == 0, done.stderr
    expect_the_same(shaken(Residual()), tmp_path / "ours.safetensors")
    wrong = call(file, "other.safetensors", "--game", "connect4", "--planes", "history 1")
    assert wrong.returncode == 2 and "theirs.onnx: its input" in wrong.stderr
    assert not Path(tmp_path, "other.safetensors").exists()
