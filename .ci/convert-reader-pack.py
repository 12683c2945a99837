"""Makes the reader's pack from what bench/reader/train.py wrote, byte for byte the same each time.

    python3 .ci/convert-reader-pack.py READER.npz TOKENIZER.json NAME src/models/packs/reader.pack

TOKENIZER.json is the base model's. Needs numpy. src/models/reader-model.ts reads the format.
"""

import json
import sys

import numpy as np

from pack_writer import PackWriter

GROUP = 32


def main(source, tokenizer, name, target):
    arrays = dict(np.load(source))
    with open(tokenizer, encoding="utf-8") as file:
        by_piece = json.load(file)["model"]["vocab"]
    vocabulary = [piece for piece, _ in sorted(by_piece.items(), key=lambda entry: entry[1])]
    width = arrays["norm.weight"].shape[0]
    depth = 1 + max(int(key.split(".")[1]) for key in arrays if key.startswith("layers."))
    pack = Pack()
    pack.section("words.scale", "f16", arrays["words.weight:scale"].astype("<f2").tobytes())
    pack.section("words.weight", "u4", arrays["words.weight:q4"].tobytes())
    pack.array("positions", arrays["positions.weight"])
    pack.norm("embedding.norm", arrays, "norm")
    for layer in range(depth):
        source, goal = f"layers.{layer}", f"layer{layer}"
        pack.linear(f"{goal}.attention", arrays, [f"{source}.{part}" for part in ("query", "key", "value")])
        for part in ("mixed", "wide", "narrow"):
            pack.linear(f"{goal}.{part}", arrays, [f"{source}.{part}"])
        pack.norm(f"{goal}.mixed.norm", arrays, f"{source}.mixed_norm")
        pack.norm(f"{goal}.narrow.norm", arrays, f"{source}.narrow_norm")
    pack.linear("head.pool", arrays, ["pool"])
    pack.array("head.answers", arrays["answers.weight"])
    pack.array("head.part", arrays["part.weight"])
    pack.array("head.bias", np.array([arrays["answers.bias"][0], arrays["part.bias"][0]]))
    pack.section("vocabulary", "u8", "\n".join(vocabulary).encode())
    with open(target, "wb") as file:
        file.write(pack.bytes({
            "name": name,
            "languages": ["en"],
            "tokens": {"kind": "wordpiece", "uncased": True},
            "encoder": {"kind": "bert", "depth": depth, "width": width, "heads": 12, "feedForward": arrays["layers.0.wide.bias"].shape[0],
                        "positions": arrays["positions.weight"].shape[0], "vocabulary": len(vocabulary), "normEpsilon": 1e-12,
                        "activation": "gelu"},
            "head": {"kind": "reader"},
        }))


class Pack(PackWriter):
    def array(self, name, numbers):
        self.section(name, "f32", np.ascontiguousarray(numbers, "<f4").tobytes())

    def norm(self, name, arrays, source):
        self.array(f"{name}.gain", arrays[f"{source}.weight"])
        self.array(f"{name}.shift", arrays[f"{source}.bias"])

    def linear(self, name, arrays, sources):
        halves = np.concatenate([arrays[f"{source}.weight:q4"] for source in sources])
        scales = np.concatenate([arrays[f"{source}.weight:scale"] for source in sources])
        self.section(f"{name}.groups", "q4", tiled(halves, scales))
        self.array(f"{name}.bias", np.concatenate([arrays[f"{source}.bias"] for source in sources]))


def tiled(halves, scales):
    """[rows × columns / 2] numbers and [rows × groups] scales in the order in which the kernel reads them: eight rows and 32 columns in 160 bytes."""
    rows, groups = scales.shape
    both = halves.reshape(rows, groups, GROUP // 2)
    numbers = np.concatenate([both & 15, both >> 4], axis=2).reshape(rows // 8, 8, groups, GROUP // 4, 4)
    # [eights, groups, quads of columns, row of four, column of four]
    low, high = (numbers[:, at : at + 4].transpose(0, 2, 3, 1, 4) for at in (0, 4))
    weights = (low | high << 4).astype(np.uint8).reshape(rows // 8, groups, 128)
    heads = np.ascontiguousarray(scales.reshape(rows // 8, 8, groups).transpose(0, 2, 1), "<f4").view(np.uint8)
    return np.concatenate([heads, weights], axis=2).tobytes()


if __name__ == "__main__":
    main(*sys.argv[1:])
