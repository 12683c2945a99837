/** Writes a pack: a header of facts and sections, then the sections, each aligned. docs/sense.md describes the format. */

/** A pack that is being written, section by section. */
export function packWriter() {
  const sections: Record<string, { type: string; offset: number; bytes: number }> = {};
  const body: Uint8Array[] = [];
  let end = 0;
  const section = (name: string, type: string, content: Uint8Array) => {
    const filled = new Uint8Array(Math.ceil(content.byteLength / 64) * 64);
    filled.set(content);
    sections[name] = { type, offset: end, bytes: content.byteLength };
    body.push(filled);
    end += filled.byteLength;
  };
  const floats = (name: string, numbers: Iterable<number>) =>
    section(name, "f32", new Uint8Array(Float32Array.from(numbers).buffer));
  return { section, floats, bytes: (facts: object) => packed({ sections, ...facts }, body) };
}

function packed(facts: object, body: readonly Uint8Array[]): Uint8Array {
  const written = JSON.stringify(facts);
  const header = written.padEnd(Math.ceil((48 + written.length) / 64) * 64 - 48);
  const content = Buffer.concat([Buffer.from(header), ...body]);
  const preamble = Buffer.alloc(48);
  preamble.write("DOCENTSE");
  preamble.writeUInt32LE(1, 8);
  preamble.writeUInt32LE(header.length, 12);
  new Bun.CryptoHasher("sha256").update(content).digest().copy(preamble, 16);
  return Buffer.concat([preamble, content]);
}
