/** Files that nodes share in a folder, worked on by threads, also when the file system does not answer. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onePiece } from "../../src/kernel/awaitable.ts";
import { type FilesInFolder, filesInFolder } from "../../src/store/shared-files/shared-folder.ts";
import { threadedSharedFolder } from "../../src/worker/threaded-folder-files.ts";
import { workerEntries } from "../../src/worker-entries.ts";

let directory: string;
let close: () => void;
let files: FilesInFolder;
const open = (silence?: number) => {
  const folder = threadedSharedFolder(workerEntries.folder(), { directory, identity: "one" }, silence);
  close = folder.close;
  files = filesInFolder(folder.work);
};
const bytes = (text: string) => onePiece(new TextEncoder().encode(text));
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const hangs = {
  code: "not_ready",
  message: expect.stringContaining("(DOCENT_FILES) has not answered for 4 seconds"),
};
/** The file becomes a pipe that nobody writes to, which holds whoever opens it. */
const holdAt = (name: string) => {
  renameSync(join(directory, name), join(directory, `${name}-away`));
  expect(Bun.spawnSync(["mkfifo", join(directory, name)]).exitCode).toBe(0);
};
/** Lets go those who wait, and puts the file back. */
const release = (name: string) => {
  const path = join(directory, name);
  closeSync(openSync(path, "r+"));
  rmSync(path);
  renameSync(`${path}-away`, path);
};

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "docent-shared-"));
  open();
  await files.claim("one");
  await files.put("originals/a", bytes("alpha"));
});
afterEach(() => {
  close();
  rmSync(directory, { recursive: true });
});

test("files are written, read, moved, listed and removed", async () => {
  const large = new Uint8Array(2_500_000).map((_, i) => i % 251);
  await files.put("originals/b", onePiece(large));
  expect(await files.identity()).toBe("one");
  expect(Buffer.compare(await files.read("originals/b"), large)).toBe(0);
  expect(Buffer.compare(await new Response(await files.stream("originals/b")).bytes(), large)).toBe(0);
  await files.move("originals/b", "set-aside/b");
  expect([await files.list("originals/", ""), await files.list("", "originals/a")]).toEqual([
    ["originals/a"],
    ["set-aside/b"],
  ]);
  expect(await failure(files.read("originals/b"))).toMatchObject({ code: "ENOENT" });
  await files.remove(["set-aside/b", "originals/none"]);
  expect(await files.list("set-aside/", "")).toEqual([]);
});

test("one file that does not answer holds no other, and is given up", async () => {
  open(4000);
  holdAt("originals/a");
  const reading = failure(files.read("originals/a"));
  await files.put("originals/b", bytes("beta"));
  expect(new TextDecoder().decode(await files.read("originals/b"))).toBe("beta");
  expect(await reading).toMatchObject(hangs);
  release("originals/a");
});

test("a folder that does not answer refuses everything within its deadline, and goes on when it answers again", async () => {
  open(4000);
  holdAt("docent.id");
  // Three wait for it; the others wait for them, and not once more.
  const asked = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => failure(files.put(`originals/n${n}`, bytes("x"))));
  await Promise.race(asked);
  const again = Bun.sleep(3000).then(() => ["waits once more"]);
  for (const error of await Promise.race([Promise.all(asked), again])) expect(error).toMatchObject(hangs);
  expect(await failure(files.read("originals/a"))).toMatchObject(hangs);
  release("docent.id");
  while ((await failure(files.put("originals/b", bytes("beta")))) !== null)
    await new Promise((resolve) => setImmediate(resolve));
  expect(await files.list("originals/", "")).toEqual(["originals/a", "originals/b"]);
});
