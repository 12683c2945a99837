/** Adds many documents, a few at a time, and follows each until it is settled. */
import type { SourceObject } from "../api/shapes.ts";
import { ApiError, DocentError, SourceError } from "./client-error.ts";
import type { DocentClient } from "./docent-client.ts";

export interface Upload {
  /** Its bytes, or the address that the service fetches it from. */
  readonly content: Blob | { readonly url: string };
  readonly filename: string | null;
  readonly title: string | null;
  readonly externalId: string | null;
  /** Any text of its own: with it a document that is sent again is added once. */
  readonly idempotencyKey: string;
}

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
  readonly stoppedBy: DocentError | null;
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
  let stoppedBy: DocentError | null = null;
  const lane = async () => {
    for (const addition of waiting) {
      if (stoppedBy !== null) return;
      try {
        const done = await add(client, addition, request);
        added.push(done);
        request.onAdded(done);
      } catch (error) {
        if (!(error instanceof DocentError)) throw error;
        stoppedBy ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { added, stoppedBy };
}

/** @throws DocentError for errors that the next document would meet too */
async function add(client: DocentClient, { name, upload, obstacle }: Addition, request: AddingOptions): Promise<Added> {
  if (obstacle !== null) return failed(name, obstacle);
  try {
    const first = await send(client, upload, request);
    const source = request.isWaiting ? await client.waitForSource(request.expert, first) : first;
    return outcomeOf(name, source, first.deduplicated);
  } catch (error) {
    if (error instanceof SourceError) return outcomeOf(name, error.source, false);
    if (!(error instanceof Error) || !isAboutDocument(error)) throw error;
    return failed(name, error.message);
  }
}

function send(client: DocentClient, upload: Upload, { expert, isWaiting }: AddingOptions): Promise<SourceObject> {
  const { content, filename, title, externalId, idempotencyKey } = upload;
  const facts = {
    ...(title === null ? {} : { title }),
    ...(externalId === null ? {} : { external_id: externalId }),
  };
  const options = { idempotencyKey, wait: isWaiting ? waitSeconds : 0 };
  return "url" in content
    ? client.addSource(expert, { type: "url", url: content.url, ...facts }, options)
    : client.addFile(expert, content, { ...facts, ...(filename === null ? {} : { filename }) }, options);
}

function outcomeOf(name: string, source: SourceObject, deduplicated: boolean): Added {
  const { status, error, passage_count: passages } = source;
  if (status === "failed") return failed(name, error?.message ?? "It cannot be read.");
  if (status === "canceled") return failed(name, "It was canceled.");
  return { name, state: status === "ready" ? "ready" : "accepted", deduplicated, passages, reason: null };
}

function failed(name: string, reason: string): Added {
  return { name, state: "failed", deduplicated: false, passages: 0, reason };
}

/** Another document may fare better. `source_not_found`: it was deleted while it was waited for. */
function isAboutDocument(error: Error): boolean {
  if (!(error instanceof ApiError)) return !(error instanceof DocentError) && "syscall" in error; // its file
  const { status, code } = error;
  return [400, 413, 415, 422, 500].includes(status) || code === "url_sources_disabled" || code === "source_not_found";
}
