import type { Expert } from "../experts/expert.ts";
import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import { Fault } from "../kernel/fault.ts";
import { isId, type KeyId, type SourceId } from "../kernel/ids.ts";
import type { SourceKeeper } from "../kernel/keepers.ts";
import type { Page, PageRequest } from "../kernel/stores/page.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import { type ConversationService, createConversations, laterText } from "./conversation/conversations.ts";
import { readOriginal } from "./original-reading.ts";
import { createPictureText, forgetUnread, type PictureText, type PictureTextParts } from "./picture-text.ts";
import type {
  Accepted,
  OutlinedChunk,
  SourceEdit,
  SourceFolders,
  SourceSelection,
  SourceText,
} from "./ports/store-ports.ts";
import { isSettled, type Source, type SourceVersion } from "./source.ts";
import { createSourceAdditions, type SourceAdditions } from "./source-addition.ts";
import { type FollowSources, followingSources } from "./source-following.ts";
import { putBack, readAnew } from "./version-again.ts";

interface Wait {
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

export interface SourceService extends SourceAdditions, PictureText {
  readonly conversations: ConversationService;
  /** The source once it is settled, or after `milliseconds`. */
  waitFor(expert: Expert, source: Source, wait: Wait): Promise<Source>;
  readonly follow: FollowSources;
  find(expert: Expert, id: string): Awaitable<Source>;
  list(expert: Expert, filter: SourceSelection, page: PageRequest): Awaitable<Page<Source>>;
  folders(expert: Expert, filter: SourceSelection): Awaitable<SourceFolders>;
  /** @throws Fault `source_not_found` without text or without such a version */
  content(source: Source, version: number | null): Promise<SourceText>;
  chunks(source: Source): Awaitable<OutlinedChunk[]>;
  versions(source: Source): Awaitable<SourceVersion[]>;
  /** @throws Fault `source_not_found` before the bytes are fetched, `original_not_found` */
  original(source: Source): Promise<ReadableStream<Uint8Array>>;
  /** Questions see the change at once. @throws Fault `source_not_found` */
  update(expert: Expert, id: string, edit: SourceEdit): Promise<Source>;
  /**
   * Reads the original again. A ready source gets a version of the same bytes, and the one before answers until that is
   * ready. @throws Fault `source_not_retryable` for pending sources and without original; as `add`
   */
  retry(expert: Expert, key: KeyId, id: string): Promise<Source>;
  cancel(expert: Expert, id: string): Promise<Source>;
  remove(expert: Expert, id: string): Promise<Source>;
  /** Passes the source to the heir, if any; deletes it if nobody else keeps it. */
  release(expert: Expert, id: SourceId, letting: { keeper: SourceKeeper; heir: SourceKeeper | null }): Promise<void>;
  /** Makes an older version the newest. @throws Fault `source_not_found` without it or its original; as `add` */
  putBack(expert: Expert, key: KeyId, version: { id: string; version: number }): Promise<Accepted>;
}

interface SourceServiceParts extends PictureTextParts {
  readonly maxTextChars: number;
  readonly memory: Pick<MemoryService, "refresh">;
  /** Milliseconds between looks at a version that another process may finish; absent: there is none. */
  readonly lookEvery?: number;
}

export function createSourceService(parts: SourceServiceParts): SourceService {
  const { store, files, maxTextChars: maxChars } = parts;
  const find = (expert: Expert, id: string): Awaitable<Source> =>
    whenKnown(isId("source", id) ? store.byId(expert.id, id) : null, (source) => source ?? unknown(expert, id));
  const additions = createSourceAdditions(parts);
  return {
    ...additions,
    conversations: createConversations({ store, files, receive: additions.receive, maxChars }),
    waitFor: waiting(parts, find),
    follow: followingSources(parts),
    find,
    list: (expert, filter, page) => store.list(expert.id, filter, page),
    folders: (expert, filter) => store.folders(expert.id, filter),
    content: async (source, version) => {
      const content = (await store.content(source, version)) ?? (await laterText(store, source, version));
      if (content !== null) return content;
      throw new Fault(
        "source_not_found",
        `The source ${source.id} has no text ${version === null ? "yet" : `of version ${version}`}.`,
      );
    },
    chunks: (source) => store.chunks(source),
    versions: (source) => store.versions(source),
    original: (source) => originalOf(parts, source),
    ...transitions(parts, additions, find),
    ...changes(parts, find),
    ...createPictureText(parts, find, additions),
    putBack: (expert, key, wanted) =>
      putBack(parts, additions, { expert, key, source: find(expert, wanted.id), ...wanted }),
  };
}

function waiting({ pipeline, lookEvery }: SourceServiceParts, find: SourceService["find"]): SourceService["waitFor"] {
  /** Null: settled meanwhile, or out of time. */
  const look = async (expert: Expert, source: Source, { milliseconds, signal }: Wait): Promise<Source | null> => {
    const listening = new AbortController();
    // Listens before it looks, because the version may be settled in between.
    const settled = pipeline.settled(source.versionNo, milliseconds, AbortSignal.any([signal, listening.signal]));
    try {
      const now = await find(expert, source.id);
      if (!isPending(now, source)) return now;
      await settled;
      return null;
    } finally {
      listening.abort();
    }
  };
  return async (expert, source, { milliseconds, signal }) => {
    if (milliseconds === 0) return source;
    const end = performance.now() + milliseconds;
    const left = () => (signal.aborted ? 0 : end - performance.now());
    while (left() > 0) {
      const now = await look(expert, source, { milliseconds: Math.min(left(), lookEvery ?? milliseconds), signal });
      if (now !== null) return now;
      if (lookEvery === undefined) break;
    }
    return find(expert, source.id);
  };
}

function isPending(now: Source, { versionNo }: Source): boolean {
  return !isSettled(now.status) && now.versionNo === versionNo;
}

function unknown({ slug }: Expert, id: string): never {
  throw new Fault("source_not_found", `There is no source "${id}" in the expert "${slug}".`, {
    hint: `GET /v1/experts/${slug}/sources lists them.`,
  });
}

function changes({ store, files, pipeline, memory, clock }: SourceServiceParts, find: SourceService["find"]) {
  const refresh = (expert: Expert) => memory.refresh(expert);
  const forget = async (expert: Expert, versions: readonly number[]) => {
    await Promise.all(versions.map(pipeline.abort));
    await files.remove(versions);
    await refresh(expert);
  };
  return {
    update: async (expert: Expert, id: string, edit: SourceEdit): Promise<Source> => {
      const source = await find(expert, id);
      await store.edit(source, edit, clock.now());
      if (edit.title !== undefined) await refresh(expert);
      return find(expert, id);
    },
    remove: async (expert: Expert, id: string): Promise<Source> => {
      const source = await find(expert, id);
      await forget(expert, await store.remove(source));
      return source;
    },
    release: async (
      expert: Expert,
      id: SourceId,
      { keeper, heir }: { keeper: SourceKeeper; heir: SourceKeeper | null },
    ) => {
      const source = await store.byId(expert.id, id);
      const gone = source && (await store.release(source, keeper, heir));
      if (gone !== null) await forget(expert, gone);
    },
  };
}

function transitions(parts: SourceServiceParts, additions: SourceAdditions, find: SourceService["find"]) {
  const { store, pipeline, clock } = parts;
  return {
    retry: async (expert: Expert, key: KeyId, id: string): Promise<Source> => {
      const source = await find(expert, id);
      if (source.status === "ready") {
        if (!(await mend(parts, source))) return (await readAnew(parts, additions, { expert, key, source })).source;
        pipeline.wake();
        await parts.memory.refresh(expert);
        return find(expert, id);
      }
      if (isSettled(source.status)) await forgetUnread(parts, source.versionNo);
      if (!(await store.move(source, ["failed", "canceled"], { to: "queued", at: clock.now() })))
        throw fixed(source, "retried");
      pipeline.wake();
      return find(expert, id);
    },
    cancel: async (expert: Expert, id: string): Promise<Source> => {
      const source = await find(expert, id);
      const moved = await store.move(source, ["queued", "processing"], { to: "canceled", at: clock.now() });
      if (!moved) throw fixed(source, "canceled");
      await pipeline.abort(source.versionNo);
      return find(expert, id);
    },
  };
}

/** Reads damaged text or unread pages again, in place. @returns whether there were any */
async function mend(parts: SourceServiceParts, source: Source): Promise<boolean> {
  const { store, files, clock } = parts;
  const hasOriginal = source.sha256 !== null && (await files.isWhole(source.versionNo, source.sha256));
  if (!hasOriginal) {
    throw new Fault("source_not_retryable", `The original file of the source ${source.id} is lost or damaged.`, {
      hint: "Send the same bytes again: they take its place.",
    });
  }
  if (!(await forgetUnread(parts, source.versionNo)) && (await store.isTextWhole(source))) return false;
  await store.readAgain(source, clock.now());
  return true;
}

function originalOf({ files }: SourceServiceParts, source: Source): Promise<ReadableStream<Uint8Array>> {
  if (source.sha256 !== null) return readOriginal(source, () => files.stream(source.versionNo));
  throw new Fault("source_not_found", `The source ${source.id} has no file yet: its document has not been fetched.`);
}

function fixed(source: Source, action: "retried" | "canceled"): Fault {
  return new Fault("source_not_retryable", `The source ${source.id} is ${source.status} and cannot be ${action}.`);
}
