/** The life of sources: accepted, looked at, retried, canceled, removed. Acceptance is durable before it is answered. */
import type { Expert, Metadata } from "../experts/expert.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { type IdMint, isId, type KeyId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/page.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { IngestPipeline } from "./ingest-pipeline.ts";
import type { Accepted, OriginalFiles, ReceivedFile, SourceFilter, SourceStore, StoredChunk } from "./ports.ts";
import { isSettled, type Source, type SourceType } from "./source.ts";

/** What a client sends, whichever of the three forms it came in. */
export interface SourceDraft {
  readonly type: SourceType;
  readonly content: AsyncIterable<Uint8Array>;
  readonly title: string | null;
  readonly url: string | null;
  readonly externalId: string | null;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly metadata: Metadata | null;
}

export interface SourceService {
  /** @throws Fault `payload_too_large`, `storage_full`, `missing_required_parameter` (nothing in it) */
  accept(expert: Expert, key: KeyId, draft: SourceDraft): Promise<Accepted>;
  /** The source once it is settled or `milliseconds` have passed, whichever is first. */
  waitFor(expert: Expert, source: Source, wait: { milliseconds: number; signal: AbortSignal }): Promise<Source>;
  /** @throws Fault `source_not_found` */
  find(expert: Expert, id: string): Source;
  list(expert: Expert, filter: SourceFilter, page: PageRequest): Page<Source>;
  /** @throws Fault `source_not_found` when there is no text (yet) or no such version. */
  content(source: Source, version: number | null): { readonly text: string; readonly version: number };
  chunks(source: Source): StoredChunk[];
  original(source: Source): Promise<Uint8Array>;
  /** @throws Fault `source_not_retryable` unless it failed or was canceled. */
  retry(expert: Expert, id: string): Source;
  /** @throws Fault `source_not_retryable` when it is settled already. */
  cancel(expert: Expert, id: string): Source;
  remove(expert: Expert, id: string): Promise<Source>;
}

interface SourceServiceParts {
  readonly store: SourceStore;
  readonly files: OriginalFiles;
  readonly pipeline: IngestPipeline;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly maxFileBytes: number;
  readonly memory: Pick<MemoryService, "refresh">;
}

export function createSourceService(parts: SourceServiceParts): SourceService {
  const { store, files, pipeline } = parts;
  const find = (expert: Expert, id: string): Source => {
    const source = isId("source", id) ? store.byId(expert.id, id) : null;
    if (source !== null) return source;
    throw new Fault("source_not_found", `There is no source "${id}" in the expert "${expert.slug}".`, {
      hint: `GET /v1/experts/${expert.slug}/sources lists them.`,
    });
  };
  return {
    accept: (expert, key, draft) => accept(parts, expert, { key, draft }),
    waitFor: (expert, source, { milliseconds, signal }) =>
      isSettled(source.status)
        ? Promise.resolve(source)
        : pipeline.settled(source.versionNo, milliseconds, signal).then(() => find(expert, source.id)),
    find,
    list: (expert, filter, page) => store.list(expert.id, filter, page),
    content: (source, version) => {
      const content = store.content(source, version);
      if (content !== null) return content;
      throw new Fault(
        "source_not_found",
        `The source ${source.id} has no text ${version === null ? "yet" : `of version ${version}`}.`,
      );
    },
    chunks: (source) => store.chunks(source),
    original: (source) => files.read(source.versionNo),
    ...transitions(parts, find),
    remove: async (expert, id) => {
      const source = find(expert, id);
      const gone = store.remove(source);
      for (const versionNo of gone) pipeline.abort(versionNo);
      files.remove(gone);
      await parts.memory.refresh({ id: expert.id, profile: { language: expert.language, embedding: null } });
      return source;
    },
  };
}

/** What an owner may do to a source that is not where it should be. */
function transitions({ store, pipeline, clock }: SourceServiceParts, find: SourceService["find"]) {
  return {
    retry: (expert: Expert, id: string): Source => {
      const source = find(expert, id);
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

async function accept(parts: SourceServiceParts, expert: Expert, { key, draft }: { key: KeyId; draft: SourceDraft }) {
  const file = await parts.files.receive(draft.content, parts.maxFileBytes);
  try {
    if (file.bytes === 0) throw nothingIn(draft);
    const accepted = commit(parts, expert, { key, draft, file });
    if (accepted.outcome !== "duplicate") parts.pipeline.wake();
    return accepted;
  } finally {
    file.discard();
  }
}

interface Arrival {
  readonly key: KeyId;
  readonly draft: SourceDraft;
  readonly file: ReceivedFile;
}

function commit({ store, clock, ids }: SourceServiceParts, expert: Expert, { key, draft, file }: Arrival): Accepted {
  const at = clock.now();
  const version = {
    expertId: expert.id,
    sourceId: ids.mint("source"),
    type: draft.type,
    givenTitle: draft.title,
    title: draft.title ?? draft.filename ?? draft.url ?? draft.externalId ?? "Untitled",
    url: draft.url,
    externalId: draft.externalId,
    filename: draft.filename,
    declaredType: draft.declaredType,
    metadata: draft.metadata,
    file,
    keyId: key,
    at,
  };
  const account = { workspaceId: expert.workspaceId, expertId: expert.id, keyId: key };
  return store.accept(version, { ...account, at, add: { ingest: 1, sourcesCreated: 1, bytes: file.bytes } });
}

function nothingIn(draft: SourceDraft): Fault {
  const param = draft.type === "text" ? "text" : "file";
  return new Fault("missing_required_parameter", `The ${param} is empty.`, { param });
}

function fixed(source: Source, wish: "retried" | "canceled"): Fault {
  return new Fault("source_not_retryable", `The source ${source.id} is ${source.status} and cannot be ${wish}.`);
}
