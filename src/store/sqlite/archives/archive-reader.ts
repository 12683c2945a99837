/** Checks every byte. Links, folders and unknown names are refused, so nothing is written outside. */
import { fstatSync, readSync } from "node:fs";
import { plainReason } from "../../../kernel/error-code.ts";
import { heldFile, NotAFile, openRegularFile } from "../../../kernel/regular-file.ts";
import {
  ArchiveError,
  type ArchiveKind,
  checksumsName,
  decodeManifest,
  type Manifest,
  manifestLimit,
  manifestName,
  mayFollow,
} from "./archive-layout.ts";
import { checksumsText, type Digests } from "./archive-writer.ts";
import { blockBytes, decodeTarHeader, paddingOf, type TarEntry } from "./tar-header.ts";

export interface EntrySink {
  write(piece: Uint8Array): void;
  end(): void;
}

export interface ArchiveVisitor {
  begin(manifest: Manifest): void;
  entry(name: string): EntrySink;
}

export const onlyChecked: ArchiveVisitor = {
  begin: () => undefined,
  entry: () => ({ write: () => undefined, end: () => undefined }),
};

export interface ArchiveContents {
  readonly manifest: Manifest;
  readonly digests: Digests;
}

/** The visitor's data is trustworthy only when this returns. Blocks. @throws ArchiveError; what the visitor throws */
export function readArchive(path: string, kind: ArchiveKind, visitor: ArchiveVisitor): ArchiveContents {
  return onTape(path, (tape) => readWhole(tape, kind, visitor));
}

export function readManifest(path: string, kind: ArchiveKind): Manifest {
  return onTape(path, (tape) => manifestFrom(tape, kind).manifest);
}

function onTape<T>(path: string, work: (tape: ArchiveTape) => T): T {
  using file = heldFile(openToRead(path));
  try {
    return work(new ArchiveTape(file.descriptor, fstatSync(file.descriptor).size));
  } catch (error) {
    throw error instanceof ArchiveError ? new ArchiveError(`${path}: ${error.message}`, error) : error;
  }
}

function openToRead(path: string): number {
  try {
    return openRegularFile(path);
  } catch (cause) {
    if (cause instanceof NotAFile) throw new ArchiveError(cause.message, cause);
    throw new ArchiveError(`The file cannot be read. ${plainReason(cause)}`, cause);
  }
}

function manifestFrom(tape: ArchiveTape, kind: ArchiveKind) {
  const first = decodeTarHeader(tape.take(blockBytes));
  const isOurs = first?.name === manifestName && first.bytes <= manifestLimit;
  if (first === null || !isOurs)
    throw new ArchiveError(`It is not ${kind === "export" ? "an" : "a"} ${kind} of Docent.`);
  const pieces: Uint8Array[] = [];
  const digest = tape.content(first, { write: (piece) => pieces.push(piece.slice()), end: () => undefined });
  const manifest = decodeManifest(Buffer.concat(pieces).toString(), kind);
  if (first.modified !== Math.floor(manifest.createdAt / 1000)) throw damaged("its description was changed");
  return { manifest, digest, modified: first.modified };
}

function readWhole(tape: ArchiveTape, kind: ArchiveKind, visitor: ArchiveVisitor): ArchiveContents {
  const { manifest, digest, modified } = manifestFrom(tape, kind);
  visitor.begin(manifest);
  const digests = new Map([[manifestName, digest]]);
  for (let before: string = manifestName; ; ) {
    const entry = decodeTarHeader(tape.take(blockBytes));
    const fits = entry !== null && entry.modified === modified && mayFollow(kind, before, entry.name);
    if (!fits) throw damaged(`what follows ${before} is not an entry`);
    if (entry.name === checksumsName) {
      checkSums(tape, entry, digests);
      break;
    }
    digests.set(entry.name, tape.content(entry, visitor.entry(entry.name)));
    before = entry.name;
  }
  if (tape.take(2 * blockBytes).some((byte) => byte !== 0) || tape.left !== 0) throw damaged("its end is not its end");
  if (digests.size !== manifest.originals + 2) throw damaged("original files are missing");
  return { manifest, digests };
}

function checkSums(tape: ArchiveTape, entry: TarEntry, digests: Digests): void {
  const expected = new TextEncoder().encode(checksumsText(digests));
  let at = 0;
  let isSame = entry.bytes === expected.length;
  tape.content(entry, {
    write: (piece) => {
      isSame &&= Buffer.compare(piece, expected.subarray(at, at + piece.length)) === 0;
      at += piece.length;
    },
    end: () => undefined,
  });
  if (!isSame) throw damaged("the checksums do not agree with the content");
}

class ArchiveTape {
  readonly #file: number;
  readonly #buffer = new Uint8Array(1 << 20);
  left: number;

  constructor(file: number, bytes: number) {
    this.#file = file;
    this.left = bytes;
  }

  /** At most one buffer; valid until the next call. */
  take(bytes: number): Uint8Array {
    if (bytes > this.left) throw damaged("it ends in the middle; perhaps it was not copied whole");
    let read = 0;
    while (read < bytes) {
      const more = readSync(this.#file, this.#buffer, read, bytes - read, null);
      if (more === 0) throw damaged("it ends in the middle");
      read += more;
    }
    this.left -= bytes;
    return this.#buffer.subarray(0, bytes);
  }

  content({ name, bytes }: TarEntry, sink: EntrySink): string {
    if (bytes > this.left) throw damaged(`it ends in the middle of ${name}; perhaps it was not copied whole`);
    const hash = new Bun.CryptoHasher("sha256");
    try {
      for (let rest = bytes; rest > 0; ) {
        const piece = this.take(Math.min(rest, this.#buffer.length));
        hash.update(piece);
        sink.write(piece);
        rest -= piece.length;
      }
    } finally {
      sink.end();
    }
    if (this.take(paddingOf(bytes)).some((byte) => byte !== 0)) throw damaged(`${name} is followed by something else`);
    return hash.digest("hex");
  }
}

function damaged(how: string): ArchiveError {
  return new ArchiveError(`It is damaged: ${how}.`);
}
