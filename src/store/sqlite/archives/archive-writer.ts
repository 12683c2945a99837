/** Memory holds one piece and the checksums. */
import { fsyncSync, openSync, statSync } from "node:fs";
import { heldFile, piecesOf } from "../../../kernel/regular-file.ts";
import { writeWhole } from "../folder/durable-files.ts";
import { checksumsName, encodeManifest, type Manifest, manifestName } from "./archive-layout.ts";
import { blockBytes, encodeTarHeader, paddingOf } from "./tar-header.ts";

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: number;
  readonly content: Iterable<Uint8Array>;
}

/** Hexadecimal SHA-256 by name, of manifest and entries, in order. */
export type Digests = ReadonlyMap<string, string>;

/** Mode 0600, synced. Blocks. @throws Error if an entry's size differs from its header */
export function writeArchive(path: string, manifest: Manifest, entries: Iterable<ArchiveEntry>): Digests {
  using file = heldFile(openSync(path, "wx", 0o600));
  const { descriptor } = file;
  const modified = Math.floor(manifest.createdAt / 1000);
  const digests = new Map<string, string>();
  const add = (entry: ArchiveEntry) => writeEntry(descriptor, entry, modified);
  digests.set(manifestName, add(textEntry(manifestName, encodeManifest(manifest))));
  for (const entry of entries) digests.set(entry.name, add(entry));
  add(textEntry(checksumsName, checksumsText(digests)));
  writeWhole(descriptor, new Uint8Array(2 * blockBytes));
  fsyncSync(descriptor);
  return digests;
}

/** In the format of `sha256sum`. */
export function checksumsText(digests: Digests): string {
  return [...digests].map(([name, digest]) => `${digest}  ${name}\n`).join("");
}

export function* fileEntries(files: Iterable<readonly [name: string, path: string]>): Iterable<ArchiveEntry> {
  for (const [name, path] of files) yield { name, bytes: statSync(path).size, content: piecesOf(path) };
}

function textEntry(name: string, text: string): ArchiveEntry {
  const content = new TextEncoder().encode(text);
  return { name, bytes: content.length, content: [content] };
}

function writeEntry(file: number, { name, bytes, content }: ArchiveEntry, modified: number): string {
  const hash = new Bun.CryptoHasher("sha256");
  let written = 0;
  writeWhole(file, encodeTarHeader({ name, bytes, modified }));
  for (const piece of content) {
    writeWhole(file, piece);
    hash.update(piece);
    written += piece.length;
  }
  if (written !== bytes) throw new Error(`${name} has ${written} bytes and not ${bytes}`);
  writeWhole(file, new Uint8Array(paddingOf(bytes)));
  return hash.digest("hex");
}
