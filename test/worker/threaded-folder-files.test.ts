/** The file work of a kept folder on a thread, also when the file system does not answer. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FolderFiles, FolderSilent } from "../../src/folders/file-work.ts";
import { SwappedFile } from "../../src/folders/open-inside.ts";
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
  opened(new URL("./hanging-folder-worker.ts", import.meta.url), 500);
  for (let tries = 0; tries < 5; tries++) expect(await failure(files.walk())).toBeInstanceOf(FolderSilent);
  // Three threads hang by now, and no more are started.
  const late = Bun.sleep(400).then(() => "late");
  expect(await Promise.race([failure(files.marker()), late])).toBeInstanceOf(FolderSilent);
  const writers = Bun.spawn(["sh", "-c", `for i in 1 2 3; do : > ${join(root, "pipe")}; done`]);
  await writers.exited;
  while (
    !(await files.marker().then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setImmediate(resolve));
});

test("a folder that is not kept any more gives up at once", async () => {
  expect(Bun.spawnSync(["mkfifo", join(root, "pipe")]).exitCode).toBe(0);
  opened(new URL("./hanging-folder-worker.ts", import.meta.url));
  const walk = failure(files.walk());
  files.close();
  expect(await walk).toBeInstanceOf(FolderSilent);
  expect(await failure(files.walk())).toBeInstanceOf(FolderSilent);
  await Bun.spawn(["sh", "-c", `timeout 1 sh -c ': > ${join(root, "pipe")}' || true`]).exited;
});
