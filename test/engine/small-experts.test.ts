import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { MemoryEngine, MemoryIndex } from "../../src/memory/index-ports.ts";

let directory: string;
let engine: MemoryEngine;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "docent-small-experts-"));
  engine = createOramaMemory({ directory, analyzers: createAnalyzers(), log: silentLog });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const question = { k: 8, mode: "keyword", sense: null, questionVector: null, permitted: null } as const;

/** An index of a few notes that has been asked. */
function smallExpert(number: number): MemoryIndex {
  const index = engine.create(`exp_${number}` as ExpertId, { language: "en", embedding: null, sense: null });
  const noteOf = (i: number) => `The valve ${number} in hall ${i} was changed by crew ${i % 7}.`;
  const facts = { group: 1, title: "Notes", section: "", vector: null, sense: null };
  index.add(Array.from({ length: 10 }, (_, i) => ({ ...facts, no: number * 10 + i + 1, text: noteOf(i) })));
  index.settle(1);
  index.search({ ...question, question: "Which valve was changed in the hall?" });
  return index;
}

function heapBytes(): number {
  Bun.gc(true);
  const { heapUsed, external } = process.memoryUsage();
  return Math.max(heapUsed, external);
}

test("an open expert with a few notes takes less than 200 KB, and is not underestimated", () => {
  smallExpert(0);
  const before = heapBytes();
  const open = Array.from({ length: 50 }, (_, i) => smallExpert(i + 1));
  const cost = (heapBytes() - before) / open.length;
  expect(cost).toBeLessThan(200_000);
  for (const index of open) {
    expect(index.residentBytes).toBeGreaterThan(cost);
    expect(index.residentBytes).toBeLessThan(200_000);
  }
});
