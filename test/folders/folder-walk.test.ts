/** What is left out of a folder: by git's rules, by ours, and because it is not a document. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { walkFolder } from "../../src/folders/folder-walk.ts";
import { KeptFolder } from "./kept-folder.ts";

let folder: KeptFolder;
beforeEach(() => {
  folder = new KeptFolder();
});
afterEach(() => folder.close());

const walked = async () => walkFolder(folder.root, new Set(["md", "txt", "docx"]));

test("ignore files are obeyed as git does, and .docentignore has the last word", async () => {
  folder.write(".gitignore", "build/\n*.txt\n!keep.txt\n/top.md\n# comment\n");
  folder.write(".docentignore", "private\n!notes.txt\n");
  folder.write("sub/.gitignore", "!*.txt\nonly-here.md\n");
  const kept = ["keep.txt", "notes.txt", "a.md", "sub/top.md", "sub/b.txt", "deep/build.md"];
  const left = [
    "build/x.md",
    "other.txt",
    "top.md",
    "private/s.md",
    "sub/private/t.md",
    "sub/only-here.md",
    "d/build/y.md",
  ];
  for (const path of [...kept, ...left]) folder.write(path, "text");
  const { files, skipped } = await walked();
  expect([...files.keys()].toSorted()).toEqual(kept.toSorted());
  expect(skipped).toMatchObject({ hidden: 3, ignored: 7 });
});

test("a checkout's .git, a vault's .obsidian, backups and locks of editors are not documents", async () => {
  for (const path of [".git/x.md", ".obsidian/y.md", "~$report.docx", "a.md~", ".a.md.swp", "4913", "#a.md#", "a.md"])
    folder.write(path, "text");
  expect([...(await walked()).files.keys()]).toEqual(["a.md"]);
});

test("a folder that is not there is told as unreadable, not as empty", async () => {
  const { files, unreadable } = walkFolder(folder.at("nowhere"), new Set(["md"]));
  expect([...files]).toEqual([]);
  expect(unreadable).toEqual([{ path: "", reason: "no such file or directory" }]);
});
