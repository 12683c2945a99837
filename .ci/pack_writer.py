"""Writes a pack: a header of facts and sections, then the sections, each aligned. docs/dense.md describes the format."""

import hashlib
import json
import struct

MAGIC = b"DOCENTSE"
FORMAT = 1
ALIGNMENT = 64


class PackWriter:
    def __init__(self):
        self.sections = {}
        self.body = bytearray()

    def section(self, name, kind, content):
        self.body += bytes(-len(self.body) % ALIGNMENT)
        self.sections[name] = {"type": kind, "offset": len(self.body), "bytes": len(content)}
        self.body += content

    def floats(self, name, numbers):
        self.section(name, "f32", struct.pack(f"<{len(numbers)}f", *numbers))

    def numbers(self, name, numbers):
        self.section(name, "u32", struct.pack(f"<{len(numbers)}I", *numbers))

    def bytes(self, facts):
        header = json.dumps({**facts, "sections": self.sections}, ensure_ascii=True, separators=(",", ":")).encode()
        header += b" " * (-(48 + len(header)) % ALIGNMENT)
        content = header + self.body
        return struct.pack("<8sII", MAGIC, FORMAT, len(header)) + hashlib.sha256(content).digest() + content
