/** The contract of the rows behind the hits of a search. */

import { afterEach, describe, expect, test } from "bun:test";
import type { PassageReader } from "../../src/answering/ports.ts";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { parseFilter } from "../../src/kernel/stores/source-filter.ts";
import type { Source } from "../../src/sources/source.ts";
import { passageRows } from "../../src/store/passages/passage-rows.ts";
import { readerInPostgres } from "../../src/store/postgres/rows/answer-rows.ts";
import { answerRows } from "../../src/store/sqlite/rows/answer-rows.ts";
import { readingIn } from "../../src/store/sqlite/store-dialect.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";
import { openPostgresPassages } from "../support/worlds/postgres-passages.ts";
import { overPostgres } from "../support/worlds/postgres-world.ts";

type Added = Pick<Source, "id" | "versionNo">;

interface Subject {
  readonly reader: PassageReader;
  readonly expert: ExpertId;
  /** Adds a document of several passages, one for each line. */
  add(text: string, more?: { title?: string; metadata?: Record<string, string> }): Promise<Added>;
  remove(source: Added): Promise<void>;
  /** The numbers of the passages that answer. */
  numbers(): Awaitable<readonly number[]>;
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
    numbers: async () =>
      (await Array.fromAsync(passageRows(readingIn(database.orm)).allPassages(expert.id))).flat().map(({ no }) => no),
  };
}

async function inPostgres(): Promise<Subject> {
  const { database, expert, commit, remove, numbers, close } = await openPostgresPassages();
  toClose.push(close);
  return {
    reader: readerInPostgres(database, null),
    expert,
    add: (text, more) => commit(text.split("\n"), more),
    remove,
    numbers,
  };
}

const subjects = [["the database", overDatabase], ...overPostgres(inPostgres)] as const;

describe.each(subjects)("PassageReader: %s", (_name, open) => {
  test("passages are read by their numbers, with the fields of a citation", async () => {
    const { reader, expert, add, numbers } = await open();
    const source = await add("The pump hums.\nThe seal leaks.", { title: "Pumps" });
    const found = await reader.passages(expert, await numbers());
    expect([...found.values()].map(({ text, title, sourceId }) => [text, title, sourceId])).toEqual([
      ["The pump hums.", "Pumps", source.id],
      ["The seal leaks.", "Pumps", source.id],
    ]);
  });

  test("deleted passages and unknown numbers are missing", async () => {
    const { reader, expert, add, remove, numbers } = await open();
    const source = await add("The pump hums.");
    await add("The seal leaks.");
    const all = await numbers();
    await remove(source);
    expect([...(await reader.passages(expert, [...all, 999])).values()].map(({ text }) => text)).toEqual([
      "The seal leaks.",
    ]);
    expect((await reader.passages("exp_other" as ExpertId, all)).size).toBe(0);
  });

  test("a filter permits the versions whose source it matches", async () => {
    const { reader, expert, add } = await open();
    const red = await add("The pump hums.", { metadata: { colour: "red" } });
    await add("The seal leaks.", { metadata: { colour: "blue" } });
    expect([...(await reader.permitted(expert, parseFilter({ colour: "red" })))]).toEqual([red.versionNo]);
    expect((await reader.permitted(expert, parseFilter({ colour: "green" }))).size).toBe(0);
  });

  test("the first passages of the newest sources are shown", async () => {
    const { reader, expert, add } = await open();
    await add("The pump hums.\nThe seal leaks.");
    await add("The filter is blue.");
    await add("The belt is worn.");
    const shown = await reader.glimpse(expert, { sources: 2, sections: 4 });
    expect(shown.map(({ text }) => text)).toEqual(["The belt is worn.", "The filter is blue."]);
    expect(await reader.glimpse("exp_other" as ExpertId, { sources: 2, sections: 4 })).toEqual([]);
  });

  test("the passages of a version are read in pages, in their order", async () => {
    const { reader, expert, add, remove } = await open();
    const source = await add("The pump hums.\nThe seal leaks.\nThe belt is worn.");
    await add("The filter is blue.");
    const first = await reader.versionPassages(expert, source.id, { after: 0, most: 2 });
    expect(first.map(({ text, sourceVersion }) => [text, sourceVersion])).toEqual([
      ["The pump hums.", 1],
      ["The seal leaks.", 1],
    ]);
    const rest = await reader.versionPassages(expert, source.id, { after: first.at(-1)!.no, most: 2 });
    expect(rest.map(({ text }) => text)).toEqual(["The belt is worn."]);
    expect(await reader.versionPassages("exp_other" as ExpertId, source.id, { after: 0, most: 2 })).toEqual([]);
    await remove(source);
    expect(await reader.versionPassages(expert, source.id, { after: 0, most: 2 })).toEqual([]);
  });

  test("the standing is current", async () => {
    const { reader, expert, add, remove } = await open();
    const none = { pending: 0, sense: { done: 0, total: 0 } };
    expect(await reader.standing({ id: expert })).toEqual({ ...none, revision: 0, ready: 0 });
    const source = await add("The pump hums.");
    expect(await reader.standing({ id: expert })).toEqual({ ...none, revision: 1, ready: 1 });
    await remove(source);
    expect(await reader.standing({ id: expert })).toEqual({ ...none, revision: 2, ready: 0 });
    expect(await reader.standing({ id: "exp_other" as ExpertId })).toEqual({ ...none, revision: 0, ready: 0 });
  });
});
