/** The container of backups and exports: only written archives can be read. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import {
  ArchiveError,
  decodeManifest,
  encodeManifest,
  type Manifest,
} from "../../../src/store/sqlite/archives/archive-layout.ts";
import { onlyChecked, readArchive, readManifest } from "../../../src/store/sqlite/archives/archive-reader.ts";
import { type ArchiveEntry, writeArchive } from "../../../src/store/sqlite/archives/archive-writer.ts";
import { blockBytes, decodeTarHeader, encodeTarHeader } from "../../../src/store/sqlite/archives/tar-header.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));

const manifest: Manifest = {
  kind: "backup",
  version: 1,
  schemaVersion: 3,
  createdAt: Date.parse("2026-11-21T08:00:00.250Z"),
  madeBy: "docent 0.1.0",
  originals: 2,
};

function entry(name: string, content: Uint8Array): ArchiveEntry {
  return { name, bytes: content.length, content: [content.subarray(0, 3), content.subarray(3)] };
}

const contents = new Map([
  ["docent.db", new TextEncoder().encode("rows ".repeat(200))],
  ["originals/7", new Uint8Array(0)],
  ["originals/12", new TextEncoder().encode("The pump is blue.\n")],
]);

let files = 0;
function written(entries: readonly (readonly [string, Uint8Array])[] = [...contents], given = manifest): string {
  const path = join(folder, `${files++}.tar`);
  writeArchive(
    path,
    given,
    entries.map(([name, content]) => entry(name, content)),
  );
  return path;
}

const changed = (bytes: Uint8Array) => {
  const path = join(folder, "changed.tar");
  writeFileSync(path, bytes);
  return path;
};

describe("an archive", () => {
  test("is read back unchanged", () => {
    const path = written();
    const seen = new Map<string, string>();
    const read = readArchive(path, "backup", {
      begin: (found) => expect(found).toEqual(manifest),
      entry: (name) => {
        let text = "";
        return { write: (piece) => (text += Buffer.from(piece).toString()), end: () => seen.set(name, text) };
      },
    });
    expect(seen).toEqual(new Map([...contents].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])));
    expect([...read.digests.keys()]).toEqual(["docent.json", "docent.db", "originals/7", "originals/12"]);
    expect(readManifest(path, "backup")).toEqual(manifest);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(path).size % blockBytes).toBe(0);
  });

  test("is a tar file for standard tools, with checksums for sha256sum", async () => {
    const target = mkdtempSync(join(folder, "unpacked-"));
    const unpack = Bun.spawn(["tar", "-xf", written(), "-C", target], { stdout: "pipe", stderr: "pipe" });
    expect([await unpack.exited, await unpack.stderr.text()]).toEqual([0, ""]);
    for (const [name, bytes] of contents) expect(new Uint8Array(readFileSync(join(target, name)))).toEqual(bytes);
    const check = Bun.spawn(["sha256sum", "--check", "--strict", "SHA256SUMS"], { cwd: target, stdout: "pipe" });
    expect([await check.exited, (await check.stdout.text()).split("\n").length]).toEqual([0, 5]);
  });

  test("with any one bit changed, anywhere, is refused", () => {
    const whole = readFileSync(written());
    const accepted: number[] = [];
    for (let at = 0; at < whole.length; at++) {
      const bytes = new Uint8Array(whole);
      bytes[at]! ^= 1 << (at % 8);
      const path = changed(bytes);
      try {
        readArchive(path, "backup", onlyChecked);
        accepted.push(at);
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
      }
    }
    expect(accepted).toEqual([]);
  });

  test("that is cut or lengthened at any block is refused", () => {
    const whole = new Uint8Array(readFileSync(written()));
    for (let length = 0; length < whole.length; length += blockBytes / 2) {
      const path = changed(whole.subarray(0, length));
      expect(() => readArchive(path, "backup", onlyChecked)).toThrow(ArchiveError);
    }
    const longer = changed(new Uint8Array([...whole, ...new Uint8Array(blockBytes)]));
    expect(() => readArchive(longer, "backup", onlyChecked)).toThrow("its end is not its end");
  });

  test.each<[string, [string, string][]]>([
    [
      "a path out of the folder",
      [
        ["docent.db", ""],
        ["originals/../../x", ""],
      ],
    ],
    [
      "an unknown name",
      [
        ["docent.db", ""],
        ["notes.txt", ""],
      ],
    ],
    [
      "the same file twice",
      [
        ["docent.db", ""],
        ["originals/7", ""],
        ["originals/7", ""],
      ],
    ],
    [
      "two databases",
      [
        ["docent.db", ""],
        ["docent.db", ""],
      ],
    ],
    ["no database", [["originals/7", ""]]],
    [
      "an invalid number",
      [
        ["docent.db", ""],
        ["originals/07", ""],
      ],
    ],
    [
      "fewer files than it says",
      [
        ["docent.db", ""],
        ["originals/7", ""],
      ],
    ],
  ])("with %s is refused", (_, entries) => {
    const path = written(entries.map(([name, text]) => [name, new TextEncoder().encode(text)]));
    expect(() => readArchive(path, "backup", onlyChecked)).toThrow(/It is damaged/);
  });

  test("of another kind, a later version or another maker is refused by name", () => {
    const path = written();
    expect(() => readManifest(path, "export")).toThrow("It is a backup: use `docent restore`.");
    const newer = written([...contents], { ...manifest, version: 2 });
    expect(() => readManifest(newer, "backup")).toThrow("newer Docent (format 2; this one knows 1)");
    expect(() => readManifest(changed(new Uint8Array(4096).fill(65)), "backup")).toThrow(
      "It is not a backup of Docent.",
    );
    expect(() => readManifest(join(folder, "nowhere.tar"), "backup")).toThrow(/cannot be read. There is no /);
    expect(() => readManifest(folder, "backup")).toThrow(/is not a file/);
  });

  test("with an entry of another length than announced is not made", () => {
    const lying = { name: "docent.db", bytes: 4, content: [new Uint8Array(5)] };
    expect(() => writeArchive(join(folder, "lying.tar"), manifest, [lying])).toThrow("has 5 bytes and not 4");
  });
});

describe("a header", () => {
  const entries = fc.record({
    name: fc.stringMatching(/^[a-z0-9._-]{1,40}(?:\/[a-z0-9._-]{1,40})?$/),
    bytes: fc.maxSafeNat(),
    modified: fc.integer({ min: 0, max: 8 ** 11 - 1 }),
  });

  test("encodes any size", () => {
    fc.assert(fc.property(entries, (given) => expect(decodeTarHeader(encodeTarHeader(given))).toEqual(given)));
  });

  test("with a changed byte is refused", () => {
    fc.assert(
      fc.property(entries, fc.nat(blockBytes - 1), fc.integer({ min: 1, max: 255 }), (given, at, by) => {
        const block = encodeTarHeader(given);
        block[at]! ^= by;
        expect(decodeTarHeader(block)).toBeNull();
      }),
    );
  });
});

test("a manifest is read only in its written form", () => {
  expect(decodeManifest(encodeManifest(manifest), "backup")).toEqual(manifest);
  expect(() => decodeManifest(` ${encodeManifest(manifest)}`, "backup")).toThrow("The archive is damaged");
  expect(() => decodeManifest("[1", "backup")).toThrow("It is not a backup of Docent.");
});
