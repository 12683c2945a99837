/** The WebAssembly scan against the one in TypeScript: the same part, the same terms, the same hits and scores. */
import { describe, expect, test } from "bun:test";
import { GrowingPart } from "../../src/engine/parts/growing-part.ts";
import type { SealedPart } from "../../src/engine/parts/sealed-part.ts";
import { sealPart } from "../../src/engine/parts/sealing.ts";
import { termKey } from "../../src/engine/parts/term-key.ts";
import { BestHits, type FoundSlot } from "../../src/engine/scan/best-hits.ts";
import { inverseDocumentFrequency, termWeight } from "../../src/engine/scan/bm25.ts";
import { GroupPermission } from "../../src/engine/scan/group-permission.ts";
import { KernelScan } from "../../src/engine/scan/kernel-scan.ts";
import type { ScanTerm } from "../../src/engine/scan/keyword-scan.ts";
import { type Scan, ScanSpace } from "../../src/engine/scan/keyword-scan.ts";
import { readSense } from "../../src/engine/scan/sense-scoring.ts";
import { ShareTable } from "../../src/engine/scan/share-table.ts";
import { WordTerm } from "../../src/engine/scan/word-scoring.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { type Random, seededRandom } from "../../src/torture/load/seeded-random.ts";

const analyzer = createAnalyzers()("en");
const kernel = new KernelScan();
const space = new ScanSpace();

/** Word `n` of a vocabulary in which word 0 is in most passages and word 200 in a few. */
const wordOf = (n: number) => `w${n}x`;
const vocabulary = 240;

/** Postings of every kind: gaps of one, two and four bytes; frequencies of 1, of mostly 1, and others. */
function makePart(slots: number, random: Random, ofPassage = wordsOf): SealedPart {
  const part = new GrowingPart();
  for (let slot = 0; slot < slots; slot++) {
    part.beginPassage(slot * 3 + 1, Math.floor(slot / 5));
    if (random.chance(0.7)) part.addSense(randomSense(random));
    const words = ofPassage(slot, random);
    if (slot === 1 || slot === slots - 2) words.push("farapart");
    analyzer.eachTerm(words.join(" "), (term) => part.addTerm(term, "text"));
    part.endField();
    part.endPassage();
  }
  const work = sealPart(part);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

function wordsOf(_slot: number, random: Random): string[] {
  const words = Array.from({ length: 1 + random.below(6) }, () => wordOf(Math.floor(random.next() ** 4 * vocabulary)));
  return random.chance(0.05) ? [...words, ...words, ...words] : words;
}

/** One passage has so many words more. */
const withLongPassage = (most: number) => (slot: number, random: Random) => {
  const words = wordsOf(slot, random);
  if (slot === 2) for (let i = 0; i < most; i++) words.push(wordOf(random.below(vocabulary)));
  return words;
};

function randomSense(random: Random) {
  const terms = Uint16Array.of(random.below(4), 4 + random.below(300), 1000 + random.below(4), 2000 + random.below(20));
  return { terms, weights: Uint8Array.from(terms, () => 1 + random.below(255)) };
}

function randomTerms(part: SealedPart, shares: ShareTable, random: Random): readonly ScanTerm[] {
  const words = new Set(Array.from({ length: random.below(8) }, () => wordOf(random.below(vocabulary))));
  if (random.chance(0.2)) words.add("farapart");
  const wordTerms = [...words].map((word) => {
    const [token] = analyzer.analyze(word);
    const term = token?.term ?? word;
    const weight = termWeight(inverseDocumentFrequency(part.slots, 1 + random.below(part.slots)));
    return new WordTerm({ term, key: termKey(term), weight }, shares);
  });
  if (random.chance(0.5)) return wordTerms;
  const terms = Uint16Array.of(random.below(4), 4 + random.below(300), 1000 + random.below(4));
  return [...wordTerms, ...readSense({ terms, weights: Float32Array.from(terms, () => random.next() * 3) }).terms];
}

function found(scan: Omit<Scan, "best">, wanted: number, run: (scan: Scan) => void): readonly FoundSlot[] {
  const best = new BestHits(Math.max(100, wanted));
  best.clear(wanted);
  run({ ...scan, best });
  return best.sorted();
}

describe.each([1, 40, 129, 700, 20_000, 70_000])("a part of %d passages", (slots) => {
  const random = seededRandom(slots);
  const part = makePart(slots, random);

  test("gives the same hits for any questions, deletions and permissions", () => {
    for (let round = 0; round < 60; round++) {
      for (let i = 0; i < slots / 200; i++) part.dead.add(random.below(slots));
      const averageLength = 2 + random.next() * 6;
      const shares = new ShareTable(averageLength, part.facts.totals.longest);
      const groups = new Set(Array.from({ length: 1 + random.below(40) }, () => random.below(slots / 5 + 1)));
      const scan = {
        terms: randomTerms(part, shares, random),
        averageLength,
        permission: random.chance(0.3) ? new GroupPermission(groups) : null,
        sensed: random.pick([null, null, true, false]),
      };
      const wanted = random.pick([1, 10, 20, 100]);
      const byKernel = found(scan, wanted, (one) => kernel.scanSealed(part, 0, one, shares));
      expect(byKernel).toEqual([...found(scan, wanted, (one) => space.scanSealed(part, 0, one))]);
    }
  });
});

test.each([1, 7, 60, 200, 900, 3500])("a filter of %d sources gives the best of what it permits", (size) => {
  const slots = 20_000;
  const random = seededRandom(size);
  const part = makePart(slots, random);
  const shares = new ShareTable(4, part.facts.totals.longest);
  for (let round = 0; round < 20; round++) {
    const groups = new Set(Array.from({ length: size }, () => random.below(slots / 5)));
    const scan = { terms: randomTerms(part, shares, random), averageLength: 4, permission: null, sensed: null };
    const all = new BestHits(slots);
    all.clear(slots);
    space.scanSealed(part, 0, { ...scan, best: all });
    const permitted = all.sorted().filter(({ slot }) => groups.has(part.groupAt(slot)));
    const permission = new GroupPermission(groups);
    const filtered = found({ ...scan, permission }, 10, (one) => kernel.scanSealed(part, 0, one, shares));
    expect(filtered).toEqual(permitted.slice(0, 10));
  }
});

test("many entries of sense give the same hits wherever the slots to read begin and end", () => {
  const slots = 20_000;
  const random = seededRandom(11);
  const part = makePart(slots, random);
  const shares = new ShareTable(4, part.facts.totals.longest);
  for (let round = 0; round < 60; round++) {
    const terms = Uint16Array.from(new Set([0, 1, 2, 3, ...Array.from({ length: 20 }, () => 2000 + random.below(20))]));
    const { terms: senseTerms } = readSense({ terms, weights: Float32Array.from(terms, () => random.next() * 3) });
    const bounds = Array.from({ length: 6 }, () => random.below(slots)).sort((a, b) => a - b);
    const ranges = [0, 2, 4].map((i) => [bounds[i]!, bounds[i + 1]!] as const);
    const scan = {
      terms: [...senseTerms, ...randomTerms(part, shares, random).filter(({ family }) => family === "word")],
      averageLength: 4,
      permission: random.chance(0.7) ? { permits: () => true, rangesIn: () => ranges } : null,
      sensed: null,
    };
    const byKernel = found(scan, 10, (one) => kernel.scanSealed(part, 0, one, shares));
    expect(byKernel).toEqual([...found(scan, 10, (one) => space.scanSealed(part, 0, one))]);
  }
});

test("alternating parts, and more lengths and postings than the kernel keeps, change nothing", () => {
  const parts = [300, 900, 150].map((slots) => makePart(slots, seededRandom(slots)));
  const small = new KernelScan({ mostLengthBytes: 2048, mostPostings: 1000 });
  const random = seededRandom(5);
  for (let round = 0; round < 40; round++) {
    const part = random.pick(parts);
    const shares = new ShareTable(4 + random.below(3), part.facts.totals.longest);
    const scan = { terms: randomTerms(part, shares, random), averageLength: 4, permission: null, sensed: null };
    const byKernel = found(scan, 10, (one) => small.scanSealed(part, 0, one, shares));
    expect(byKernel).toEqual([...found(scan, 10, (one) => space.scanSealed(part, 0, one))]);
  }
});

test("the kernel's memory grows with the parts of a question, and no further", () => {
  const parts = [300, 20_000, 70_000, 150].map((slots) => makePart(slots, seededRandom(slots)));
  const shares = new ShareTable(5, Math.max(...parts.map(({ facts }) => facts.totals.longest)));
  const fresh = new KernelScan();
  const before = fresh.bytes;
  const terms = randomTerms(parts[1]!, shares, seededRandom(3));
  const scan = { terms, averageLength: 5, permission: null, sensed: null };
  const scanAll = (scanner: Pick<KernelScan, "scanSealed">) =>
    found(scan, 50, (one) => {
      for (const [place, part] of parts.entries()) scanner.scanSealed(part, place, one, shares);
    });

  expect(scanAll(fresh)).toEqual([...scanAll(space)]);
  scanAll(fresh);
  const grown = fresh.bytes;
  expect(grown).toBeGreaterThan(before);
  expect(grown).toBeLessThan(before + 1_000_000);
  scanAll(fresh);
  expect(fresh.bytes).toBe(grown);
});

test.each([1000, 1100, 3000, 8100])("a passage of more than %d terms is scored as any other", (most) => {
  const part = makePart(300, seededRandom(most), withLongPassage(most));
  const length = part.facts.totals.longest;
  expect([length > most, kernel.takes(part)]).toEqual([true, true]);
  const random = seededRandom(7);
  for (let round = 0; round < 60; round++) {
    const averageLength = 2 + random.next() * 60;
    const shares = new ShareTable(averageLength, length);
    const scan = { terms: randomTerms(part, shares, random), averageLength, permission: null, sensed: null };
    const byKernel = found(scan, 300, (one) => kernel.scanSealed(part, 0, one, shares));
    expect(byKernel).toEqual([...found(scan, 300, (one) => space.scanSealed(part, 0, one))]);
  }
});

test("a part with a passage that no document has is left to the other scan", () => {
  expect(kernel.takes(makePart(40, seededRandom(1), withLongPassage(8192)))).toBe(false);
});
