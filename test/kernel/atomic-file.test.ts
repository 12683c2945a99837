import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "../../src/kernel/atomic-file.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-atomic-"));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

test("writes all pieces, replaces the old file, leaves nothing beside it", async () => {
  const path = join(folder, "made", "whole");
  await replaceFile(path, [bytes("one "), bytes(""), bytes("two")]);
  await replaceFile(path, [bytes("three"), new Uint8Array(3_000_000).fill(65)]);
  expect(readFileSync(path).toString()).toBe(`three${"A".repeat(3_000_000)}`);
  expect(readdirSync(join(folder, "made"))).toEqual(["whole"]);
});

test("a write that fails leaves the old content and no remains", async () => {
  const path = join(folder, "kept", "whole");
  await replaceFile(path, [bytes("old")]);
  const breaking = (function* () {
    yield bytes("half");
    throw new Error("disk full");
  })();
  await expect(replaceFile(path, breaking)).rejects.toThrow("disk full");
  await replaceFile(join(folder, "kept", "other"), [bytes("x")]);
  expect(readFileSync(path).toString()).toBe("old");
  expect(readdirSync(join(folder, "kept")).sort()).toEqual(["other", "whole"]);
});
