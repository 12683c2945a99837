"""The groups that tokens.py wrote, as batches."""

import numpy as np
import torch

CLS, SEP = 101, 102
BLOCKS = 8
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Data:
    """Every group padded to the longest of its blocks, on the device."""

    def __init__(self, path):
        data = np.load(path)
        counts = data["counts"].astype(int)
        firsts = np.concatenate([[0], np.cumsum(counts)])
        starts, pieces = data["starts"].astype(int), data["pieces"].astype(np.int32)
        marks = np.unpackbits(data["marks"])[: len(pieces)]
        question_starts, questions = data["question_starts"].astype(int), data["questions"].astype(np.int32)
        golds, keys = data["gold"].astype(int), data["keyed"].astype(bool)
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
                gold[at, block], keyed[at, block] = golds[number], keys[number]
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

    def batch(self, groups, forms, blocks=None):
        """`blocks` [groups of the data × any number]: which blocks of each group; None: all."""
        at = torch.as_tensor(groups, device=DEVICE)[:, None]
        form = torch.as_tensor(forms, device=DEVICE)[:, None]
        which = torch.arange(BLOCKS, device=DEVICE)[None] if blocks is None else torch.as_tensor(blocks[groups], device=DEVICE)
        lengths = self.lengths[form, at, which]
        most = -(-int(lengths.max()) // 8) * 8
        ids = self.ids[form, at, which, :most].int() & 0xFFFF
        present = torch.arange(most, device=DEVICE)[None, None] < lengths[..., None].clamp(min=1)
        return ids, present, self.parts[form, at, which, :most], self.gold[at, which], self.keyed[at, which]
