/**
 * Reads an archive and checks every byte of it: a header must be the one that we write for that name and size, names
 * must be known and come in order, padding must be zeros, the checksums must be those of what was read, and nothing may
 * follow. There are no links, no folders and no paths from the file, so there is nothing to be tricked with.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
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

/** Where an entry's bytes go. */
export interface EntrySink {
  write(piece: Uint8Array): void;
  /** Called once, also after a failure: nothing more will come. */
  end(): void;
}

export interface ArchiveVisitor {
  /** The manifest, before anything else; it may refuse by throwing. */
  begin(manifest: Manifest): void;
  entry(name: string): EntrySink;
}

/** For checking alone. */
export const onlyChecked: ArchiveVisitor = {
  begin: () => undefined,
  entry: () => ({ write: () => undefined, end: () => undefined }),
};

export interface ArchiveContents {
  readonly manifest: Manifest;
  readonly digests: Digests;
}

/**
 * What the visitor was given is sound only when this has returned. It blocks: for a thread or process of its own.
 * @throws ArchiveError when the file is damaged, cut short, newer, or something else; what the visitor throws.
 */
export function readArchive(path: string, kind: ArchiveKind, visitor: ArchiveVisitor): ArchiveContents {
  const file = openToRead(path);
  try {
    return readWhole(new ArchiveTape(file, fstatSync(file).size), kind, visitor);
  } catch (error) {
    throw named(path, error);
  } finally {
    closeSync(file);
  }
}

/** The first entry alone: what it is, when there is no need to read all of it. @throws ArchiveError */
export function readManifest(path: string, kind: ArchiveKind): Manifest {
  const file = openToRead(path);
  try {
    return manifestFrom(new ArchiveTape(file, fstatSync(file).size), kind).manifest;
  } catch (error) {
    throw named(path, error);
  } finally {
    closeSync(file);
  }
}

function openToRead(path: string): number {
  try {
    const file = openSync(path, "r");
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
  } catch (cause) {
    throw new ArchiveError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
  throw new ArchiveError(`${path} is not a file.`);
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

/** The checksums are not believed but compared with those of what was read. */
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

/** The file from its beginning to its end, in pieces. */
class ArchiveTape {
  readonly #file: number;
  readonly #buffer = new Uint8Array(1 << 20);
  /** Bytes that have not been read. */
  left: number;

  constructor(file: number, bytes: number) {
    this.#file = file;
    this.left = bytes;
  }

  /** The next bytes, at most a buffer's; good until the next call. */
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

  /** The content behind a header. Returns its SHA-256, hexadecimal. */
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

/** Whatever is wrong with a file is said with its name. */
function named(path: string, error: unknown): unknown {
  return error instanceof ArchiveError ? new ArchiveError(`${path}: ${error.message}`, error) : error;
}

function damaged(how: string): ArchiveError {
  return new ArchiveError(`It is damaged: ${how}.`);
}
