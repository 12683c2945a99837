/** Adds many documents, a few at a time, and follows each until it is settled. */
import type { SourceObject } from "../api/shapes.ts";
import { ClientError, Refusal } from "./client-error.ts";
import type { DocentClient, Upload } from "./docent-client.ts";

export interface Addition {
  readonly name: string;
  readonly upload: Upload;
  /** Why it cannot be sent, as far as that is known beforehand; null: nothing is. */
  readonly obstacle: string | null;
}

export interface Added {
  readonly name: string;
  /** `accepted`: it is stored, and was not waited for. */
  readonly state: "ready" | "accepted" | "failed";
  readonly deduplicated: boolean;
  readonly passages: number;
  readonly reason: string | null;
}

export interface AddingOptions {
  readonly expert: string;
  readonly isWaiting: boolean;
  /** Told of each that is done. */
  readonly onAdded: (added: Added) => void;
}

export interface AddingResult {
  readonly added: readonly Added[];
  /** Why the rest was not tried; null: everything was. */
  readonly stoppedBy: ClientError | null;
}

/** The service reads one document at a time; these keep it busy while some of them are on their way. */
const atOnce = 4;

const waitSeconds = 30;

/** Does not throw errors of the service or the connection. */
export async function addAll(
  client: DocentClient,
  additions: readonly Addition[],
  request: AddingOptions,
): Promise<AddingResult> {
  const added: Added[] = [];
  const waiting = additions.values();
  let stoppedBy: ClientError | null = null;
  const lane = async () => {
    for (const addition of waiting) {
      if (stoppedBy !== null) return;
      try {
        const done = await add(client, addition, request);
        added.push(done);
        request.onAdded(done);
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        stoppedBy ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { added, stoppedBy };
}

/** @throws ClientError for errors that the next document would meet too */
async function add(client: DocentClient, { name, upload, obstacle }: Addition, request: AddingOptions): Promise<Added> {
  if (obstacle !== null) return failed(name, obstacle);
  try {
    const first = await client.addSource(request.expert, upload, request.isWaiting ? waitSeconds : 0);
    let source = first;
    while (request.isWaiting && !isSettled(source))
      for await (const now of client.follow(request.expert, source.id)) source = now;
    return outcomeOf(name, source, first.deduplicated);
  } catch (error) {
    if (!(error instanceof Error) || !isAboutDocument(error)) throw error;
    return failed(name, error.message);
  }
}

function outcomeOf(name: string, source: SourceObject, deduplicated: boolean): Added {
  const { status, error, chunk_count: passages } = source;
  if (status === "failed") return failed(name, error?.message ?? "It cannot be read.");
  if (status === "canceled") return failed(name, "It was canceled.");
  return { name, state: status === "ready" ? "ready" : "accepted", deduplicated, passages, reason: null };
}

function failed(name: string, reason: string): Added {
  return { name, state: "failed", deduplicated: false, passages: 0, reason };
}

/** Another document may fare better. `source_not_found`: it was deleted while it was waited for. */
function isAboutDocument(error: Error): boolean {
  if (!(error instanceof Refusal)) return !(error instanceof ClientError) && "syscall" in error; // its file
  const { status, code } = error;
  return [400, 413, 415, 422, 500].includes(status) || code === "url_sources_disabled" || code === "source_not_found";
}

/** Nothing happens to it any more, unless somebody asks for it. */
function isSettled({ status }: SourceObject): boolean {
  return status === "ready" || status === "failed" || status === "canceled";
}
