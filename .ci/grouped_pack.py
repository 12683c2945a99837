"""Writes the sections of an encoder whose weights have 4 bits, as src/models/encoder/group-projection.ts reads them. Needs numpy."""

import numpy as np

from pack_writer import PackWriter

GROUP = 32


class GroupedPack(PackWriter):
    """A pack whose matrices have 4-bit weights, in groups of 32 columns with a scale each."""

    def encoder(self, arrays):
        """The embeddings and layers of a BERT, with names as in bench/reader/encoder.py."""
        depth = depth_of(arrays)
        self.section("words.scale", "f16", arrays["words.weight:scale"].astype("<f2").tobytes())
        self.section("words.weight", "u4", arrays["words.weight:q4"].tobytes())
        self.array("positions", arrays["positions.weight"])
        self.norm("embedding.norm", arrays, "norm")
        for layer in range(depth):
            source, goal = f"layers.{layer}", f"layer{layer}"
            self.linear(f"{goal}.attention", arrays, [f"{source}.{part}" for part in ("query", "key", "value")])
            for part in ("mixed", "wide", "narrow"):
                self.linear(f"{goal}.{part}", arrays, [f"{source}.{part}"])
            self.norm(f"{goal}.mixed.norm", arrays, f"{source}.mixed_norm")
            self.norm(f"{goal}.narrow.norm", arrays, f"{source}.narrow_norm")

    def finished(self, name, arrays, vocabulary, head):
        """The whole file, with what its readers check."""
        self.section("vocabulary", "u8", "\n".join(vocabulary).encode())
        depth = depth_of(arrays)
        positions, width = arrays["positions.weight"].shape
        return self.bytes({
            "name": name,
            "languages": ["en"],
            "tokens": {"kind": "wordpiece", "uncased": True},
            "encoder": {"kind": "bert", "depth": depth, "width": width, "heads": 12, "feedForward": arrays["layers.0.wide.bias"].shape[0],
                        "positions": positions, "vocabulary": len(vocabulary), "normEpsilon": 1e-12, "activation": "gelu"},
            "head": {"kind": head},
        })

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


def depth_of(arrays):
    return 1 + max(int(key.split(".")[1]) for key in arrays if key.startswith("layers."))


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
