/** Each step checks the folder's identity, because a mount point without its disk must take nothing. */
import { basename, dirname, join } from "node:path";
import { Fault } from "../../kernel/fault.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import { diskRoom } from "../sqlite/folder/disk-room.ts";
import type { SharedOutcome, SharedTask } from "./shared-folder-work.ts";

const arriving = ".arriving-";
const atOnce = 1000;
const pieceBytes = 1 << 20;

/** A network drive that hangs. */
export class SharedFolderSilent extends Error {
  constructor(milliseconds: number) {
    super(`has not answered for ${milliseconds / 1000} seconds`);
  }
}

/** @throws SharedFolderSilent; errors of the file system */
export type SharedWork = (task: SharedTask) => Promise<SharedOutcome>;

export interface FilesInFolder extends SharedFiles {
  identity(): Promise<string | null>;
  claim(identity: string): Promise<void>;
}

export function filesInFolder(work: SharedWork): FilesInFolder {
  const ask = asking(work);
  const read = (name: string, at: number) =>
    ask<Uint8Array<ArrayBuffer>>({ kind: "read", name, at, length: pieceBytes });
  const pieces = async (name: string) => piecesFrom(await read(name, 0), (at) => read(name, at));
  return {
    identity: () => ask({ kind: "identity" }),
    claim: (identity) => ask({ kind: "claim", identity }),
    put: (name, content) => put(ask, name, content),
    read: async (name) => Buffer.concat(await Array.fromAsync(await pieces(name))),
    stream: async (name) => streamOf(await pieces(name)),
    remove: (names) => ask({ kind: "remove", names }),
    move: (from, to) => ask({ kind: "move", from, to }),
    list: async (folder, after) => {
      const names = await ask<readonly string[]>({ kind: "list", folder });
      const found = names.filter((name) => !basename(name).startsWith(arriving)).map((name) => folder + name);
      return found
        .filter((name) => name > after)
        .toSorted()
        .slice(0, atOnce);
    },
  };
}

type Ask = <T>(task: SharedTask) => Promise<T>;

function asking(work: SharedWork): Ask {
  const room = diskRoom(null);
  return async <T>(task: SharedTask) => {
    let outcome: SharedOutcome;
    try {
      outcome = await work(task);
    } catch (error) {
      throw error instanceof SharedFolderSilent ? away(error.message, error) : room.explained(error);
    }
    if ("away" in outcome) throw away(outcome.away, outcome.reason);
    return outcome.value as T;
  };
}

/** Temporary names are unique, because other nodes write here too. */
async function put(ask: Ask, name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = join(dirname(name), arriving + Bun.randomUUIDv7());
  let at = 0;
  const write = async (bytes: Uint8Array, isLast: boolean) => {
    await ask({ kind: "write", temporary, at, bytes, name: isLast ? name : null });
    at += bytes.length;
  };
  try {
    let held = new Uint8Array();
    for await (const piece of gathered(content)) {
      if (held.length > 0) await write(held, false);
      held = piece;
    }
    await write(held, true);
  } catch (error) {
    const removed = ask({ kind: "remove", names: [temporary] }).catch(() => undefined);
    if (!(error instanceof Fault && error.code === "not_ready")) await removed;
    throw error;
  }
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Files never change, so the pieces fit together. */
async function* piecesFrom<T extends Uint8Array>(first: T, next: (at: number) => Promise<T>): AsyncGenerator<T> {
  let piece = first;
  for (let at = 0; piece.length > 0; piece = await next(at)) {
    yield piece;
    at += piece.length;
    if (piece.length < pieceBytes) return;
  }
}

async function* gathered(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    for (let from = 0; from < piece.length; ) {
      const part = piece.slice(from, from + pieceBytes - length);
      from += part.length;
      length += part.length;
      parts.push(part);
      if (length < pieceBytes) continue;
      yield new Uint8Array(Buffer.concat(parts));
      [parts, length] = [[], 0];
    }
  }
  if (length > 0) yield new Uint8Array(Buffer.concat(parts));
}

function away(how: string, cause: unknown): Fault {
  return new Fault("not_ready", `The folder of shared files (DOCENT_FILES) ${how}.`, {
    hint: "Mount it again; the service goes on by itself.",
    headers: { "retry-after": "5" },
    cause,
  });
}
