/** Formats that are read only with a pack: their files come in with it, and stay when it goes. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { KeptFolder } from "./kept-folder.ts";

let folder: KeptFolder;
beforeEach(() => {
  folder = new KeptFolder();
});
afterEach(() => folder.close());

test("files of a format that is read only now and then come in later, and stay without it", async () => {
  const [some, more] = [new Set(["md"]), new Set(["md", "png"])];
  folder.extensions = some;
  folder.write("a.md", "alpha");
  folder.write("scans/b.png", "picture");
  expect((await folder.settle()).changes).toEqual(["added a.md"]);
  folder.extensions = more;
  folder.restart();
  expect((await folder.settle()).changes).toEqual(["added scans/b.png"]);
  folder.extensions = some;
  folder.restart();
  folder.remove("a.md");
  folder.write("c.md", "gamma");
  expect((await folder.settle()).changes).toEqual(["added c.md", "deleted a.md"]);
  expect(folder.expert.paths).toEqual(["c.md", "scans/b.png"]);
});
