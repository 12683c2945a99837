/** The file work of a kept folder on a thread, also when the file system does not answer. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FolderFiles, FolderSilent } from "../../src/folders/file-work.ts";
import { SwappedFile } from "../../src/folders/open-inside.ts";
import { nextTurn } from "../../src/kernel/pause.ts";
import { threadedFolderFiles } from "../../src/worker/threaded-folder-files.ts";
import { workerEntries } from "../../src/worker-entries.ts";

let root: string;
let files: FolderFiles;
const opened = (entry = workerEntries.folder(), silence?: number) => {
  files = threadedFolderFiles(entry, { root, extensions: new Set(["md"]) }, silence);
  return files;
};
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "docent-thread-"));
});
afterEach(() => {
  files.close();
  rmSync(root, { recursive: true });
});

test("walks, reads and marks a folder", async () => {
  mkdirSync(join(root, "sub"));
  writeFileSync(join(root, "sub/a.md"), "alpha");
  symlinkSync("/etc/hostname", join(root, "link.md"));
  opened();
  const { files: found, skipped } = await files.walk();
  expect([[...found.keys()], skipped.links]).toEqual([["sub/a.md"], 1]);
  const seen = found.get("sub/a.md")!;
  expect(new TextDecoder().decode((await files.read("sub/a.md", seen))!)).toBe("alpha");
  writeFileSync(join(root, "sub/a.md"), "alpha, longer");
  expect(await files.read("sub/a.md", seen)).toBeNull();
  expect(await failure(files.read("link.md", seen))).toBeInstanceOf(SwappedFile);
  expect(await failure(files.read("none.md", seen))).toMatchObject({ code: "ENOENT" });
  expect([await files.marker(), await files.mark("fld_00000001"), await files.marker()]).toEqual([
    { state: "absent" },
    true,
    { state: "present", id: "fld_00000001" },
  ]);
});

test("a file system that does not answer is given up, and holds nothing else", async () => {
  expect(Bun.spawnSync(["mkfifo", join(root, "pipe")]).exitCode).toBe(0);
  opened(new URL("./hanging-folder-worker.ts", import.meta.url), 200);
  // A thread that is given up before it has begun does not hang.
  let given = 0;
  for (; given < 50 && !(await isRefusedAtOnce()); given++)
    expect(await failure(files.walk())).toBeInstanceOf(FolderSilent);
  expect([given >= 3, await isRefusedAtOnce()]).toEqual([true, true]);
  letGo();
  while ((await failure(files.marker())) !== null) await nextTurn();
});

/** Whether no thread is asked, because three hang: the refusal comes in the same turn. */
const isRefusedAtOnce = async () => (await Promise.race([failure(files.marker()), nextTurn()])) instanceof FolderSilent;

/** Who opens the pipe waits for somebody to write to it. */
const letGo = () => closeSync(openSync(join(root, "pipe"), "r+"));

test("a folder that is not kept any more gives up at once", async () => {
  expect(Bun.spawnSync(["mkfifo", join(root, "pipe")]).exitCode).toBe(0);
  opened(new URL("./hanging-folder-worker.ts", import.meta.url));
  const walk = failure(files.walk());
  files.close();
  expect(await walk).toBeInstanceOf(FolderSilent);
  expect(await failure(files.walk())).toBeInstanceOf(FolderSilent);
  letGo();
});
