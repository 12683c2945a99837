/** An index that is updated while sources are replaced: it has exactly the sources of one revision when it is searched. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { MemoryService } from "../../src/memory/memory-service.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";

const directory = mkdtempSync(join(tmpdir(), "docent-index-opening-"));
afterAll(() => rmSync(directory, { recursive: true }));

const analyzers = createAnalyzers();
const english = { id: "exp_one" as ExpertId, language: "en", embedding: null };

let rows = new PassageLog();
beforeEach(() => {
  rows = new PassageLog();
});

/** Nothing is saved, so each service builds its index from the rows. */
function finding() {
  const engine = createOramaMemory({ directory, analyzers, log: silentLog });
  const clock = { now: () => 0 };
  const memory = new MemoryService({ engine, rows, sense: null, log: silentLog, clock, budgetBytes: 2 ** 30 });
  return async (question: string) => {
    const request = { question, k: 10, mode: "keyword", sense: null, questionVector: null, permitted: null } as const;
    return (await memory.search(english, request)).hits.map((hit) => hit.no);
  };
}

describe("while its passages are read,", () => {
  test("a source that is replaced again and again is found as it was last replaced", async () => {
    const find = finding();
    let newest = rows.commit(["filters one"]);
    expect(await find("filter")).toEqual([1]);
    const coming = ["filters three", "filters four"];
    rows.beforeGroups = () => {
      const text = coming.shift();
      if (text !== undefined) newest = rows.commit([text], [newest]);
    };
    newest = rows.commit(["filters two"], [newest]);
    expect(await find("filter")).toEqual([4]);
    expect(rows.reads.groups).toBe(3);
  });

  test("a source that is replaced after the index was built is found as it was replaced", async () => {
    const find = finding();
    rows.batchSize = 1;
    rows.commit(["filters one"]);
    rows.betweenBatches = () => {
      rows.betweenBatches = () => undefined;
      const pumps = rows.commit(["pumps one"]);
      rows.beforeGroups = () => {
        rows.beforeGroups = () => undefined;
        rows.commit(["pumps two"], [pumps]);
      };
    };
    expect(await find("filter pump")).toEqual([1, 3]);
  });

  test("other sources that are added are left to the next search", async () => {
    const find = finding();
    rows.commit(["filters one"]);
    await find("filter");
    rows.beforeGroups = () => {
      rows.beforeGroups = () => undefined;
      rows.commit(["filters three"]);
    };
    rows.commit(["filters two"]);
    expect(await find("filter")).toEqual([1, 2]);
    expect(rows.reads.groups).toBe(1);
    expect(await find("filter")).toEqual([1, 2, 3]);
  });
});
