"""Makes the files that the tests of src/sense compare with, from the reference libraries. By hand, when the lines change:

    pip install numpy tokenizers safetensors
    python3 make-golden.py <the unpacked wheel>/cognition/model ../../../test/fixtures/sense

word-pieces.json    lines with the numbers of their pieces: golden-lines.txt, and each of a choice of signs in a few places
characters.json     what becomes of every character of Unicode
vectors.json        golden-texts.txt with the weights of the model as it came, in 64-bit floating point
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

here = Path(__file__).parent
model, target = Path(sys.argv[1]), Path(sys.argv[2])
tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(256)

# Of these ranges every so many-th sign stands in a line of its own.
SIGNS = [(0x00, 0x180, 9), (0x180, 0x3000, 47), (0x3000, 0x3400, 31), (0x3400, 0xD800, 997), (0xF900, 0x10000, 41),
         (0x10000, 0x20000, 397), (0x20000, 0x30000, 9973), (0xE0000, 0xE0200, 101)]


def written(name):
    lines = (here / name).read_text().removesuffix("\n").split("\n")
    # In them \n, \u0000 and the like stand for what they stand for in Python.
    return [line.encode("latin-1", "backslashreplace").decode("unicode_escape") for line in lines]


def save(name, content):
    (target / name).write_text(json.dumps(content, separators=(",", ":"), ensure_ascii=True) + "\n")


def word_pieces():
    signs = [chr(code) for first, end, step in SIGNS for code in range(first, end, step)]
    lines = written("golden-lines.txt") + [f"a{sign}b {sign} {sign}s the{sign}" for sign in signs]
    return [{"text": line, "ids": tokenizer.encode(line).ids} for line in lines]


def characters():
    """Ranges of code points, in hexadecimal: what vanishes, parts words, or stands for itself. All others are as any letter."""
    kinds = {"vanishes": [], "parts": [], "standsAlone": []}
    for code in range(0x110000):
        if 0xD800 <= code <= 0xDFFF:
            continue
        normal = tokenizer.normalizer.normalize_str(f"a{chr(code)}b")
        words = [word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(normal)]
        if words == ["ab"]:
            kinds["vanishes"].append(code)
        elif words == ["a", "b"]:
            kinds["parts"].append(code)
        elif len(words) == 3:
            kinds["standsAlone"].append(code)
    return {kind: ranges(codes) for kind, codes in kinds.items()}


def ranges(codes):
    found = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return [f"{first:x}-{last:x}" for first, last in found]


def vectors():
    tensors = {name: numbers.astype(np.float64) for name, numbers in load_file(model / "model.safetensors").items()}
    erf = np.vectorize(math.erf)

    def linear(x, name):
        return x @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]

    def norm(x, name):
        centred = x - x.mean(-1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12) * tensors[f"{name}.gamma"] + tensors[f"{name}.beta"]

    def gelu(x):
        return x / 2 * (1 + erf(x / math.sqrt(2)))

    def weights(ids):
        length, embeddings = len(ids), "bert.embeddings"
        words = tensors[f"{embeddings}.word_embeddings.weight"]
        x = words[ids] + tensors[f"{embeddings}.position_embeddings.weight"][:length]
        x = norm(x + tensors[f"{embeddings}.token_type_embeddings.weight"][0], f"{embeddings}.LayerNorm")
        for layer in (f"bert.encoder.layer.{number}" for number in range(2)):
            query, key, value = (
                linear(x, f"{layer}.attention.self.{part}").reshape(length, 2, 64).transpose(1, 0, 2)
                for part in ("query", "key", "value"))
            scores = query @ key.transpose(0, 2, 1) / 8
            shares = np.exp(scores - scores.max(-1, keepdims=True))
            mixed = (shares / shares.sum(-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(length, 128)
            x = norm(x + linear(mixed, f"{layer}.attention.output.dense"), f"{layer}.attention.output.LayerNorm")
            wide = gelu(linear(x, f"{layer}.intermediate.dense"))
            x = norm(x + linear(wide, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
        changed = norm(gelu(linear(x, "cls.predictions.transform.dense")), "cls.predictions.transform.LayerNorm")
        return np.log1p(np.maximum(0, (changed @ words.T + tensors["cls.predictions.bias"]).max(0)))

    found = []
    for text in written("golden-texts.txt"):
        entries = weights(tokenizer.encode(text).ids)
        found.append({"text": text, "weights": {int(term): round(float(entries[term]), 5) for term in np.flatnonzero(entries)}})
    return found


save("word-pieces.json", word_pieces())
save("characters.json", characters())
save("vectors.json", vectors())
