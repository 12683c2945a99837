/** What is chosen in the list of sources, by folder and one by one. */
import { expect, test } from "bun:test";
import type { SourceObject } from "../../src/api/shapes.ts";
import { createSourceChoice } from "../../src/console/sources/source-choice.ts";
import type { CatalogRow } from "../../src/console/sources/source-listing.ts";

const folder = (path: string, count: number) =>
  ({ kind: "folder", folder: { path, source_count: count } }) as unknown as CatalogRow;
const source = (id: string, path: string) =>
  ({ kind: "source", source: { id, external_id: path, url: null } as SourceObject }) as unknown as CatalogRow;
const inside = ["s1", "s2", "s3"];
const choose = () => createSourceChoice(async () => inside);

test("a source that was taken out of a folder is out as long as the folder is chosen", async () => {
  const choice = choose();
  const [a, s1] = [folder("a/", 3), source("s1", "a/1.md")];
  choice.toggle(a);
  choice.toggle(s1);
  expect([choice.count.value, choice.has(s1), await choice.ids()]).toEqual([2, false, ["s2", "s3"]]);
  choice.toggle(a);
  expect([choice.count.value, choice.has(a), choice.has(s1)]).toEqual([0, false, false]);
  choice.toggle(s1);
  expect([choice.count.value, choice.has(s1), await choice.ids()]).toEqual([1, true, ["s1"]]);
});

test("of folders in each other, a source is counted once", async () => {
  const choice = choose();
  choice.add([folder("a/", 3), folder("a/b/", 1), source("s1", "a/1.md"), source("t", "top.md")]);
  expect([choice.count.value, await choice.ids()]).toEqual([4, [...inside, "t"]]);
  choice.clear();
  expect(choice.count.value).toBe(0);
});
