import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataDirError, lockDataDir, lockFileName } from "../../../src/store/sqlite/folder/data-lock.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "docent-lock-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const inUse = (dir: string) =>
  new DataDirError(
    `The data folder ${dir} is in use by another docent process. Stop that process, or choose another folder with --data-dir.`,
    null,
    { isInUse: true },
  );

/** Resolves when the child has the lock. */
async function holdInChild(dir: string) {
  const script = join(import.meta.dir, "../../support/processes/hold-data-lock.ts");
  const child = Bun.spawn([process.execPath, script, dir], { stdout: "pipe", stderr: "inherit", stdin: "pipe" });
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("held\n");
  return child;
}

test("a second process is refused, and a kill -9 frees the folder", async () => {
  const child = await holdInChild(root);
  expect(() => lockDataDir(root)).toThrow(inUse(root));
  child.kill("SIGKILL");
  await child.exited;
  lockDataDir(root).release();
});

test("the same process is refused too, until it releases the folder", () => {
  const lock = lockDataDir(root);
  expect(() => lockDataDir(root)).toThrow(inUse(root));
  lock.release();
  lock.release();
  lockDataDir(root).release();
});

test("a refused attempt does not release the lock", async () => {
  const lock = lockDataDir(root);
  expect(() => lockDataDir(root)).toThrow(inUse(root));
  const script = join(import.meta.dir, "../../support/processes/hold-data-lock.ts");
  const child = Bun.spawn([process.execPath, script, root], { stdout: "pipe", stderr: "pipe", stdin: "ignore" });
  expect(await child.exited).toBe(1);
  expect(await child.stderr.text()).toContain(inUse(root).message);
  lock.release();
});

for (const [what, change] of [
  ["deleted", (file: string) => rmSync(file)],
  [
    "replaced",
    (file: string) => {
      rmSync(file);
      writeFileSync(file, "");
    },
  ],
] as const) {
  test(`a lock file that is ${what} lets no second process in, and a kill -9 still frees the folder`, async () => {
    const child = await holdInChild(root);
    change(join(root, lockFileName));
    expect(() => lockDataDir(root)).toThrow(inUse(root));
    expect(() => lockDataDir(root)).toThrow(inUse(root));
    child.kill("SIGKILL");
    await child.exited;
    lockDataDir(root).release();
  });
}

test("a missing folder is created, only for its owner", () => {
  const dir = join(root, "a/b");
  const lock = lockDataDir(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dir)).toEqual([lockFileName]);
  lock.release();
});

test("two folders do not hinder each other", () => {
  const locks = [lockDataDir(join(root, "a")), lockDataDir(join(root, "b"))];
  for (const lock of locks) lock.release();
});

test("a path that is not a folder is refused by name", () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  expect(() => lockDataDir(file)).toThrow(`The data folder ${file} cannot be used: `);
});
