"""Makes the reader's pack from what bench/reader/train.py wrote, byte for byte the same each time.

    python3 .ci/convert-reader-pack.py READER.npz TOKENIZER.json NAME src/models/packs/reader.pack

TOKENIZER.json is the base model's. Needs numpy. src/models/reader-model.ts reads the format.
"""

import json
import sys

import numpy as np

from grouped_pack import GroupedPack


def main(source, tokenizer, name, target):
    arrays = dict(np.load(source))
    with open(tokenizer, encoding="utf-8") as file:
        by_piece = json.load(file)["model"]["vocab"]
    vocabulary = [piece for piece, _ in sorted(by_piece.items(), key=lambda entry: entry[1])]
    pack = GroupedPack()
    pack.encoder(arrays)
    pack.linear("head.pool", arrays, ["pool"])
    pack.array("head.answers", arrays["answers.weight"])
    pack.array("head.part", arrays["part.weight"])
    pack.array("head.bias", np.array([arrays["answers.bias"][0], arrays["part.bias"][0]]))
    with open(target, "wb") as file:
        file.write(pack.finished(name, arrays, vocabulary, "reader"))


if __name__ == "__main__":
    main(*sys.argv[1:])
