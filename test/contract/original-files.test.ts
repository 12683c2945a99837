/** The contract of the folder of original files. */
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OriginalNames } from "../../src/kernel/stores/shared-files.ts";
import type { OriginalFiles } from "../../src/sources/ports/store-ports.ts";
import { filesInFolder } from "../../src/store/shared-files/shared-folder.ts";
import { originalsAmong } from "../../src/store/shared-files/shared-originals.ts";
import { type Database, openDatabase } from "../../src/store/sqlite/database.ts";
import { openOriginalFiles } from "../../src/store/sqlite/folder/original-files.ts";
import { piecesOf } from "../support/worlds/source-stores.ts";
import { workHere } from "../support/worlds/work-here.ts";

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

function openedFolder(openFiles: (folder: string, database: Database) => OriginalFiles, within = "") {
  const folder = mkdtempSync(join(tmpdir(), "docent-originals-"));
  const database = openDatabase(":memory:");
  toClose.push(
    () => database.close(),
    () => rmSync(folder, { recursive: true }),
  );
  const path = join(folder, within);
  return { files: openFiles(folder, database), count: () => (existsSync(path) ? readdirSync(path).length : 0) };
}

/** Names that this process remembers. */
function namesInMemory(): OriginalNames {
  const names = new Map<number, string>();
  return {
    of: async (versionNo) => names.get(versionNo) ?? null,
    assign: async (versionNo, name) => void names.set(versionNo, name),
    ofAll: async (versionNos) => versionNos.flatMap((no) => names.get(no) ?? []),
    forget: async (versionNos) => {
      for (const no of versionNos) names.delete(no);
    },
    deleted: async () => [],
    unassigned: async (some) => some.filter((name) => ![...names.values()].includes(name)),
  };
}

const subjects = [
  ["the folder of a database", () => openedFolder(openOriginalFiles)],
  [
    "a folder that nodes share",
    () => openedFolder((folder) => originalsAmong(filesInFolder(workHere(folder)), namesInMemory()), "originals"),
  ],
] as const;

/** What is discarded may be deleted a moment later. */
async function untilEmpty(count: () => number): Promise<void> {
  while (count() > 0) await new Promise((resolve) => setImmediate(resolve));
}

describe.each(subjects)("OriginalFiles: %s", (_name, open) => {
  test("bytes are stored under their version, with their hash", async () => {
    const { files, count } = open();
    const file = await files.receive(piecesOf("one ", "two"), 7);
    const sha256 = new Bun.CryptoHasher("sha256").update("one two").digest("hex");
    expect([file.bytes, file.sha256]).toEqual([7, sha256]);
    await file.keep(5);
    file.discard();
    expect(count()).toBe(1);
    expect(new TextDecoder().decode(await files.read(5))).toBe("one two");
    expect(await new Response(await files.stream(5)).text()).toBe("one two");
    expect([await files.isWhole(5, sha256), await files.isWhole(5, "0"), await files.isWhole(6, sha256)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("a file that is too large, or breaks off, leaves nothing", async () => {
    const { files, count } = open();
    await expect(files.receive(piecesOf("one ", "two"), 6)).rejects.toMatchObject({ code: "payload_too_large" });
    const broken = (async function* () {
      yield new Uint8Array(1);
      throw new Error("the client left");
    })();
    await expect(files.receive(broken, 10)).rejects.toThrow("the client left");
    expect(count()).toBe(0);
  });

  test("a discarded or removed file is deleted; removing a missing one does nothing", async () => {
    const { files, count } = open();
    (await files.receive(piecesOf("one"), 10)).discard();
    await (await files.receive(piecesOf("two"), 10)).keep(5);
    await files.remove([5, 6]);
    await untilEmpty(count);
    await expect(files.read(5)).rejects.toThrow();
    await expect(files.stream(5)).rejects.toThrow();
  });
});
