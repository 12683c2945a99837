/** What is chosen in the list of sources, by folder and one by one. */
import { expect, test } from "bun:test";
import type { SourceObject } from "../../src/api/shapes.ts";
import { createSourceChoice } from "../../src/console/sources/source-choice.ts";
import type { CatalogRow } from "../../src/console/sources/source-listing.ts";

const folder = (path: string, count: number) =>
  ({ kind: "folder", folder: { path, source_count: count } }) as unknown as CatalogRow;
const source = (id: string, path: string) =>
  ({ kind: "source", source: { id, external_id: path, url: null } as SourceObject }) as unknown as CatalogRow;
/** `a/` has two sources and a folder of one, and there is one beside it. */
const paths: Readonly<Record<string, string>> = { s1: "a/1.md", s2: "a/2.md", s3: "a/b/3.md", t: "top.md" };
const choose = () =>
  createSourceChoice(async (within) => Object.keys(paths).filter((id) => paths[id]!.startsWith(within)));
const [a, b, s1, s2, s3, t] = [
  folder("a/", 3),
  folder("a/b/", 1),
  ...["s1", "s2", "s3", "t"].map((id) => source(id, paths[id]!)),
] as [CatalogRow, CatalogRow, CatalogRow, CatalogRow, CatalogRow, CatalogRow];

test("a folder of which some sources are chosen is partly chosen, then as a whole, then not", async () => {
  const choice = choose();
  const seen = () => [choice.count.value, ...[a, b, s1, s2, s3].map(choice.of)];
  choice.toggle(s1);
  expect(seen()).toEqual([1, "some", "none", "all", "none", "none"]);
  choice.toggle(a);
  expect(seen()).toEqual([3, "all", "all", "all", "all", "all"]);
  choice.toggle(b);
  expect(seen()).toEqual([2, "some", "none", "all", "all", "none"]);
  expect(await choice.ids()).toEqual(["s1", "s2"]);
  choice.toggle(s3);
  expect(seen()).toEqual([3, "all", "all", "all", "all", "all"]);
  expect((await choice.ids()).toSorted()).toEqual(["s1", "s2", "s3"]);
  choice.toggle(a);
  expect(seen()).toEqual([0, "none", "none", "none", "none", "none"]);
});

test("of folders in each other, a source is counted once", async () => {
  const choice = choose();
  choice.add([a, b, s1, t]);
  expect([choice.count.value, (await choice.ids()).toSorted()]).toEqual([4, ["s1", "s2", "s3", "t"]]);
  choice.clear();
  expect(choice.count.value).toBe(0);
});

test("of all that are chosen, some are taken out", async () => {
  const choice = choose();
  choice.all(4);
  choice.toggle(s2);
  choice.toggle(b);
  expect([choice.count.value, choice.of(a), choice.of(t), await choice.ids()]).toEqual([2, "some", "all", ["s1", "t"]]);
  choice.add([a]);
  expect([choice.count.value, choice.of(a), await choice.ids()]).toEqual([4, "all", ["s1", "s2", "s3", "t"]]);
});

test("twenty thousand sources that are chosen one by one stay quick to ask", () => {
  const choice = choose();
  choice.add(Array.from({ length: 20_000 }, (_, no) => source(`n${no}`, `all/${no}.md`)));
  expect([choice.count.value, choice.of(folder("all/", 20_000)), choice.of(folder("all/x/", 9))]).toEqual([
    20_000,
    "all",
    "none",
  ]);
});
