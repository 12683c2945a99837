"""The groups that tokens.py wrote, as batches."""

import numpy as np
import torch

CLS, SEP = 101, 102
BLOCKS = 8
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Data:
    def __init__(self, path):
        data = np.load(path)
        counts = data["counts"].astype(int)
        self.firsts = np.concatenate([[0], np.cumsum(counts)])
        self.starts, self.pieces = data["starts"].astype(int), data["pieces"].astype(np.int32)
        self.marks = np.unpackbits(data["marks"])[: len(self.pieces)]
        self.question_starts, self.questions = data["question_starts"].astype(int), data["questions"].astype(np.int32)
        self.count = len(counts)
        self.forms = (len(self.question_starts) - 1) // self.count
        there = np.arange(BLOCKS) < counts[:, None]
        self.gold, self.keyed, self.shared = (np.full((self.count, BLOCKS), none, kind) for none, kind in ((-1, np.int64), (False, bool), (0, np.float32)))
        self.gold[there], self.keyed[there], self.shared[there] = data["gold"], data["keyed"], data["shared"] / 255
        sizes = np.zeros((self.count, BLOCKS), int)
        sizes[there] = np.diff(self.starts)
        self.longest_of = sizes.max(1)
        self.parts, self.sets, self.kinds = data["parts"], data["sets"], data["kinds"]
        # Changed questions belong to the set that they were changed in.
        self.bases = np.array([name.split("-changed")[0] for name in self.sets])
        self.held = self.parts != "train"

    def draw(self, groups, count, without, generator):
        """Numbers of blocks [groups × count]: one that answers, but for a share `without`, and others, more often those that share words with the
        question; −1: no more."""
        drawn = np.full((len(groups), count), -1)
        for row, at in enumerate(groups):
            right, wrong = np.flatnonzero(self.gold[at] == 1), np.flatnonzero(self.gold[at] == 0)
            chosen = [generator.choice(right)] if len(right) and generator.random() >= without else []
            # Exponential races: an order without replacement, with odds of the weights.
            order = generator.exponential(size=len(wrong)) / (0.1 + self.shared[at, wrong]) ** 2
            chosen += list(wrong[np.argsort(order)][: count - len(chosen)])
            drawn[row, : len(chosen)] = chosen
        return drawn

    def batch(self, groups, forms, blocks):
        """`blocks` as `draw` gives them. Word pieces, which of them there are, which are of the answer; per block whether it answers (−1: none) and
        whether its answer is marked."""
        rows = [[self.row(at, form, block) for block in own] for at, form, own in zip(groups, forms, blocks)]
        most = -(-max(len(ids) for own in rows for ids, _ in own) // 8) * 8
        ids, parts, present = (np.zeros((*blocks.shape, most), kind) for kind in (np.int64, np.uint8, bool))
        for at, own in enumerate(rows):
            for block, (row, marked) in enumerate(own):
                ids[at, block, : len(row)], parts[at, block, : len(row)], present[at, block, : max(1, len(row))] = row, marked, True
        own = np.asarray(groups)[:, None]
        gold, keyed = np.where(blocks < 0, -1, self.gold[own, blocks]), self.keyed[own, blocks] & (blocks >= 0)
        return [torch.from_numpy(one).to(DEVICE) for one in (ids, present, parts, gold, keyed)]

    def row(self, at, form, block):
        if block < 0 or self.gold[at, block] < 0:
            return [], []
        number, asked_at = self.firsts[at] + block, self.forms * at + form
        span = slice(self.starts[number], self.starts[number + 1])
        asked = self.questions[self.question_starts[asked_at] : self.question_starts[asked_at + 1]]
        return np.concatenate([[CLS], asked, [SEP], self.pieces[span], [SEP]]), np.concatenate([np.zeros(len(asked) + 2), self.marks[span], [0]])
