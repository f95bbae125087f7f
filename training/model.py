"""The network: a residual tower with a policy, a value and (in training only) an ownership head.

Modules have the names that docs/nets.md gives a file's tensors. Planes are [batch, planes, lines, columns]; out come
policy logits [batch, actions], values [batch] in [-1, 1] in the view of the player to move, and ownership logits
[batch, points]. Source: Silver et al. 2017 (AlphaGo Zero); the default sizes are those of Li & Lim 2020.
"""

import torch
from torch import nn
from torch.nn import functional


class Norm(nn.Module):
    """x -> scale (x - mean) / sqrt(variance + 1e-5) + bias. In training mode the batch at hand is measured, and kept as
    mean and variance; there are no running averages. In evaluation mode the kept ones are used."""

    def __init__(self, channels):
        super().__init__()
        self.scale, self.bias = nn.Parameter(torch.ones(channels)), nn.Parameter(torch.zeros(channels))
        self.register_buffer("mean", torch.zeros(channels))
        self.register_buffer("variance", torch.ones(channels))

    def forward(self, x):
        kept = (self.mean, self.variance)
        return functional.batch_norm(x, *kept, self.scale, self.bias, self.training, momentum=1.0, eps=1e-5)


class Dense(nn.Linear):
    """Computed as a convolution: torch's convolutions are fast everywhere, its BLAS (Debian's) is not."""

    def __init__(self, inputs, outputs, is_last=False):
        super().__init__(inputs, outputs)
        nn.init.zeros_(self.bias)
        nn.init.zeros_(self.weight) if is_last else nn.init.kaiming_normal_(self.weight, nonlinearity="relu")

    def forward(self, x):
        return functional.conv2d(x[:, :, None, None], self.weight[:, :, None, None], self.bias).flatten(1)


class Convolution(nn.Conv2d):
    def __init__(self, inputs, outputs, size):
        super().__init__(inputs, outputs, size, padding=size // 2, bias=False)
        nn.init.kaiming_normal_(self.weight, nonlinearity="relu")


class Block(nn.Module):
    """x -> relu(norm1(conv1(relu(norm0(conv0 x)))) + x)."""

    def __init__(self, filters):
        super().__init__()
        self.conv0, self.norm0 = Convolution(filters, filters, 3), Norm(filters)
        self.conv1, self.norm1 = Convolution(filters, filters, 3), Norm(filters)

    def forward(self, x):
        y = functional.relu_(self.norm0(self.conv0(x)))  # in place: a step takes a tenth less
        return functional.relu_(self.norm1(self.conv1(y)).add_(x))


class Head(nn.Module):
    """A 1x1 convolution with norm and activation: [batch, points x channels], as a file's dense layers count."""

    def __init__(self, inputs, channels, activation):
        super().__init__()
        self.conv, self.norm = Convolution(inputs, channels, 1), Norm(channels)
        self.activation = {"relu": functional.relu_, "identity": lambda x: x}[activation]

    def forward(self, x):
        return self.activation(self.norm(self.conv(x))).permute(0, 2, 3, 1).flatten(1)


class Network(nn.Module):
    def __init__(self, lines, columns, planes, actions, blocks=4, filters=32, policy_filters=2, value_filters=1,
                 value_hidden=256, head_activation="relu"):
        super().__init__()
        self.shape = {"lines": lines, "columns": columns, "planes": planes, "actions": actions}
        self.head_activation, self.tower = head_activation, [f"block{i}" for i in range(blocks)]
        self.stem = Convolution(planes, filters, 3)
        self.stem.norm = Norm(filters)
        for name in self.tower:
            self.add_module(name, Block(filters))
        self.policy = Head(filters, policy_filters, head_activation)
        self.policy.fc = Dense(lines * columns * policy_filters, actions, is_last=True)
        self.value = Head(filters, value_filters, head_activation)
        self.value.fc0 = Dense(lines * columns * value_filters, value_hidden)
        self.value.fc1 = Dense(value_hidden, 1, is_last=True)
        self.ownership = Convolution(filters, 1, 1)
        nn.init.zeros_(self.ownership.weight)

    def forward(self, planes):
        x = functional.relu_(self.stem.norm(self.stem(planes)))
        for name in self.tower:
            x = self.get_submodule(name)(x)
        value = self.value.fc1(functional.relu(self.value.fc0(self.value(x))))
        logits, owners = self.policy.fc(self.policy(x)), self.ownership(x).flatten(1)
        return logits.float(), torch.tanh(value.float()).squeeze(1), owners.float()  # f32 whatever the tower has
