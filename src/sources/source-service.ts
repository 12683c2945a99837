import type { Expert } from "../experts/expert.ts";
import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import { Fault } from "../kernel/fault.ts";
import { isId, type KeyId, type SourceId } from "../kernel/ids.ts";
import type { SourceKeeper } from "../kernel/keepers.ts";
import type { PageRequest } from "../kernel/stores/page.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import { createConversations, laterText } from "./conversation/conversations.ts";
import { readOriginal } from "./original-reading.ts";
import { createPictureText, forgetUnread, type PictureTextParts } from "./picture-text.ts";
import type { SourceEdit, SourceSelection } from "./ports/store-ports.ts";
import { isSettled, type Source } from "./source.ts";
import { createSourceAdditions, type SourceAdditions } from "./source-addition.ts";
import { followingSources } from "./source-following.ts";
import { putBack, readAnew } from "./version-again.ts";

interface Wait {
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

export type SourceService = ReturnType<typeof createSourceService>;

type FindSource = (expert: Expert, id: string) => Awaitable<Source>;

interface SourceServiceParts extends PictureTextParts {
  readonly maxTextChars: number;
  readonly memory: Pick<MemoryService, "refresh">;
  /** Milliseconds between looks at a version that another process may finish; absent: there is none. */
  readonly lookEvery?: number;
}

export function createSourceService(parts: SourceServiceParts) {
  const { store, files, maxTextChars: maxChars } = parts;
  const find: FindSource = (expert, id) =>
    whenKnown(isId("source", id) ? store.byId(expert.id, id) : null, (source) => source ?? unknown(expert, id));
  const additions = createSourceAdditions(parts);
  return {
    ...additions,
    conversations: createConversations({ store, files, receive: additions.receive, maxChars }),
    /** The source once it is settled, or after `milliseconds`. */
    waitFor: waiting(parts, find),
    follow: followingSources(parts),
    find,
    list: (expert: Expert, filter: SourceSelection, page: PageRequest) => store.list(expert.id, filter, page),
    folders: (expert: Expert, filter: SourceSelection) => store.folders(expert.id, filter),
    /** @throws Fault `source_not_found` without text or without such a version */
    content: async (source: Source, version: number | null) => {
      const content = (await store.content(source, version)) ?? (await laterText(store, source, version));
      if (content !== null) return content;
      throw new Fault(
        "source_not_found",
        `The source ${source.id} has no text ${version === null ? "yet" : `of version ${version}`}.`,
      );
    },
    chunks: (source: Source) => store.chunks(source),
    versions: (source: Source) => store.versions(source),
    /** @throws Fault `source_not_found` before the bytes are fetched, `original_not_found` */
    original: (source: Source) => originalOf(parts, source),
    ...transitions(parts, additions, find),
    ...changes(parts, find),
    ...createPictureText(parts, find, additions),
    /** Makes an older version the newest. @throws Fault `source_not_found` without it or its original; as `add` */
    putBack: (expert: Expert, key: KeyId, wanted: { id: string; version: number }) =>
      putBack(parts, additions, { expert, key, source: find(expert, wanted.id), ...wanted }),
  };
}

function waiting({ pipeline, lookEvery }: SourceServiceParts, find: FindSource) {
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
  return async (expert: Expert, source: Source, { milliseconds, signal }: Wait) => {
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

function changes({ store, files, pipeline, memory, clock }: SourceServiceParts, find: FindSource) {
  const refresh = (expert: Expert) => memory.refresh(expert);
  const forget = async (expert: Expert, versions: readonly number[]) => {
    await Promise.all(versions.map(pipeline.abort));
    await files.remove(versions);
    await refresh(expert);
  };
  return {
    /** Questions see the change at once. @throws Fault `source_not_found` */
    update: async (expert: Expert, id: string, edit: SourceEdit) => {
      const source = await find(expert, id);
      await store.edit(source, edit, clock.now());
      if (edit.title !== undefined) await refresh(expert);
      return find(expert, id);
    },
    remove: async (expert: Expert, id: string) => {
      const source = await find(expert, id);
      await forget(expert, await store.remove(source));
      return source;
    },
    /** Passes the source to the heir, if any; deletes it if nobody else keeps it. */
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

function transitions(parts: SourceServiceParts, additions: SourceAdditions, find: FindSource) {
  const { store, pipeline, clock } = parts;
  return {
    /**
     * Reads the original again. A ready source gets a version of the same bytes, and the one before answers until that is
     * ready. @throws Fault `source_not_retryable` for pending sources and without original; as `add`
     */
    retry: async (expert: Expert, key: KeyId, id: string) => {
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
    cancel: async (expert: Expert, id: string) => {
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
