/** The contract of the engine that creates indexes. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { MemoryEngine, MemoryIndex } from "../../src/memory/index-ports.ts";

interface Subject {
  readonly engine: MemoryEngine;
  /** The names of the files on disk. */
  names(): readonly string[];
  /** Overwrites the snapshot with other bytes. */
  damage(): void;
}

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

function overOrama(): Subject {
  const directory = mkdtempSync(join(tmpdir(), "docent-engine-"));
  toClose.push(() => rmSync(directory, { recursive: true }));
  return {
    engine: createOramaMemory({ directory, analyzers: createAnalyzers(), log: silentLog }),
    names: () => readdirSync(directory),
    damage: () => {
      for (const name of readdirSync(directory)) writeFileSync(join(directory, name), "not a snapshot");
    },
  };
}

const subjects = [["over Orama", overOrama]] as const;

const expert = "exp_1" as ExpertId;
const profile = { language: "en", embedding: null, sense: null };
const passage = { no: 1, group: 1, title: "", section: "", text: "The pump hums.", vector: null, sense: null };
const question = {
  question: "pump",
  k: 8,
  mode: "keyword",
  sense: null,
  questionVector: null,
  permitted: null,
} as const;
const found = (index: MemoryIndex) => index.search(question).hits.map(({ no }) => no);

async function saved({ engine }: Subject): Promise<void> {
  const index = engine.create(expert, profile);
  index.add([passage]);
  index.settle(3);
  await index.save();
  index.close();
}

describe.each(subjects)("MemoryEngine: %s", (_name, open) => {
  test("a new index is empty, at revision 0, and not on disk", () => {
    const { engine, names } = open();
    const index = engine.create(expert, profile);
    expect([index.revision, index.count, found(index), names()]).toEqual([0, 0, [], []]);
  });

  test("a saved index is opened unchanged", async () => {
    const subject = open();
    await saved(subject);
    const { index } = await subject.engine.open(expert, profile);
    expect([index?.revision, index?.count, index && found(index)]).toEqual([3, 1, [1]]);
  });

  test("without a snapshot, or with one of another profile, there is no index, and the reason is reported", async () => {
    const subject = open();
    expect(await subject.engine.open(expert, profile)).toEqual({ index: null, unfit: "missing" });
    await saved(subject);
    expect(await subject.engine.open(expert, { ...profile, language: "de" })).toEqual({
      index: null,
      unfit: "other_profile",
    });
    expect(await subject.engine.open("exp_2" as ExpertId, profile)).toEqual({ index: null, unfit: "missing" });
  });

  test("a damaged snapshot is set aside", async () => {
    const subject = open();
    await saved(subject);
    subject.damage();
    expect(await subject.engine.open(expert, profile)).toEqual({ index: null, unfit: "damaged" });
    expect(await subject.engine.open(expert, profile)).toEqual({ index: null, unfit: "missing" });
    expect(subject.names()).toHaveLength(1);
  });

  test("a discarded expert has nothing on disk", async () => {
    const subject = open();
    await saved(subject);
    await subject.engine.discard(expert);
    await subject.engine.discard(expert);
    expect(subject.names()).toEqual([]);
  });
});
