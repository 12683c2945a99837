import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import { createSnapshotReader } from "../../src/engine/orama/snapshot-reader.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const directory = mkdtempSync(join(tmpdir(), "docent-snapshot-reader-"));
afterAll(() => rmSync(directory, { recursive: true }));

const expert = "exp_one" as ExpertId;
const profile = { language: "en", embedding: null, sense: null };

describe("SnapshotReader: over files", () => {
  const analyzers = createAnalyzers();
  const engine = createOramaMemory({ directory, analyzers, log: silentLog });
  const reader = createSnapshotReader({ directory, analyzers });
  const facts = { group: 1, title: "", section: "", vector: null, sense: null };

  test("opens what was saved, and an empty index where nothing fits", async () => {
    const none = reader.stamp(expert);
    expect(reader.stamp(expert)).toBe(none);
    const empty = await reader.open(expert, profile);
    expect([empty.stamp, empty.bytes, empty.index.count, empty.index.revision]).toEqual([none, 0, 0, 0]);

    const index = engine.create(expert, profile);
    index.add([{ ...facts, no: 1, text: "filters are changed" }]);
    index.settle(3);
    await index.save();
    const saved = await reader.open(expert, profile);
    expect([saved.stamp, saved.index.count, saved.index.revision]).toEqual([reader.stamp(expert), 1, 3]);
    expect(saved.stamp).not.toBe(none);
    expect(saved.bytes).toBeGreaterThan(0);
    expect((await reader.open(expert, { ...profile, language: "de" })).index.count).toBe(0);

    index.add([{ ...facts, no: 2, text: "pumps run hot" }]);
    index.settle(4);
    await index.save();
    expect(reader.stamp(expert)).not.toBe(saved.stamp);
    expect([saved.index.count, (await reader.open(expert, profile)).index.count]).toEqual([1, 2]);
  });

  test("leaves a damaged file where it is, and saves nothing", async () => {
    writeFileSync(join(directory, `${expert}.memory`), "DOCENTMX and then nothing that makes sense");
    const stamp = reader.stamp(expert);
    const { index } = await reader.open(expert, profile);
    expect([index.count, reader.stamp(expert)]).toEqual([0, stamp]);
    await expect(index.save()).rejects.toThrow("does not write");
  });
});
