/** Reading an expert's passages from a real database. */
import { afterEach, expect, test } from "bun:test";
import { passageRows } from "../../src/storage/rows/passage-rows.ts";
import { extractionOf, openPipelineWorld } from "../support/pipeline-world.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

test("passages in ranges are those that are live, whatever else the ranges cover", async () => {
  const world = openPipelineWorld();
  open.push(world);
  const { add, settled, pipeline } = world.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  await settled(await add("one\ntwo\nthree"));
  await settled(await add("four\nfive"));
  const rows = passageRows(world.database);
  const textsIn = (...ranges: { first: number; last: number }[]) =>
    [...rows.passagesIn(world.expert.id, ranges)].flat().map(({ text }) => text);
  expect(textsIn({ first: 2, last: 3 })).toEqual(["two", "three"]);
  expect(textsIn({ first: 1, last: 1 }, { first: 3, last: 900 })).toEqual(["one", "three", "four", "five"]);
  expect(textsIn({ first: 6, last: 9 })).toEqual([]);
  expect(textsIn()).toEqual([]);
});
