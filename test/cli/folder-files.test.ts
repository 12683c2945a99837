import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFiles } from "../../src/cli/ingest/folder-files.ts";

const extensions = new Set(["md", "txt", "makefile"]);
let root: string;
const at = (...parts: string[]) => join(root, ...parts);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "docent-files-"));
  for (const folder of ["docs/b/deep", "docs/.git", "docs/-x", "outside"]) mkdirSync(at(folder), { recursive: true });
  const files = ["docs/b/deep/z.md", "docs/b/a.TXT", "docs/Makefile", "docs/a.md", "docs/.env", "docs/.git/x.md"];
  const odd = [
    "docs/pic.png",
    "docs/README",
    "docs/-x/--data-dir.md",
    "docs/new\nline \x1b[2J'\"$(rm).md",
    "docs/é\u202e.md",
  ];
  for (const file of [...files, ...odd, "outside/secret.md"]) writeFileSync(at(file), "text");
  writeFileSync(at("docs/empty.md"), "");
  symlinkSync("../outside", at("docs/away"));
  symlinkSync("..", at("docs/b/round"));
  symlinkSync("../outside/secret.md", at("docs/secret.md"));
  symlinkSync("nowhere", at("docs/broken.md"));
});
afterAll(() => rmSync(root, { recursive: true }));

test("a folder is searched recursively, in order, without hidden files", async () => {
  const found = await findFiles([at("docs")], extensions);
  expect(found.files).toEqual(
    [
      ...["Makefile", "a.md", "new\nline \x1b[2J'\"$(rm).md", "é\u202e.md"],
      ...["-x/--data-dir.md", "b/a.TXT", "b/deep/z.md"],
    ].map((name) => ({ name, path: at("docs", name) })),
  );
  expect(found.skipped).toEqual({ hidden: 2, ignored: 0, unsupported: 2, empty: 1, links: 4 });
  expect(found.unreadable).toEqual([]);
});

test("a path on the command line is always taken", async () => {
  const named = [at("docs/pic.png"), at("docs/.env"), at("docs/empty.md"), at("docs/secret.md")];
  expect((await findFiles(named, extensions)).files.map(({ name }) => name)).toEqual([
    ...["pic.png", ".env", "empty.md", "secret.md"],
  ]);
  expect((await findFiles([at("docs/away")], extensions)).files).toEqual([
    { name: "secret.md", path: at("docs/away/secret.md") },
  ]);
});

test("a missing path stops it before anything is sent", async () => {
  await expect(findFiles([at("docs"), at("nowhere")], extensions)).rejects.toThrow(`There is no ${at("nowhere")}.`);
});
