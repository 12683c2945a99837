"""Trains a reader: how likely a block answers a question, and which part of it does.

    python3 train.py DATA.npz CONFIG.json OUT_DIR

CONFIG is a list of runs, each {"name", "base": "bert"|"mpnet", "file", "layers", "epochs", "rate", "batch", "seconds", "teacher",
"round"}. For each it writes NAME.json (figures) and, of those that round their weights, NAME.npz, from which .ci/convert-reader-pack.py makes
a pack. The same data, seed and kind of machine give the same weights.

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

from encoder import bert_reader, exported, mpnet_reader

CLS, SEP, PAD = 101, 102, 0
BLOCKS = 8
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
WITHOUT_ANSWER = 0.3
PART_WEIGHT = 0.5
TEACHER_WEIGHT, TEMPERATURE = 0.7, 2.0


class Data:
    """Every group padded to the longest of its blocks, on the device."""

    def __init__(self, path, piece_map=None):
        data = np.load(path)
        counts = data["counts"].astype(int)
        firsts = np.concatenate([[0], np.cumsum(counts)])
        starts, pieces = data["starts"].astype(int), data["pieces"].astype(np.int32)
        marks = np.unpackbits(data["marks"])[: len(pieces)]
        question_starts, questions = data["question_starts"].astype(int), data["questions"].astype(np.int32)
        self.count = len(counts)
        self.longest = 3 + 32 + 24 + 1 + 120
        ids = np.zeros((2, self.count, BLOCKS, self.longest), np.uint16)
        parts = np.zeros((2, self.count, BLOCKS, self.longest), np.uint8)
        lengths = np.zeros((2, self.count, BLOCKS), np.int64)
        gold = np.full((self.count, BLOCKS), -1, np.int64)
        keyed = np.zeros((self.count, BLOCKS), bool)
        for at in range(self.count):
            for block in range(counts[at]):
                number = firsts[at] + block
                body, mark = pieces[starts[number] : starts[number + 1]], marks[starts[number] : starts[number + 1]]
                gold[at, block], keyed[at, block] = data_gold(data, number)
                for form in range(2):
                    asked = questions[question_starts[2 * at + form] : question_starts[2 * at + form + 1]]
                    row = np.concatenate([[CLS], asked, [SEP], body, [SEP]])
                    ids[form, at, block, : len(row)] = row
                    parts[form, at, block, len(asked) + 2 : len(row) - 1] = mark
                    lengths[form, at, block] = len(row)
        self.ids = torch.from_numpy(ids.astype(np.int16)).to(DEVICE)
        self.parts = torch.from_numpy(parts).to(DEVICE)
        self.lengths, self.gold, self.keyed = (torch.from_numpy(x).to(DEVICE) for x in (lengths, gold, keyed))
        self.longest_of = self.lengths.amax(dim=(0, 2)).cpu().numpy()
        self.held, self.sets, self.kinds = data["held"].astype(bool), data["sets"], data["kinds"]

    def batch(self, groups, forms):
        at = torch.as_tensor(groups, device=DEVICE)
        form = torch.as_tensor(forms, device=DEVICE)
        most = int(self.longest_of[groups].max())
        most = -(-most // 8) * 8
        ids = self.ids[form, at, :, :most].int() & 0xFFFF
        lengths = self.lengths[form, at]
        present = torch.arange(most, device=DEVICE)[None, None] < lengths[..., None].clamp(min=1)
        return ids, present, self.parts[form, at, :, :most], self.gold[at], self.keyed[at]


_cache = {}


def data_gold(data, number):
    if "gold" not in _cache:
        _cache["gold"], _cache["keyed"] = data["gold"].astype(int), data["keyed"].astype(bool)
    return _cache["gold"][number], _cache["keyed"][number]


def scores_of(model, ids, present):
    """[groups × blocks × length] → [groups × blocks], [groups × blocks × length]. Blocks of like length are read together."""
    groups, blocks, length = ids.shape
    ids, present = ids.view(-1, length), present.view(-1, length)
    lengths = present.sum(1)
    order = lengths.argsort(stable=True)
    answers, parts = [], []
    with torch.autocast(DEVICE.type, torch.bfloat16, enabled=DEVICE.type == "cuda"):
        for some in order.chunk(3):
            most = min(length, -(-int(lengths[some[-1]]) // 8) * 8)
            found, part = model(ids[some, :most], present[some, :most])
            answers.append(found.float())
            parts.append(F.pad(part.float(), (0, length - most)))
    back = order.argsort()
    return torch.cat(answers)[back].view(groups, blocks), torch.cat(parts)[back].view(groups, blocks, length)


def with_none(scores, allowed):
    """[groups × blocks] → [groups × 1 + blocks] with the score of "none" first."""
    scores = scores.masked_fill(~allowed, -1e4)
    return torch.cat([torch.zeros_like(scores[:, :1]), scores], dim=1)


def loss_of(model, data, groups, generator, teacher=None):
    forms = (generator.random(len(groups)) < 0.5).astype(np.int64)
    ids, present, parts, gold, keyed = data.batch(groups, forms)
    dropped = torch.as_tensor(generator.random(len(groups)) < WITHOUT_ANSWER, device=DEVICE)
    allowed = (gold >= 0) & ~(dropped[:, None] & (gold > 0))
    scores, part = scores_of(model, ids, present)
    logs = with_none(scores, allowed).log_softmax(1)
    right = (gold > 0) & allowed
    none = ~right.any(1, keepdim=True)
    target = torch.cat([none, right], dim=1)
    loss = -torch.logsumexp(logs.masked_fill(~target, -1e4), dim=1).mean()
    if teacher is not None:
        taught = with_none(teacher[torch.as_tensor(groups, device=DEVICE)], allowed)
        wanted = (taught / TEMPERATURE).softmax(1)
        follow = F.kl_div((with_none(scores, allowed) / TEMPERATURE).log_softmax(1), wanted, reduction="batchmean")
        loss = (1 - TEACHER_WEIGHT) * loss + TEACHER_WEIGHT * TEMPERATURE**2 * follow
    shown = (keyed & right)[..., None] & present
    if shown.any():
        loss = loss + PART_WEIGHT * F.binary_cross_entropy_with_logits(part[shown], parts[shown].float())
    return loss


def schedule(step, steps, warm):
    return step / warm if step < warm else max(0.0, (steps - step) / max(1, steps - warm))


def batches(data, groups, size, generator):
    """Batches of groups of like length, in any order."""
    order = generator.permutation(groups)
    pools = [order[at : at + 50 * size] for at in range(0, len(order), 50 * size)]
    found = []
    for pool in pools:
        pool = pool[np.argsort(data.longest_of[pool], kind="stable")]
        found += [pool[at : at + size] for at in range(0, len(pool), size)]
    return [found[at] for at in generator.permutation(len(found))]


def train(model, data, run, teacher=None):
    generator = np.random.default_rng(11)
    torch.manual_seed(11)
    groups = np.flatnonzero(~data.held)
    weights = run.get("weights", {})
    repeated = [groups]
    for name, times in weights.items():
        mine = groups[data.sets[groups] == name]
        repeated += [mine] * (times - 1)
    groups = np.concatenate(repeated)
    size = run.get("batch", 64)
    plan = [batch for _ in range(run["epochs"]) for batch in batches(data, groups, size, generator)]
    decayed = [p for p in model.parameters() if p.dim() > 1]
    plain = [p for p in model.parameters() if p.dim() <= 1]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=run["rate"], betas=(0.9, 0.98))
    warm = max(1, len(plan) // 16)
    began, total, log = time.time(), 0.0, []
    steps = len(plan)
    model.train()
    step = 0
    for batch in plan:
        if run.get("round") and not model.rounds and step > steps * 0.5:
            model.round_weights()
        for part in optimiser.param_groups:
            part["lr"] = run["rate"] * schedule(step, steps, warm)
        loss = loss_of(model, data, batch, generator, teacher)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        step += 1
        if step % 100 == 0 or step == steps:
            log.append([step, round(loss.item(), 3), round(time.time() - began, 1)])
            print(run["name"], step, "/", steps, log[-1], flush=True)
            spent = time.time() - began
            if "seconds" in run and step < steps and spent > 0:
                steps = max(step + 1, min(steps, int(step * run["seconds"] / spent)))
        if step >= steps:
            break
    return log


@torch.no_grad()
def read_all(model, data, form=0, size=128):
    model.eval()
    scores = torch.full((data.count, BLOCKS), -1e4, device=DEVICE)
    order = np.argsort(data.longest_of, kind="stable")
    for at in range(0, data.count, size):
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
        log = train(model, data, run, taught.get(run.get("teacher")))
        taught[run["name"]] = save(model, data, run, log, out)


def save(model, data, run, log, out):
    """Returns the scores of all blocks, for those who learn from this reader."""
    scores = read_all(model, data)
    report = {"run": run, "log": log, "held": figures(data, scores), "seen": figures(data, scores, held=False)}
    (out / f"{run['name']}.json").write_text(json.dumps(report, indent=1))
    print(run["name"], json.dumps(report["held"]), flush=True)
    if run.get("round"):
        np.savez_compressed(out / f"{run['name']}.npz", **exported(model))
    return scores


if __name__ == "__main__":
    main(*sys.argv[1:])
