/** Files are durable before their rows are acknowledged. The next start sets aside files that a crash left without rows. */
import { closeSync, fsyncSync, mkdirSync, open, renameSync, rmSync, write as writeFile, writeSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Awaitable, whenKnown } from "../../../kernel/awaitable.ts";
import { isMissing } from "../../../kernel/error-code.ts";
import { Fault } from "../../../kernel/fault.ts";
import type { OriginalFiles, ReceivedFile } from "../../../sources/ports/store-ports.ts";
import { type Database, unlessFull } from "../database.ts";
import type { DiskRoom } from "./disk-room.ts";
import { syncedBehind, syncFolder, syncFolderBehind } from "./durable-files.ts";
import { arrivingPrefix } from "./originals-settling.ts";

export function openOriginalFiles(directory: string, { orm, write, room, beforeCommit }: Database): OriginalFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  room.watch(directory);
  let arrivals = 0;
  const renamed = renamedFiles(directory);
  beforeCommit(renamed);
  const keep = (file: OpenFile, versionNo: number) => {
    renameSync(file.path, join(directory, String(versionNo)));
    renamed.add(file);
  };
  return {
    receive: (content, limit) => {
      arrivals += 1;
      return receiveFile({ keep, temporary: join(directory, `${arrivingPrefix}${arrivals}`), limit, room }, content);
    },
    ...originalsIn(directory),
    remove: (versionNos) => {
      for (const no of versionNos) rmSync(join(directory, String(no)), { force: true });
      // Rows are gone already; without the files, the next start has nothing to do.
      const numbers = JSON.stringify(versionNos);
      unlessFull(() =>
        write("process", () =>
          orm.run(sql`DELETE FROM removed_originals WHERE version_no IN (SELECT value FROM json_each(${numbers}))`),
        ),
      );
    },
  };
}

/** Files and names must be on the disk before their rows are acknowledged; one sync for all of a transaction. */
function renamedFiles(directory: string) {
  let waiting: OpenFile[] = [];
  const taken = (): readonly OpenFile[] => {
    const files = waiting;
    waiting = [];
    return files;
  };
  return {
    add: (file: OpenFile) => void waiting.push(file),
    now: () => {
      const files = taken();
      try {
        for (const { descriptor } of files) if (descriptor !== null) fsyncSync(descriptor);
        if (files.length > 0) syncFolder(directory);
      } finally {
        for (const file of files) file.close();
      }
    },
    behind: async () => {
      const files = taken();
      if (files.length > 0) await Promise.all([...files.map(syncAndClose), syncFolderBehind(directory)]);
    },
  };
}

export function originalsIn(directory: string): Pick<OriginalFiles, "read" | "stream" | "isWhole"> {
  const stream = async (versionNo: number) => {
    const file = Bun.file(join(directory, String(versionNo)));
    await file.stat(); // a missing file fails here, not in the middle of a response
    return file.stream();
  };
  return {
    read: (versionNo) => Bun.file(join(directory, String(versionNo))).bytes(),
    stream,
    isWhole: (versionNo, sha256) => hasHash(() => stream(versionNo), sha256),
  };
}

export async function hasHash(open: () => Promise<AsyncIterable<Uint8Array>>, sha256: string): Promise<boolean> {
  const hash = new Bun.CryptoHasher("sha256");
  try {
    for await (const piece of await open()) hash.update(piece);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  return hash.digest("hex") === sha256;
}

interface IncomingFile {
  readonly keep: (file: OpenFile, versionNo: number) => Awaitable<void>;
  readonly temporary: string;
  readonly limit: number;
  readonly room: DiskRoom;
}

export interface OpenFile {
  readonly path: string;
  readonly descriptor: number | null;
  close(): void;
}

export async function syncAndClose({ descriptor, close }: OpenFile): Promise<void> {
  try {
    if (descriptor !== null) await syncedBehind(descriptor);
  } finally {
    close();
  }
}

/** Bytes from which a file is synced on arrival, so that a shared commit does not wait for it. */
const large = 1 << 20;

export async function receiveFile(
  { keep, temporary, limit, room }: IncomingFile,
  content: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  let descriptor: number | null = null;
  const close = () => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  try {
    room.refuseIfGone();
    // Not on this thread, because creating a name waits for the file system's journal.
    const opened = await createdBehind(temporary, 0o600);
    descriptor = opened;
    const received = await writeAll(opened, content, limit);
    if (received.bytes >= large) {
      await syncedBehind(opened);
      close();
    }
    const file = { path: temporary, descriptor, close };
    let isKept = false;
    return {
      ...received,
      keep: (versionNo) =>
        whenKnown(keep(file, versionNo), () => {
          isKept = true;
        }),
      discard: () => {
        if (isKept) return;
        close();
        rmSync(temporary, { force: true });
      },
    };
  } catch (error) {
    if (descriptor !== null) rmSync(temporary, { force: true });
    close();
    throw room.explained(error);
  }
}

// `promisify` would need `node:util`, which takes 3 ms of a start.
const createdBehind = (path: string, mode: number) =>
  new Promise<number>((resolve, reject) =>
    open(path, "wx", mode, (error, file) => (error ? reject(error) : resolve(file))),
  );

const writtenBehind = (file: number, piece: Uint8Array, at: number) =>
  new Promise<number>((resolve, reject) =>
    writeFile(file, piece, at, (error, written) => (error ? reject(error) : resolve(written))),
  );

/** Bytes; passing it to another thread would take longer than writing. */
const smallPiece = 64 * 1024;

async function writeAll(file: number, content: AsyncIterable<Uint8Array>, limit: number) {
  const counted = countedBytes(content, limit);
  for await (const piece of counted.pieces) {
    for (let at = 0; at < piece.byteLength; ) {
      const isSmall = piece.byteLength - at <= smallPiece;
      at += isSmall ? writeSync(file, piece, at) : await writtenBehind(file, piece, at);
    }
  }
  return counted.facts();
}

export function countedBytes(content: AsyncIterable<Uint8Array>, limit: number) {
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  const pieces = async function* () {
    for await (const piece of content) {
      bytes += piece.byteLength;
      if (bytes > limit) throw tooLarge(limit);
      hash.update(piece);
      yield piece;
    }
  };
  return { pieces: pieces(), facts: () => ({ bytes, sha256: hash.digest("hex") }) };
}

function tooLarge(limit: number): Fault {
  return new Fault("payload_too_large", `The document is larger than the limit of ${limit} bytes.`, {
    hint: "Split it, or raise DOCENT_MAX_FILE_BYTES.",
  });
}
