/** The contract of the store of readings. */

import { afterEach, describe, expect, test } from "bun:test";
import { immediately } from "../../src/kernel/awaitable.ts";
import { readingBytes, readingStamp } from "../../src/language/structure/reading-bytes.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { passageRows } from "../../src/store/passages/passage-rows.ts";
import { readingStore } from "../../src/store/passages/reading-store.ts";
import { answerRows } from "../../src/store/sqlite/rows/answer-rows.ts";
import { readingIn, storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const english = createAnalyzers()("en");
const stamp = readingStamp(english);
const lines = [
  "Wash the filters of the pump every month with cold water.",
  "The seal leaks.",
  "The valve is closed by hand.",
];

/** A source of three passages without readings. */
async function overDatabase() {
  const world = openPipelineWorld();
  open.push(world);
  const { database, expert } = world;
  const { add, settled, pipeline, sources } = world.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const source = await settled(await add(lines.join("\n")));
  const rows = immediately(readingStore(storeInSqlite(database)));
  const [version = 0] = rows.versions(expert.id);
  const lacking = (after = 0, limit = 10) => rows.lacking(version, after, { language: "und", stamp, limit });
  const stored = async () => {
    const numbers = (await Array.fromAsync(passageRows(readingIn(database.orm)).allPassages(expert.id)))
      .flat()
      .map(({ no }) => no);
    return [...answerRows(database).passages(expert.id, numbers).values()].map(({ reading }) => reading ?? null);
  };
  return { rows, expert, source, sources, version, lacking, stored };
}

const readingOf = ({ no, text }: { no: number; text: string }) => ({ no, reading: readingBytes(text, english) });

const subjects = [["the database", overDatabase]] as const;

describe.each(subjects)("ReadingRows: %s", (_name, subject) => {
  test("passages without a reading come in order, up to the limit", async () => {
    const { lacking } = await subject();
    expect(lacking().map(({ text }) => text)).toEqual(lines);
    const [first] = lacking(0, 1);
    expect(lacking(0, 1)).toHaveLength(1);
    expect(lacking(first!.no).map(({ text }) => text)).toEqual(lines.slice(1));
  });

  test("a stored reading comes with its passage, which then lacks none", async () => {
    const { rows, lacking, stored } = await subject();
    const readings = lacking().map(readingOf);
    rows.keep(readings.slice(0, 2));
    expect(lacking().map(({ text }) => text)).toEqual(lines.slice(2));
    expect(await stored()).toEqual([readings[0]!.reading, readings[1]!.reading, null]);
  });

  test("a reading with another stamp counts as missing", async () => {
    const { rows, version, lacking } = await subject();
    rows.keep(lacking().map(readingOf));
    const other = readingStamp(createAnalyzers()("de"));
    expect(rows.lacking(version, 0, { language: "und", stamp: other, limit: 10 })).toHaveLength(3);
  });

  test("a deleted passage takes no reading", async () => {
    const { rows, expert, source, sources, lacking, stored } = await subject();
    const readings = lacking().map(readingOf);
    await sources.remove(expert, source.id);
    rows.keep(readings);
    expect(await stored()).toEqual([]);
    expect(rows.versions(expert.id)).toEqual([]);
  });

  test("a new title keeps the readings of the passages", async () => {
    const { rows, expert, source, sources, lacking, stored } = await subject();
    rows.keep(lacking().map(readingOf));
    const before = await stored();
    await sources.update(expert, source.id, { title: "Another" });
    expect(await stored()).toEqual(before);
  });

  test("a version without outlines comes with its content and its passages, once they are made no more", async () => {
    const { rows, version } = await subject();
    const found = rows.unoutlined(version, 1);
    const { content = "", passages = [] } = found ?? {};
    expect(passages.map(({ start, end }) => content.slice(start, end))).toEqual(lines);
    rows.keep(passages.slice(1).map(({ no }) => ({ no, outline: Uint8Array.of(1, 0, 0) })));
    expect(rows.unoutlined(version, 1)).toEqual(found);
    rows.keep([{ no: passages[0]!.no, outline: Uint8Array.of(1, 0, 0) }]);
    expect(rows.unoutlined(version, 1)).toBeNull();
    expect(rows.unoutlined(version, 2)).toEqual(found);
    expect(rows.unoutlined(version + 1, 1)).toBeNull();
  });

  test("an expert reports the maker of all its readings", async () => {
    const { rows, expert } = await subject();
    const told = () => rows.experts().find(({ id }) => id === expert.id);
    expect(told()).toEqual({ id: expert.id, language: "en", readings: null });
    rows.settle(expert.id, "maker");
    expect(told()?.readings).toBe("maker");
  });
});
