/** The contract of the rows behind the hits of a search. */
import { afterEach, describe, expect, test } from "bun:test";
import type { PassageReader } from "../../src/answering/ports.ts";
import { parseFilter } from "../../src/answering/source-filter.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import type { Source } from "../../src/sources/source.ts";
import { answerRows } from "../../src/storage/rows/answer-rows.ts";
import { passageRows } from "../../src/storage/rows/passage-rows.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

interface Subject {
  readonly reader: PassageReader;
  readonly expert: ExpertId;
  /** Adds a document of several passages, one for each line. */
  add(text: string, more?: { title?: string; metadata?: Record<string, string> }): Promise<Source>;
  remove(source: Source): Promise<void>;
  /** The numbers of the passages that answer. */
  numbers(): readonly number[];
}

const toClose: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

function overDatabase(): Subject {
  const world = openPipelineWorld();
  toClose.push(() => world.close());
  const { add, settled, pipeline, sources } = world.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  toClose.push(() => pipeline.stop());
  const { database, expert } = world;
  return {
    reader: answerRows(database),
    expert: expert.id,
    add: async (text, more) => settled(await add(text, more)),
    remove: async (source) => {
      await sources.remove(expert, source.id);
    },
    numbers: () => [...passageRows(database).allPassages(expert.id)].flat().map(({ no }) => no),
  };
}

const subjects = [["the database", overDatabase]] as const;

describe.each(subjects)("PassageReader: %s", (_name, open) => {
  test("passages are read by their numbers, with the fields of a citation", async () => {
    const { reader, expert, add, numbers } = open();
    const source = await add("The pump hums.\nThe seal leaks.", { title: "Pumps" });
    const found = reader.passages(expert, numbers());
    expect([...found.values()].map(({ text, title, sourceId }) => [text, title, sourceId])).toEqual([
      ["The pump hums.", "Pumps", source.id],
      ["The seal leaks.", "Pumps", source.id],
    ]);
  });

  test("deleted passages and unknown numbers are missing", async () => {
    const { reader, expert, add, remove, numbers } = open();
    const source = await add("The pump hums.");
    await add("The seal leaks.");
    const all = numbers();
    await remove(source);
    expect([...reader.passages(expert, [...all, 999]).values()].map(({ text }) => text)).toEqual(["The seal leaks."]);
    expect(reader.passages("exp_other" as ExpertId, all).size).toBe(0);
  });

  test("a filter permits the versions whose source it matches", async () => {
    const { reader, expert, add } = open();
    const red = await add("The pump hums.", { metadata: { colour: "red" } });
    await add("The seal leaks.", { metadata: { colour: "blue" } });
    expect([...reader.permitted(expert, parseFilter({ colour: "red" }))]).toEqual([red.versionNo]);
    expect(reader.permitted(expert, parseFilter({ colour: "green" })).size).toBe(0);
  });

  test("counts are current", async () => {
    const { reader, expert, add, remove } = open();
    expect(reader.counts(expert)).toEqual({ ready: 0, pending: 0 });
    const source = await add("The pump hums.");
    expect(reader.counts(expert)).toEqual({ ready: 1, pending: 0 });
    await remove(source);
    expect(reader.counts(expert)).toEqual({ ready: 0, pending: 0 });
  });
});
