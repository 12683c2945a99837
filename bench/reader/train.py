"""Trains a reader: how likely a block answers a question, and which part of it does.

    python3 train.py DATA.npz CONFIG.json OUT_DIR

CONFIG is a list of runs, each {"name", "base": "bert"|"mpnet"|"pack", "file", "layers", "epochs", "rate", "batch", "seconds", "teacher",
"round", "frozen", "mine", "shown", "seen"}. For each it writes NAME.json (figures) and, of those that round their weights, NAME.npz, from which
.ci/convert-reader-pack.py makes a pack, and every ten minutes NAME-STEP.npz. Without "seconds", the same data, seed and kind of machine give the
same weights. "pack" goes on from a pack; "frozen" is how many of the lowest layers do not learn; "mine": {"loss", "others", "blocks"} leaves out
groups with less loss than that but for a share of them, and blocks but for so many; "shown": how often the loss is logged; "seen": false leaves
out the figures on what was learned from.

The loss of a group is that of a choice among its blocks and "none of them", whose score is 0 (a conditional logit; McFadden 1974).
The answering blocks of 30 in 100 groups are left out, so that none is right. A teacher's choice is followed at twice its temperature (Hinton et al., arXiv 1503.02531).
"""

import json
import math
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import numpy as np
import torch
from torch.nn import functional as F

from encoder import bert_reader, dither, exported, mpnet_reader, pack_reader
from groups_data import BLOCKS, DEVICE, Data

CALLS = 1 if DEVICE.type == "cuda" else 3
SAVED_EVERY = 600
WITHOUT_ANSWER = 0.3
PART_WEIGHT = 0.5
TEACHER_WEIGHT, TEMPERATURE = 0.7, 2.0


def scores_of(model, ids, present):
    """[groups × blocks × length] → [groups × blocks], [groups × blocks × length]. An accelerator reads all at once, a processor blocks of like
    length together, and only those that there are."""
    groups, blocks, length = ids.shape
    ids, present = ids.reshape(-1, length), present.reshape(-1, length)
    lengths = present.sum(1)
    order = lengths.argsort(stable=True)
    if CALLS > 1:
        order = order[lengths[order] > 1]
    answers, parts = torch.zeros(len(ids), device=DEVICE), torch.zeros(ids.shape, device=DEVICE)
    with torch.autocast(DEVICE.type, torch.bfloat16, enabled=DEVICE.type == "cuda"):
        for some in order.chunk(CALLS):
            most = min(length, -(-int(lengths[some[-1]]) // 8) * 8)
            found, part = model(ids[some, :most], present[some, :most])
            answers = answers.index_put((some,), found.float())
            parts = parts.index_put((some,), F.pad(part.float(), (0, length - most)))
    return answers.view(groups, blocks), parts.view(groups, blocks, length)


def with_none(scores, allowed):
    """[groups × blocks] → [groups × 1 + blocks] with the score of "none" first."""
    scores = scores.masked_fill(~allowed, -1e4)
    return torch.cat([torch.zeros_like(scores[:, :1]), scores], dim=1)


def losses_of(logs, right):
    target = torch.cat([~right.any(1, keepdim=True), right], dim=1)
    return -torch.logsumexp(logs.masked_fill(~target, -1e4), dim=1)


def loss_of(model, data, groups, generator, teacher=None, blocks=None):
    forms = (generator.random(len(groups)) < 0.5).astype(np.int64)
    ids, present, parts, gold, keyed = data.batch(groups, forms, blocks)
    dropped = torch.as_tensor(generator.random(len(groups)) < WITHOUT_ANSWER, device=DEVICE)
    allowed = (gold >= 0) & ~(dropped[:, None] & (gold > 0))
    scores, part = scores_of(model, ids, present)
    logs = with_none(scores, allowed).log_softmax(1)
    right = (gold > 0) & allowed
    loss = losses_of(logs, right).mean()
    if teacher is not None:
        taught = with_none(teacher[torch.as_tensor(groups, device=DEVICE)], allowed)
        wanted = (taught / TEMPERATURE).softmax(1)
        follow = F.kl_div((with_none(scores, allowed) / TEMPERATURE).log_softmax(1), wanted, reduction="batchmean")
        loss = (1 - TEACHER_WEIGHT) * loss + TEACHER_WEIGHT * TEMPERATURE**2 * follow
    shown = (keyed & right)[..., None] & present
    if shown.any():
        loss = loss + PART_WEIGHT * F.binary_cross_entropy_with_logits(part[shown], parts[shown].float())
    return loss


def schedule(done, warm=1 / 16):
    """The share of the highest rate when a share of the steps, or of the time, is done."""
    return min(done / warm, max(0.0, (1 - done) / (1 - warm)))


def batches(data, groups, size, generator):
    """Batches of groups of like length, in any order."""
    order = generator.permutation(groups)
    pools = [order[at : at + 50 * size] for at in range(0, len(order), 50 * size)]
    found = []
    for pool in pools:
        pool = pool[np.argsort(data.longest_of[pool], kind="stable")]
        found += [pool[at : at + size] for at in range(0, len(pool), size)]
    return [found[at] for at in generator.permutation(len(found))]


def mined(model, data, run, generator):
    """The groups that the reader, as it begins, gets wrong or is not sure of, with some of the others, and of each group the answering blocks
    and those that it takes for answers first. Returns the groups and, for all of the data, the numbers of the blocks."""
    groups = np.flatnonzero(~data.held)
    scores = read_all(model, data, groups=groups)
    hardest = torch.where(data.gold > 0, 1e4, scores).argsort(dim=1, descending=True)[:, : run["mine"]["blocks"]]
    allowed = data.gold >= 0
    losses = losses_of(with_none(scores, allowed).log_softmax(1), data.gold > 0).cpu().numpy()[groups]
    kept = (losses > run["mine"]["loss"]) | (generator.random(len(groups)) < run["mine"]["others"])
    print(run["name"], "mined", int(kept.sum()), "of", len(groups), "loss", round(float(losses.mean()), 3), flush=True)
    return groups[kept], hardest.cpu().numpy()


def freeze(model, layers):
    """The embeddings and the lowest layers learn no further, which saves the way back through them."""
    for module in [model.words, model.positions, model.norm, *model.layers[:layers]]:
        module.requires_grad_(False)


def optimiser_of(model, run):
    learning = [parameter for parameter in model.parameters() if parameter.requires_grad]
    decayed = [p for p in learning if p.dim() > 1]
    plain = [p for p in learning if p.dim() <= 1]
    # Where decay would pull the weights of a trained reader back it costs more than it helps.
    decay = 0.0 if run["base"] == "pack" else 0.01
    groups = [{"params": decayed, "weight_decay": decay}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=run["rate"], betas=(0.9, 0.98)), learning


def train(model, data, run, out, teacher=None):
    generator = np.random.default_rng(11)
    torch.manual_seed(11)
    if "frozen" in run:
        freeze(model, run["frozen"])
    groups, blocks = mined(model, data, run, generator) if "mine" in run else (np.flatnonzero(~data.held), None)
    is_rounded = run["base"] == "pack" and run.get("round")
    if is_rounded:
        dither(model, torch.Generator().manual_seed(11))
        model.round_weights()
    repeated = [groups]
    for name, times in run.get("weights", {}).items():
        mine = groups[data.sets[groups] == name]
        repeated += [mine] * (times - 1)
    groups = np.concatenate(repeated)
    size = run.get("batch", 64)
    plan = [batch for _ in range(run["epochs"]) for batch in batches(data, groups, size, generator)]
    optimiser, learning = optimiser_of(model, run)
    began, saved, log, sums = time.time(), 0, [], []
    model.train()
    for step, batch in enumerate(plan, 1):
        spent = time.time() - began
        done = max((step - 1) / len(plan), spent / run.get("seconds", math.inf))
        if done >= 1:
            break
        if run.get("round") and not is_rounded and done > 0.5:
            is_rounded = True
            model.round_weights()
        for part in optimiser.param_groups:
            part["lr"] = run["rate"] * max(schedule(done), 1e-3)
        loss = loss_of(model, data, batch, generator, teacher, blocks)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learning, 1.0)
        optimiser.step()
        sums.append(loss.item())
        if step % run.get("shown", 100) == 0 or step == len(plan):
            log.append([step, round(float(np.mean(sums)), 3), round(time.time() - began, 1)])
            sums = []
            print(run["name"], step, "/", len(plan), log[-1], flush=True)
        if spent - saved > SAVED_EVERY:
            saved = spent
            np.savez(out / f"{run['name']}-{step}.npz", **exported(model))
    return log


@torch.no_grad()
def read_all(model, data, form=0, size=128, groups=None):
    """Scores of the blocks of all groups, or of some."""
    model.eval()
    scores = torch.full((data.count, BLOCKS), -1e4, device=DEVICE)
    read = np.arange(data.count) if groups is None else groups
    order = read[np.argsort(data.longest_of[read], kind="stable")]
    for at in range(0, len(order), size):
        groups = order[at : at + size]
        ids, present, *_ = data.batch(groups, np.full(len(groups), form))
        found, _ = scores_of(model, ids, present)
        scores[torch.as_tensor(groups, device=DEVICE)] = found
    return scores


def area(right, wrong):
    """The chance that a right one has more than a wrong one (AUROC)."""
    if len(right) == 0 or len(wrong) == 0:
        return None
    both = np.concatenate([right, wrong])
    ranks = np.empty(len(both))
    ranks[np.argsort(both, kind="stable")] = np.arange(1, len(both) + 1)
    return float((ranks[: len(right)].sum() - len(right) * (len(right) + 1) / 2) / (len(right) * len(wrong)))


def figures(data, scores, held=True):
    scores, gold = scores.cpu().numpy(), data.gold.cpu().numpy()
    result = {}
    chosen = data.held == held
    for name in sorted(set(data.sets)):
        mine = chosen & (data.sets == name)
        answered, unanswered = mine & (gold > 0).any(1), mine & ~(gold > 0).any(1)
        masked = np.where(gold >= 0, scores, -1e9)
        best = masked.argmax(1)
        right = gold[np.arange(len(gold)), best] > 0
        top = masked.max(1)
        without = np.where(gold > 0, -1e9, masked).max(1)
        taken = area(top[answered], without[answered])
        result[name] = {"groups": int(mine.sum()), "first": round(float(right[answered].mean()), 3) if answered.any() else None,
                        "auroc": area(top[answered], top[unanswered]), "auroc_taken_out": taken}
    return result


BASES = {
    "bert": lambda run: bert_reader(run["file"], run.get("layers")),
    "pack": lambda run: pack_reader(run["file"]),
    "mpnet": lambda run: mpnet_reader(run["file"], run.get("own_pieces"), run.get("pieces")),
}


def main(data_file, config, out):
    torch.use_deterministic_algorithms(True, warn_only=True)
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    data = Data(data_file)
    print("data", data.count, round(time.time() - began, 1), flush=True)
    taught = {}
    for run in json.loads(Path(config).read_text()):
        model = BASES[run["base"]](run).to(DEVICE)
        log = train(model, data, run, out, taught.get(run.get("teacher")))
        taught[run["name"]] = save(model, data, run, log, out)


def save(model, data, run, log, out):
    """Returns the scores of all blocks, for those who learn from this reader."""
    if run.get("round"):
        np.savez_compressed(out / f"{run['name']}.npz", **exported(model))
    scores = read_all(model, data, groups=None if run.get("seen", True) else np.flatnonzero(data.held))
    report = {"run": run, "log": log, "held": figures(data, scores)}
    if run.get("seen", True):
        report["seen"] = figures(data, scores, held=False)
    (out / f"{run['name']}.json").write_text(json.dumps(report, indent=1))
    print(run["name"], json.dumps(report["held"]), flush=True)
    return scores


if __name__ == "__main__":
    main(*sys.argv[1:])
