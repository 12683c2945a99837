/** The life of sources: accepted, looked at, retried, canceled, removed. Acceptance is durable before it is answered. */
import type { Expert, Metadata } from "../experts/expert.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { type IdMint, isId, type KeyId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/page.ts";
import type { QuestionsFirst } from "../limits/questions-first.ts";
import type { StoredAmounts } from "../limits/quota.ts";
import type { QuotaService } from "../limits/quota-service.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import { internalKey } from "../usage/usage-entry.ts";
import { type Conversations, createConversations, laterText } from "./conversation/conversations.ts";
import type { IngestPipeline } from "./ingest-pipeline.ts";
import type {
  Accepted,
  IngestQueue,
  Origin,
  OriginalFiles,
  ReceivedFile,
  SourceEdit,
  SourceFilter,
  SourceStore,
  SourceText,
  StoredChunk,
} from "./ports.ts";
import { isSettled, type Source, type SourceType, type SourceVersion } from "./source.ts";

/** The facts that a client states about a source. */
export interface SourceFacts {
  readonly type: SourceType;
  readonly title: string | null;
  readonly url: string | null;
  readonly externalId: string | null;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly metadata: Metadata | null;
}

/** With its bytes still to be read. */
export interface SourceDraft extends SourceFacts {
  readonly content: AsyncIterable<Uint8Array>;
}

export interface SourceService {
  readonly conversations: Conversations;
  /** Receives bytes whose source is not known yet. @throws Fault `payload_too_large`, `storage_full` */
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /**
   * Takes in a source in one transaction. Its file, if it is not kept, stays the caller's to discard.
   * @throws Fault `storage_full`, `missing_required_parameter` (nothing in it), `url_sources_disabled`, `queue_full`,
   * `quota_exceeded`
   */
  add(expert: Expert, key: KeyId, submission: SourceSubmission): Accepted;
  /** `receive` and `add` for the program itself: without limits, and without usage if there is no key. */
  accept(expert: Expert, key: KeyId | null, draft: SourceDraft): Promise<Accepted>;
  /** The source once it is settled or `milliseconds` have passed, whichever is first. */
  waitFor(expert: Expert, source: Source, wait: { milliseconds: number; signal: AbortSignal }): Promise<Source>;
  /** @throws Fault `source_not_found` */
  find(expert: Expert, id: string): Source;
  list(expert: Expert, filter: SourceFilter, page: PageRequest): Page<Source>;
  /** @throws Fault `source_not_found` when there is no text (yet) or no such version. */
  content(source: Source, version: number | null): SourceText;
  chunks(source: Source): StoredChunk[];
  /** Newest first. */
  versions(source: Source): SourceVersion[];
  /** @throws Fault `source_not_found` while the bytes are still to be fetched. */
  original(source: Source): Promise<ReadableStream<Uint8Array>>;
  /** Changes the given fields; questions see the change at once. @throws Fault `source_not_found` */
  update(expert: Expert, id: string, edit: SourceEdit): Promise<Source>;
  /**
   * Reads a failed, canceled or damaged source again.
   * @throws Fault `source_not_retryable` for any other source, and if the original file is lost.
   */
  retry(expert: Expert, id: string): Promise<Source>;
  /** @throws Fault `source_not_retryable` when it is settled already. */
  cancel(expert: Expert, id: string): Source;
  remove(expert: Expert, id: string): Promise<Source>;
}

export interface SourceSubmission {
  readonly facts: SourceFacts;
  readonly origin: Origin;
  /** The number of new bytes; default: all. */
  readonly newBytes?: number;
}

interface SourceServiceParts {
  readonly store: SourceStore;
  readonly files: OriginalFiles;
  readonly pipeline: IngestPipeline;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly maxFileBytes: number;
  /** Most characters of a conversation. */
  readonly maxTextChars: number;
  /** Whether documents may be fetched from addresses. */
  readonly fetchesUrls: boolean;
  readonly memory: Pick<MemoryService, "refresh">;
  readonly quotas: Pick<QuotaService, "reserve" | "reserveOwn" | "makeRoom">;
  /** How many sources may wait to be read. Read again for each new source; 0 means no limit. */
  readonly maxQueued: () => number;
  readonly queue: Pick<IngestQueue, "waiting">;
  /** Documents are received when it lets them; absent: at once. */
  readonly questions?: Pick<QuestionsFirst, "giveWay">;
}

export function createSourceService(parts: SourceServiceParts): SourceService {
  const { store, pipeline } = parts;
  const find = (expert: Expert, id: string): Source => {
    const source = isId("source", id) ? store.byId(expert.id, id) : null;
    if (source !== null) return source;
    throw new Fault("source_not_found", `There is no source "${id}" in the expert "${expert.slug}".`, {
      hint: `GET /v1/experts/${expert.slug}/sources lists them.`,
    });
  };
  const accepting = acceptance(parts);
  const { files, maxTextChars: maxChars } = parts;
  return {
    ...accepting,
    conversations: createConversations({ store, files, receive: accepting.receive, maxChars }),
    waitFor: async (expert, source, { milliseconds, signal }) => {
      if (milliseconds === 0) return source;
      const now = find(expert, source.id); // it may be settled since it was looked at
      if (isSettled(now.status) || now.versionNo !== source.versionNo) return now; // or overtaken
      await pipeline.settled(now.versionNo, milliseconds, signal);
      return find(expert, source.id);
    },
    find,
    list: (expert, filter, page) => store.list(expert.id, filter, page),
    content: (source, version) => {
      const content = store.content(source, version) ?? laterText(store, source, version);
      if (content !== null) return content;
      throw new Fault(
        "source_not_found",
        `The source ${source.id} has no text ${version === null ? "yet" : `of version ${version}`}.`,
      );
    },
    chunks: (source) => store.chunks(source),
    versions: (source) => store.versions(source),
    original: (source) => originalOf(parts, source),
    ...transitions(parts, find),
    ...changes(parts, find),
  };
}

/** The changes that questions see at once. */
function changes({ store, files, pipeline, memory, clock }: SourceServiceParts, find: SourceService["find"]) {
  const refresh = (expert: Expert) => memory.refresh(expert);
  return {
    update: async (expert: Expert, id: string, edit: SourceEdit): Promise<Source> => {
      const source = find(expert, id);
      store.edit(source, edit, clock.now());
      if (edit.title !== undefined) await refresh(expert);
      return find(expert, id);
    },
    remove: async (expert: Expert, id: string): Promise<Source> => {
      const source = find(expert, id);
      const gone = store.remove(source);
      for (const versionNo of gone) pipeline.abort(versionNo);
      files.remove(gone);
      await refresh(expert);
      return source;
    },
  };
}

/** The ways to act on a source that is not in the state it should be in. */
function transitions(parts: SourceServiceParts, find: SourceService["find"]) {
  const { store, pipeline, clock } = parts;
  return {
    retry: async (expert: Expert, id: string): Promise<Source> => {
      const source = find(expert, id);
      if (source.status === "ready") {
        await mend(parts, source);
        pipeline.wake();
        await parts.memory.refresh(expert);
        return find(expert, id);
      }
      if (!store.move(source, ["failed", "canceled"], { to: "queued", at: clock.now() }))
        throw fixed(source, "retried");
      pipeline.wake();
      return find(expert, id);
    },
    cancel: (expert: Expert, id: string): Source => {
      const source = find(expert, id);
      const moved = store.move(source, ["queued", "processing"], { to: "canceled", at: clock.now() });
      if (!moved) throw fixed(source, "canceled");
      pipeline.abort(source.versionNo);
      return find(expert, id);
    },
  };
}

/** @throws Fault `source_not_retryable` when it is whole, or its original file is not. */
async function mend({ store, files, clock }: SourceServiceParts, source: Source): Promise<void> {
  const hasOriginal = source.sha256 !== null && (await files.isWhole(source.versionNo, source.sha256));
  if (!hasOriginal) {
    throw new Fault("source_not_retryable", `The original file of the source ${source.id} is lost or damaged.`, {
      hint: "Send the same bytes again: they take its place.",
    });
  }
  if (store.isTextWhole(source)) throw fixed(source, "retried");
  store.readAgain(source, clock.now());
}

function originalOf({ files }: SourceServiceParts, source: Source): Promise<ReadableStream<Uint8Array>> {
  if (source.sha256 !== null) return files.stream(source.versionNo);
  throw new Fault("source_not_found", `The source ${source.id} has no file yet: its document has not been fetched.`);
}

function acceptance(parts: SourceServiceParts): Pick<SourceService, "receive" | "add" | "accept"> {
  const receive = async (content: AsyncIterable<Uint8Array>) => {
    await parts.questions?.giveWay();
    return parts.files.receive(content, parts.maxFileBytes);
  };
  return {
    receive,
    add: (expert, key, submission) => add(parts, expert, { key, ...submission, limited: true }),
    accept: async (expert, key, { content, ...facts }) => {
      const file = await receive(content);
      try {
        return add(parts, expert, { key: key ?? internalKey, facts, origin: { file }, limited: false });
      } finally {
        file.discard();
      }
    },
  };
}

interface Submission extends SourceSubmission {
  readonly key: KeyId;
  /** Whether the limits of the queue and of the workspace count. */
  readonly limited: boolean;
}

function add(parts: SourceServiceParts, expert: Expert, submission: Submission): Accepted {
  const { facts, origin, limited } = submission;
  if ("file" in origin && origin.file.bytes === 0) throw nothingIn(facts);
  if ("fetchUrl" in origin && !parts.fetchesUrls) throw noFetching();
  const { quotas } = parts;
  const reserved = limited ? quotas.reserve(expert.workspaceId) : quotas.reserveOwn(expert.workspaceId);
  try {
    const accepted = accept(parts, expert, submission, reserved.at);
    if (submission.key !== internalKey) reserved.counted();
    if (accepted.overtaken !== null) parts.pipeline.abort(accepted.overtaken);
    if (accepted.outcome !== "duplicate") parts.pipeline.wake("file" in origin ? "read" : "fetch");
    return accepted;
  } finally {
    reserved.release();
  }
}

function accept(
  parts: SourceServiceParts,
  expert: Expert,
  { key, facts, origin, newBytes, limited }: Submission,
  at: number,
): Accepted {
  const { store, ids } = parts;
  const { title, ...rest } = facts;
  const shown = title ?? facts.filename ?? facts.url ?? facts.externalId ?? "Untitled";
  const place = { expertId: expert.id, sourceId: ids.mint("source"), keyId: key, at };
  const usage = {
    workspaceId: expert.workspaceId,
    expertId: expert.id,
    keyId: key,
    at,
    add: { ingest: 1, sourcesCreated: 1, bytes: newBytes ?? ("file" in origin ? origin.file.bytes : 0) },
  };
  return store.accept({ ...rest, ...place, givenTitle: title, title: shown, origin }, usage, (growth) => {
    if (limited) checkLimits(parts, expert, growth);
  });
}

/** @throws Fault `queue_full`, `quota_exceeded` */
function checkLimits({ queue, maxQueued, quotas }: SourceServiceParts, expert: Expert, growth: StoredAmounts): void {
  const most = maxQueued();
  if (most > 0 && queue.waiting() >= most) throw queueFull(most);
  quotas.makeRoom(expert.workspaceId, growth);
}

function queueFull(most: number): Fault {
  return new Fault("queue_full", `${most} sources are waiting to be read, which is the limit.`, {
    hint: "Send the request again when some of them have been read.",
    headers: { "retry-after": "10" },
  });
}

function nothingIn({ type }: SourceFacts): Fault {
  const param = type === "text" ? "text" : "file";
  return new Fault("missing_required_parameter", `The ${param} is empty.`, { param });
}

function noFetching(): Fault {
  return new Fault("url_sources_disabled", "This service is set to offline, so it does not fetch documents.", {
    param: "url",
    hint: "Download the document and send its bytes.",
  });
}

function fixed(source: Source, action: "retried" | "canceled"): Fault {
  return new Fault("source_not_retryable", `The source ${source.id} is ${source.status} and cannot be ${action}.`);
}
