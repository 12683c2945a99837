"""Divides groups (groups.py) into word pieces.

    python3 tokens.py GROUPS.jsonl TOKENIZER.json OUT.npz

A question with a block is [CLS] question [SEP] context : text [SEP], cut as the service cuts it (src/models/reader). Each question is
there in several wordings (wordings.py). Needs numpy and tokenizers.
"""

import json
import random
import sys

import numpy as np
from tokenizers import Tokenizer

from groups import words_of
from wordings import FORMS, worded

# Pieces, at most.
QUESTION, CONTEXT, TEXT = 32, 24, 120
LENGTH = 3 + QUESTION + CONTEXT + 1 + TEXT


def main(source, tokenizer_file, out):
    tokenizer = Tokenizer.from_file(tokenizer_file)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    with open(source, encoding="utf-8") as file:
        groups = [json.loads(line) for line in file]
    chance = random.Random(7)
    questions = []
    for group in groups:
        questions += [group["question"], *(worded(group["question"], chance) for _ in range(FORMS - 1))]
    asked = [one.ids[:QUESTION] for one in encode(tokenizer, questions)]
    blocks = [block for group in groups for block in group["blocks"]]
    contexts = [middle_cut(one.ids) for one in encode(tokenizer, [block["context"] for block in blocks])]
    texts = encode(tokenizer, [block["text"] for block in blocks])
    colon = tokenizer.token_to_id(":")
    pieces, marks, starts = [], [], [0]
    for block, context, text in zip(blocks, contexts, texts):
        ids = (context + [colon] if context else []) + text.ids[:TEXT]
        key = block["key"]
        mark = [0] * (len(ids) - len(text.ids[:TEXT]))
        mark += [int(key is not None and start < key[1] and end > key[0]) for start, end in text.offsets[:TEXT]]
        pieces.append(np.array(ids, np.uint16))
        marks.append(np.array(mark, np.uint8))
        starts.append(starts[-1] + len(ids))
    question_starts = np.cumsum([0] + [len(ids) for ids in asked])
    np.savez_compressed(
        out,
        questions=np.concatenate([np.array(ids, np.uint16) for ids in asked]),
        question_starts=question_starts.astype(np.uint32),
        pieces=np.concatenate(pieces),
        marks=np.packbits(np.concatenate(marks)),
        starts=np.array(starts, np.uint32),
        counts=np.array([len(group["blocks"]) for group in groups], np.uint8),
        gold=np.array([block["gold"] for block in blocks], np.uint8),
        keyed=np.array([block["key"] is not None for block in blocks], np.uint8),
        shared=np.array([shared_of(group["question"], block) for group in groups for block in group["blocks"]], np.uint8),
        parts=np.array([group["part"] for group in groups]),
        sets=np.array([group["set"] for group in groups]),
        kinds=np.array([group.get("kind") or "" for group in groups]),
    )
    print(len(groups), "groups,", len(blocks), "blocks,", starts[-1], "pieces", file=sys.stderr)


def encode(tokenizer, texts):
    return tokenizer.encode_batch(texts, add_special_tokens=False)


def middle_cut(ids):
    """The title, which comes first, and the nearest headings."""
    return ids if len(ids) <= CONTEXT else ids[: CONTEXT // 2] + ids[-CONTEXT // 2 :]


def shared_of(question, block):
    """255 times the share of the question's words that a block has."""
    asked = set(words_of(question))
    return round(255 * len(asked & set(words_of(block["context"] + " " + block["text"]))) / max(1, len(asked)))


if __name__ == "__main__":
    main(*sys.argv[1:])
