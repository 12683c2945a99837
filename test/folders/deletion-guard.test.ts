/** Which sources of a folder may be deleted when their files are not seen any more. */
import { expect, test } from "bun:test";
import { DeletionGuard, missingFor } from "../../src/folders/deletion-guard.ts";
import type { FolderContents } from "../../src/folders/folder-walk.ts";

const own = ["a.md", "shut/b.md", "shut/deep/c.md", "shutter/d.md", "e.md"].map((path) => {
  return { id: path, path, sha256: path, status: "ready", failure: null, keepers: ["fld_00000001"] };
});

function judgedTwice(guard: DeletionGuard, seen: readonly string[], unreadable: readonly string[]) {
  const file = { bytes: 1, modifiedAt: 0, signature: "1" };
  const contents: FolderContents = {
    files: new Map(seen.map((path) => [path, file])),
    skipped: { hidden: 0, ignored: 0, unsupported: 0, empty: 0, links: 0 },
    unreadable: unreadable.map((path) => ({ path, reason: "EIO" })),
  };
  const look = { own, contents };
  guard.judge({ ...look, now: 0 });
  return guard.judge({ ...look, now: missingFor }).due.map(({ path }) => path);
}

test("not those in a folder that cannot be read, nor a file that cannot", () => {
  expect(judgedTwice(new DeletionGuard(), ["e.md"], ["shut", "a.md"])).toEqual(["shutter/d.md"]);
  expect(judgedTwice(new DeletionGuard(), ["e.md"], [""])).toEqual([]);
  expect(judgedTwice(new DeletionGuard(), ["e.md"], [])).toEqual(own.slice(0, 4).map(({ path }) => path));
});

test("only those that were missing in every look", () => {
  const guard = new DeletionGuard();
  const look = (now: number, seen: readonly string[]) => {
    const files = new Map(seen.map((path) => [path, { bytes: 1, modifiedAt: 0, signature: "1" }]));
    const skipped = { hidden: 0, ignored: 0, unsupported: 0, empty: 0, links: 0 };
    const contents = { files, skipped, unreadable: [] };
    return guard.judge({ own, contents, now });
  };
  const all = own.map(({ path }) => path);
  expect(look(0, all.slice(1))).toEqual({ due: [], waiting: 1 });
  expect(look(missingFor - 1, all)).toEqual({ due: [], waiting: 0 });
  expect(look(missingFor, all.slice(1))).toEqual({ due: [], waiting: 1 });
  expect(look(2 * missingFor, all.slice(1))).toEqual({ due: [own[0]!], waiting: 0 });
});
