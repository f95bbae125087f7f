"""Steps of training: the loss, the optimizer, the rate, and the average of the weights that is exported."""

import copy
import math

import torch
from torch.nn import functional


def losses(outputs, batch, mix):
    """Policy, value and ownership loss, each the mean over the batch weighted by the samples' weights. A policy without
    entries, and a result and owners that are not known (NaN), add nothing; with mix 1 the result is not asked for.

    policy: CE(pi', p) = -sum pi' ln p. value: (z' - v)^2 with z' = (1 - mix) z + mix q, q the root's value.
    ownership: the mean over points of BCE, with target 1 mine, 0 the opponent's, 1/2 nobody's.
    Worked: pi' = (.5, .5), logits (0, ln 3): p = (.25, .75), CE = 0.836988. z = 1, q = 0, mix .25, v = .5: 0.0625.
    """
    logits, value, ownership = outputs
    share = batch.weight / batch.weight.sum()
    policy = -(batch.policy * functional.log_softmax(logits, dim=1)).sum(dim=1)
    target = (1 - mix) * batch.result + mix * batch.root_value if mix < 1 else batch.root_value
    target = torch.where(target.isnan(), value.detach(), target)
    owned = 0.5 * (batch.ownership + 1)
    points = functional.binary_cross_entropy_with_logits(ownership, owned.nan_to_num(), reduction="none").mean(dim=1)
    points = points * has_owners(batch)
    return torch.stack([share @ policy, share @ (target - value) ** 2, share @ points])


def has_owners(batch):
    return ~batch.ownership.isnan().any(dim=1)


@torch.no_grad()
def measure_norms(network, planes):
    """Sets every norm's statistics to those over the given positions."""
    network.train()(planes)


@torch.no_grad()
def measure(network, batch):
    """How well the network answers: means by weight over the rows that tell each; where none does, it is left out.
    `excess`: CE less the target's entropy. `root_value`, `correlation`: its value beside the root's (a teacher's, in
    games labelled anew): squared error, r."""
    logits, value, ownership = network.eval()(batch.planes)
    entropies = -batch.policy * functional.log_softmax(logits, dim=1)
    owned = 0.5 * (batch.ownership + 1).nan_to_num()
    each = {
        "policy": entropies.sum(dim=1), "excess": (entropies - torch.special.entr(batch.policy)).sum(dim=1),
        "top1": logits.argmax(dim=1) == batch.policy.argmax(dim=1),
        "value": (batch.result - value) ** 2, "sign": torch.sign(value) == batch.result,
        "ownership": functional.binary_cross_entropy_with_logits(ownership, owned, reduction="none").mean(dim=1),
        "root_value": (value - batch.root_value) ** 2,
    }
    taught, known = batch.policy.sum(dim=1) > 0, ~batch.result.isnan()
    tells = {"policy": taught, "excess": taught, "top1": taught, "value": known, "sign": known, "ownership": has_owners(batch)}
    told = {}
    for key, numbers in each.items():
        rows = tells.get(key, torch.ones_like(known))
        if (weight := batch.weight[rows]).sum() > 0:
            told[key] = (weight / weight.sum() @ numbers[rows].float()).item()
    if len(value) > 1:
        moments = torch.cov(torch.stack([value, batch.root_value]), aweights=batch.weight)
        if (moments.diag() > 0).all():
            told["correlation"] = (moments[0, 1] / moments.diag().sqrt().prod()).item()
    return told


def rate_at(phases, games):
    """The rate after so many games. phases: [{games, rate, rate_end?}], each `games` long, linear to `rate_end`.
    Worked: [{games: 10, rate: .1}, {games: 10, rate: .02, rate_end: 0}]: .1 after 5, .02 after 10, .01 after 15."""
    for phase in phases:
        end = phase.get("rate_end", phase["rate"])
        if games < phase["games"]:
            return phase["rate"] + (end - phase["rate"]) * games / phase["games"]
        games -= phase["games"]
    return end


class Trainer:
    """Carries a network from step to step; `average` is the network with exponentially averaged weights."""

    WARM_UP = 500  # steps over which the rate rises to its own
    CLIP = 10.0  # times the median of the last 101 gradient norms

    def __init__(self, network, optimizer, loss, average, precision="f32"):
        """The three maps of a configuration's `training`. Weights decay; the norms' scales and all biases do not.
        With precision bf16 a step's convolutions are computed in bf16; weights, sums and the losses stay f32."""
        self.network, self.loss, self.is_short = network, loss, precision == "bf16"
        self.average, self.decay = copy.deepcopy(network), average
        self.steps = self.clipped = self.refused = 0
        self.gradient_norms = []
        decayed, free = ([p for p in network.parameters() if (p.dim() > 1) == is_matrix] for is_matrix in (True, False))
        groups = [{"params": decayed, "weight_decay": optimizer["weight_decay"]}, {"params": free, "weight_decay": 0}]
        sgd = lambda: torch.optim.SGD(groups, lr=0.0, momentum=optimizer["momentum"])
        adamw = lambda: torch.optim.AdamW(groups, lr=0.0, betas=(optimizer["momentum"], 0.999))
        self.optimizer = {"sgd": sgd, "adamw": adamw}[optimizer["name"]]()

    def step(self, batch, rate):
        """Returns the three parts of the loss. A step whose gradient is not finite is counted and not taken."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.steps + 1) / self.WARM_UP)
        with torch.autocast(batch.planes.device.type, torch.bfloat16, enabled=self.is_short):
            outputs = self.network(batch.planes)
        policy, value, ownership = parts = losses(outputs, batch, self.loss["mix"])
        self.optimizer.zero_grad(set_to_none=True)
        (policy + self.loss["value"] * value + self.loss["ownership"] * ownership).backward()
        median = sorted(self.gradient_norms or [0.0])[len(self.gradient_norms) // 2]
        limit = self.CLIP * median or math.inf  # where nothing was learnt so far nothing is too much
        norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), limit).item()
        self.steps += 1
        self.clipped += limit < norm < math.inf
        if math.isfinite(norm):
            self.gradient_norms = (self.gradient_norms + [min(norm, limit)])[-101:]
            self.optimizer.step()
            self._average()
        else:
            self.refused += 1
        return parts.detach()

    @torch.no_grad()
    def _average(self):
        decay = min(self.decay, (1 + self.steps) / (10 + self.steps))  # the first steps count for little
        for mean, parameter in zip(self.average.parameters(), self.network.parameters()):
            mean.lerp_(parameter, 1 - decay)
