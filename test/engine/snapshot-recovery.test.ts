/** An expert with a wrong snapshot always answers correctly. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import { encodeSnapshot, formatVersion, openSnapshot } from "../../src/engine/snapshot.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers, type TermAnalyzers } from "../../src/language/words/analyzer.ts";
import type { IndexProfile, Unfit } from "../../src/memory/index-ports.ts";
import { MemoryService } from "../../src/memory/memory-service.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-recovery-"));
afterAll(() => rmSync(folder, { recursive: true }));

const analyzers = createAnalyzers();
const expert = "exp_recovery" as ExpertId;
const profile: IndexProfile = { language: "en", embedding: null, sense: null };
const remembering = { id: expert, language: "en", embedding: null };
const request = {
  question: "changed filters",
  k: 10,
  mode: "keyword",
  sense: null,
  questionVector: null,
  permitted: null,
} as const;

/** The same analyzers after a change to how text is read. */
const olderAnalyzers: TermAnalyzers = (language) => ({ ...analyzers(language), fingerprint: `${language}/0` });

let path = "";
let rows = new PassageLog();
let directory = "";

const serviceWith = (termAnalyzers: TermAnalyzers) => {
  const engine = createOramaMemory({ directory, analyzers: termAnalyzers, log: silentLog });
  const clock = { now: () => 0 };
  const parts = { engine, rows, sense: null, log: silentLog, clock, budgetBytes: 2 ** 30 };
  return { engine, memory: new MemoryService(parts) };
};

/** Leaves a whole snapshot of two sources behind, written by the given analyzers. */
async function writeSnapshot(termAnalyzers = analyzers): Promise<void> {
  rows.commit(["filters are changed every six months", "pumps run hot"]);
  rows.commit(["the filter of the second pump"]);
  const { memory } = serviceWith(termAnalyzers);
  await memory.search(remembering, request);
  await memory.close();
}

beforeEach(() => {
  directory = mkdtempSync(join(folder, "case-"));
  path = join(directory, `${expert}.memory`);
  rows = new PassageLog();
});

const edit = (change: (bytes: Buffer) => Buffer) => writeFileSync(path, change(readFileSync(path)));
const flip = (bytes: Buffer, at: number) => {
  bytes[at]! ^= 1;
  return bytes;
};

interface Damage {
  readonly name: string;
  readonly inflict: () => void | Promise<void>;
  readonly unfit: Unfit;
  readonly setAside: boolean;
}

const damages: readonly Damage[] = [
  { name: "missing", inflict: () => rmSync(path), unfit: "missing", setAside: false },
  { name: "empty", inflict: () => edit(() => Buffer.alloc(0)), unfit: "damaged", setAside: true },
  {
    name: "truncated in the preamble",
    inflict: () => edit((all) => all.subarray(0, 20)),
    unfit: "damaged",
    setAside: true,
  },
  {
    name: "truncated in the header",
    inflict: () => edit((all) => all.subarray(0, 200)),
    unfit: "damaged",
    setAside: true,
  },
  {
    name: "truncated by one byte",
    inflict: () => edit((all) => all.subarray(0, -1)),
    unfit: "damaged",
    setAside: true,
  },
  {
    name: "longer than written",
    inflict: () => edit((all) => Buffer.concat([all, Buffer.from("x")])),
    unfit: "damaged",
    setAside: true,
  },
  {
    name: "not a snapshot",
    inflict: () => edit((all) => Buffer.alloc(all.length, "{")),
    unfit: "damaged",
    setAside: true,
  },
  { name: "bit flipped in the magic", inflict: () => edit((all) => flip(all, 0)), unfit: "damaged", setAside: true },
  { name: "bit flipped in the header", inflict: () => edit((all) => flip(all, 60)), unfit: "damaged", setAside: true },
  {
    name: "newer format",
    inflict: () =>
      edit((all) => {
        all.writeUInt32LE(formatVersion + 1, 8);
        return all;
      }),
    unfit: "newer_format",
    setAside: false,
  },
];

describe("a snapshot that is", () => {
  test.each(damages)("$name", async ({ inflict, unfit, setAside }) => {
    await writeSnapshot();
    await inflict();
    const { engine, memory } = serviceWith(analyzers);
    expect(await engine.open(expert, profile)).toEqual({ index: null, unfit });
    expect([existsSync(path), existsSync(`${path}.damaged`)]).toEqual([!setAside && unfit !== "missing", setAside]);
    const { hits, passages } = await memory.search(remembering, request);
    expect([hits.map((hit) => hit.no), passages]).toEqual([[1, 3], 3]);
    await memory.close();
    expect((await engine.open(expert, profile)).index?.revision).toBe(2);
  });

  test("bit flipped anywhere in the sections", async () => {
    await writeSnapshot();
    const whole = readFileSync(path);
    const header = 24 + whole.readUInt32LE(12);
    const sections = JSON.parse(whole.subarray(24, header).toString()).sections as Record<
      string,
      { offset: number; length: number }
    >;
    for (const [name, { offset, length }] of Object.entries(sections)) {
      if (length === 0) continue;
      writeFileSync(path, flip(Buffer.from(whole), header + offset));
      const { engine } = serviceWith(analyzers);
      expect([name, await engine.open(expert, profile)]).toEqual([name, { index: null, unfit: "damaged" }]);
    }
  });

  test("of another analyzer", async () => {
    await writeSnapshot(olderAnalyzers);
    const { engine, memory } = serviceWith(analyzers);
    expect(await engine.open(expert, profile)).toEqual({ index: null, unfit: "other_profile" });
    expect((await memory.search(remembering, request)).hits.map((hit) => hit.no)).toEqual([1, 3]);
  });

  test("of another embedder", async () => {
    await writeSnapshot();
    const { engine } = serviceWith(analyzers);
    const embedding = { model: "m", dimensions: 4 };
    expect(await engine.open(expert, { ...profile, embedding })).toEqual({ index: null, unfit: "other_profile" });
  });

  test("of another model of meaning, or of none", async () => {
    await writeSnapshot();
    const { engine } = serviceWith(analyzers);
    const sensed = { ...profile, sense: "model" };
    expect(await engine.open(expert, sensed)).toEqual({ index: null, unfit: "other_profile" });
    const index = engine.create(expert, sensed);
    index.settle(1);
    await index.save();
    expect((await engine.open(expert, sensed)).index?.revision).toBe(1);
    expect(await engine.open(expert, { ...profile, sense: "later" })).toEqual({ index: null, unfit: "other_profile" });
    expect(await engine.open(expert, profile)).toEqual({ index: null, unfit: "other_profile" });
  });

  test("from a version without sense", async () => {
    await writeSnapshot();
    const { snapshot } = await openSnapshot(path, { analysis: analyzers("en").fingerprint, embedding: null });
    const { fingerprint, ...facts } = snapshot!.facts;
    const sections = new Map([...snapshot!.sections].filter(([name]) => !name.endsWith(".sensed")));
    expect(sections.size).toBeLessThan(snapshot!.sections.size);
    const { analysis, embedding } = fingerprint;
    const older = await encodeSnapshot({ facts: { ...facts, fingerprint: { analysis, embedding } }, sections });
    writeFileSync(path, Buffer.concat(older));
    const { engine } = serviceWith(analyzers);
    const { index } = await engine.open(expert, profile);
    expect([index?.count, index?.sensed]).toEqual([3, 0]);
    expect(index?.search(request).hits.map((hit) => hit.no)).toEqual([1, 3]);
    expect(await engine.open(expert, { ...profile, sense: "model" })).toEqual({ index: null, unfit: "other_profile" });
  });

  test("from a version without totals of its parts", async () => {
    await writeSnapshot();
    const wanted = { analysis: analyzers("en").fingerprint, embedding: null };
    const { facts, sections } = (await openSnapshot(path, wanted)).snapshot!;
    const parts = facts.parts.map(({ peakAverage }) => ({ peakAverage }));
    expect(facts.parts).not.toEqual(parts);
    const { engine } = serviceWith(analyzers);
    const ask = async () => (await engine.open(expert, profile)).index?.search(request);
    const before = await ask();
    writeFileSync(path, Buffer.concat(await encodeSnapshot({ facts: { ...facts, parts }, sections })));
    expect(await ask()).toEqual(before);
  });

  test("of an older revision", async () => {
    await writeSnapshot();
    rows.commit(["new filters, changed again"], [1]);
    const { engine, memory } = serviceWith(analyzers);
    expect((await engine.open(expert, profile)).index?.revision).toBe(2);
    expect((await memory.search(remembering, request)).hits.map((hit) => hit.no)).toEqual([4, 3]);
  });

  test("half-written when the process died leaves the old one in place", async () => {
    await writeSnapshot();
    writeFileSync(`${path}.new`, readFileSync(path).subarray(0, 100));
    const { engine, memory } = serviceWith(analyzers);
    expect((await engine.open(expert, profile)).index?.revision).toBe(2);
    rows.commit(["another filter"]);
    await memory.search(remembering, request);
    await memory.close();
    expect((await engine.open(expert, profile)).index?.revision).toBe(3);
    expect(existsSync(`${path}.new`)).toBe(false);
  });
});

test("a snapshot that cannot be read is an error, not a missing one", async () => {
  await writeSnapshot();
  directory = path; // a file where the folder should be
  const { engine } = serviceWith(analyzers);
  await expect(engine.open(expert, profile)).rejects.toMatchObject({ code: "ENOTDIR" });
});

test("a discarded expert leaves nothing on disk", async () => {
  await writeSnapshot();
  edit((all) => flip(all, 0));
  const { engine } = serviceWith(analyzers);
  await engine.open(expert, profile);
  await engine.discard(expert);
  expect([existsSync(path), existsSync(`${path}.damaged`)]).toEqual([false, false]);
});
