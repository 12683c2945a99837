/** Reading an expert's passages from a real database. */

import { afterEach, expect, test } from "bun:test";
import { passageRows } from "../../../src/store/passages/passage-rows.ts";
import { readingIn } from "../../../src/store/sqlite/store-dialect.ts";
import { extractionOf } from "../../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../../support/worlds/pipeline-world.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

test("passages in ranges are the live ones", async () => {
  const world = openPipelineWorld();
  open.push(world);
  const { add, settled, pipeline } = world.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  await settled(await add("one\ntwo\nthree"));
  await settled(await add("four\nfive"));
  const rows = passageRows(readingIn(world.database.orm));
  const textsIn = async (...ranges: { first: number; last: number }[]) =>
    (await Array.fromAsync(rows.passagesIn(world.expert.id, ranges))).flat().map(({ text }) => text);
  expect(await textsIn({ first: 2, last: 3 })).toEqual(["two", "three"]);
  expect(await textsIn({ first: 1, last: 1 }, { first: 3, last: 900 })).toEqual(["one", "three", "four", "five"]);
  expect(await textsIn({ first: 6, last: 9 })).toEqual([]);
  expect(await textsIn()).toEqual([]);
});

test("all passages of an expert come in batches, each once, for any number of sources", async () => {
  const world = openPipelineWorld();
  open.push(world);
  const { add, settled, pipeline } = world.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const notes = Array.from({ length: 230 }, (_, i) => `note ${i}`);
  const lines = Array.from({ length: 300 }, (_, i) => `line ${i}`);
  await settled(await add("elsewhere", {}, world.otherExpert), world.otherExpert);
  for (const source of [
    ...(await Promise.all(notes.map((text) => add(text)))),
    await add(lines.join(" \n").slice(0, 1000)),
  ])
    await settled(source);
  const batches = await Array.fromAsync(passageRows(readingIn(world.database.orm)).allPassages(world.expert.id));
  expect(batches.length).toBeGreaterThan(1);
  const texts = batches.flat().map(({ text }) => text.trim());
  expect(texts.filter((text) => text.startsWith("note")).toSorted()).toEqual(notes.toSorted());
  expect(texts.filter((text) => text.startsWith("line")).length).toBeGreaterThan(90);
  expect(new Set(batches.flat().map(({ no }) => no)).size).toBe(texts.length);
  expect(texts).not.toContain("elsewhere");
  await pipeline.stop();
});

test("versions of more passages than a page are read in several pages, each passage once", async () => {
  const world = openPipelineWorld();
  open.push(world);
  const { add, settled, pipeline } = world.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const texts = Array.from({ length: 13 }, (_, i) => `${i}\n`.repeat(Math.floor(999 / `${i}\n`.length)));
  const added = await Promise.all(texts.map((text) => add(text)));
  for (const source of added) await settled(source);
  const numbers = (await Array.fromAsync(passageRows(readingIn(world.database.orm)).allPassages(world.expert.id)))
    .flat()
    .map(({ no }) => no);
  expect(numbers.length).toBe(texts.join("").split("\n").length + texts.length - 1);
  expect(new Set(numbers).size).toBe(numbers.length);
  await pipeline.stop();
});
