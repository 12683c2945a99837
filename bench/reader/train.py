"""Trains a reader: how likely a block answers a question, and which part of it does.

    python3 train.py DATA.npz CONFIG.json OUT_DIR

CONFIG is a list of runs, each {"name", "base": "bert"|"mpnet"|"pack", "file", "layers", "epochs", "rate", "batch", "seconds", "teacher", "new",
"round", "frozen", "read", "without", "shown", "watched", "seen", "after", "flat"}. For each it writes NAME.json (figures) and, of those that round their weights, NAME.npz, from which
.ci/convert-reader-pack.py makes a pack, and NAME.pt, and every quarter of an hour NAME-STEP.npz. Without "seconds", the same data, seed and kind of machine give the
same weights. "pack" goes on from a pack, or from the unrounded weights NAME.pt of another run that did ("after"); "flat": the rate
does not fall; "teacher": a pack whose choice is followed in all sets but those of "new", so that little is forgotten; "frozen" is how many of the lowest layers do not learn; "read": how many blocks of a group are read at
once; "without": the share of groups whose answering blocks are left out, so that none is right; "shown": how often the loss is logged; "watched":
how many groups of each set's `fit` part are measured with each time; "seed"; "drop": the share of numbers left out; "seen": false leaves out the figures on what was learned from.

The loss of a group is that of a choice among its blocks and "none of them", whose score is 0 (a conditional logit; McFadden 1974).
A teacher's choice is followed at twice its temperature (Hinton et al., arXiv 1503.02531; Li and Hoiem, arXiv 1606.09282).
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

CALLS = 1 if DEVICE.type == "cuda" else 4
# An accelerator, or a processor that multiplies bfloat16, reads several times as fast with it.
IS_HALF = DEVICE.type == "cuda" or torch.cpu._is_avx512_bf16_supported()
SAVED_EVERY = 900
WITHOUT_ANSWER = 0.3
AS_IT_IS = 0.35
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
    model.hold()
    for some in order.chunk(CALLS):
        most = min(length, -(-int(lengths[some[-1]]) // 8) * 8)
        found, part = model(ids[some, :most], present[some, :most])
        answers = answers.index_put((some,), found)
        parts = parts.index_put((some,), F.pad(part, (0, length - most)))
    model.hold(False)
    return answers.view(groups, blocks), parts.view(groups, blocks, length)


def with_none(scores, allowed):
    """[groups × blocks] → [groups × 1 + blocks] with the score of "none" first."""
    scores = scores.masked_fill(~allowed, -1e4)
    return torch.cat([torch.zeros_like(scores[:, :1]), scores], dim=1)


def losses_of(logs, right):
    target = torch.cat([~right.any(1, keepdim=True), right], dim=1)
    return -torch.logsumexp(logs.masked_fill(~target, -1e4), dim=1)


def loss_of(model, data, run, groups, generator, teacher=None):
    forms = np.where(generator.random(len(groups)) < AS_IT_IS, 0, generator.integers(1, data.forms, len(groups)))
    blocks = data.draw(groups, run.get("read", BLOCKS), run.get("without", WITHOUT_ANSWER), generator)
    ids, present, parts, gold, keyed = data.batch(groups, forms, blocks)
    allowed = gold >= 0
    scores, part = scores_of(model, ids, present)
    logs = with_none(scores, allowed).log_softmax(1)
    right = (gold > 0) & allowed
    losses = losses_of(logs, right)
    known = torch.as_tensor(~np.isin(data.bases[groups], run.get("new", [])), device=DEVICE)
    if teacher is not None and known.any():
        with torch.no_grad():
            taught, _ = scores_of(teacher, ids[known], present[known])
        wanted = (with_none(taught, allowed[known]) / TEMPERATURE).softmax(1)
        follow = F.kl_div((with_none(scores[known], allowed[known]) / TEMPERATURE).log_softmax(1), wanted, reduction="none").sum(1)
        both = (1 - TEACHER_WEIGHT) * losses[known] + TEACHER_WEIGHT * TEMPERATURE**2 * follow
        losses = losses.index_put((known.nonzero()[:, 0],), both)
    loss = losses.mean()
    shown = (keyed & right)[..., None] & present
    if shown.any():
        loss = loss + PART_WEIGHT * F.binary_cross_entropy_with_logits(part[shown], parts[shown].float())
    return loss


def schedule(run, done, warm=1 / 16):
    """The share of the highest rate when a share of the steps, or of the time, is done. A run after another needs no warming up."""
    if "after" in run:
        return 1 - done
    return min(done / warm, 1.0 if run.get("flat") else max(0.0, (1 - done) / (1 - warm)))


def batches(data, groups, size, generator):
    """Batches of groups of like length, in any order."""
    order = generator.permutation(groups)
    pools = [order[at : at + 50 * size] for at in range(0, len(order), 50 * size)]
    found = []
    for pool in pools:
        pool = pool[np.argsort(data.longest_of[pool], kind="stable")]
        found += [pool[at : at + size] for at in range(0, len(pool), size)]
    return [found[at] for at in generator.permutation(len(found))]


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


def repeated(data, weights, generator):
    """The groups to learn from, each as often as its set weighs; a part of a time is a chance."""
    groups = np.flatnonzero(~data.held)
    return np.repeat(groups, [int(weight + generator.random()) for weight in (weights.get(name, 1) for name in data.sets[groups])])


def watch(model, data, run, step):
    fitted = np.flatnonzero(data.parts == "fit") if "watched" in run else []
    if len(fitted) == 0:
        return
    draw, names = np.random.default_rng(5), data.bases[fitted]
    some = np.sort(np.concatenate([draw.permutation(fitted[names == name])[: run["watched"]] for name in sorted(set(names))]))
    print(run["name"], step, json.dumps(figures(data, read_all(model, data, groups=some), some)), flush=True)
    model.train()


def train(model, data, run, out, teacher=None):
    generator = np.random.default_rng(run.get("seed", 11))
    torch.manual_seed(run.get("seed", 11))
    if "frozen" in run:
        freeze(model, run["frozen"])
    for module in model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = run.get("drop", module.p)
    is_rounded = run["base"] == "pack" and run.get("round")
    if is_rounded:
        if "after" not in run:
            dither(model, torch.Generator().manual_seed(11))
        model.round_weights()
    groups = repeated(data, run.get("weights", {}), generator)
    size = run.get("batch", 64)
    plan = [batch for _ in range(run["epochs"]) for batch in batches(data, groups, size, generator)]
    optimiser, learning = optimiser_of(model, run)
    began, saved, log, sums = time.time(), 0, [], []
    watch(model, data, run, 0)
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
            part["lr"] = run["rate"] * max(schedule(run, done), 1e-3)
        loss = loss_of(model, data, run, batch, generator, teacher)
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
            watch(model, data, run, step)
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
        ids, present, *_ = data.batch(groups, np.full(len(groups), form), np.tile(np.arange(BLOCKS), (len(groups), 1)))
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
    return round(float((ranks[: len(right)].sum() - len(right) * (len(right) + 1) / 2) / (len(right) * len(wrong))), 3)


def figures(data, scores, groups):
    """By set, with the questions that were changed so that nothing answers them: how often the first block answers, AUROC of "there is an answer"
    over questions and over questions whose answering blocks are taken out, and the loss."""
    allowed = torch.as_tensor(data.gold >= 0, device=DEVICE)
    losses = losses_of(with_none(scores, allowed).log_softmax(1), torch.as_tensor(data.gold > 0, device=DEVICE)).cpu().numpy()
    scores, gold = np.where(data.gold >= 0, scores.cpu().numpy(), -1e9), data.gold
    sets = data.bases
    result, top = {}, scores.max(1)
    chosen = np.isin(np.arange(data.count), groups)
    for name in sorted(set(sets[groups])):
        mine = chosen & (sets == name)
        answered, unanswered = mine & (gold > 0).any(1), mine & ~(gold > 0).any(1)
        right = gold[np.arange(len(gold)), scores.argmax(1)] > 0
        without = np.where(gold > 0, -1e9, scores).max(1)
        result[name] = {"groups": int(mine.sum()), "first": round(float(right[answered].mean()), 3), "auroc": area(top[answered], top[unanswered]),
                        "auroc_taken_out": area(top[answered], without[answered]), "loss": round(float(losses[mine].mean()), 3)}
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
    for run in json.loads(Path(config).read_text()):
        model = BASES[run["base"]](run).to(DEVICE)
        model.number = torch.bfloat16 if IS_HALF else torch.float32
        if "after" in run:
            model.load_state_dict(torch.load(run["after"]))
        save(model, data, run, train(model, data, run, out, teacher_of(run)), out)


def teacher_of(run):
    if "teacher" not in run:
        return None
    model = pack_reader(run["teacher"]).to(DEVICE).eval().requires_grad_(False)
    model.number = torch.bfloat16 if IS_HALF else torch.float32
    return model


def save(model, data, run, log, out):
    torch.save(model.state_dict(), out / f"{run['name']}.pt")
    if run.get("round"):
        np.savez_compressed(out / f"{run['name']}.npz", **exported(model))
    scores = read_all(model, data, groups=None if run.get("seen", True) else np.flatnonzero(data.parts == "fit"))
    report = {"run": run, "log": log, "held": figures(data, scores, np.flatnonzero(data.parts == "fit"))}
    if run.get("seen", True):
        report["seen"] = figures(data, scores, np.flatnonzero(~data.held))
    (out / f"{run['name']}.json").write_text(json.dumps(report, indent=1))
    print(run["name"], json.dumps(report["held"]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
