/** Reports changes of sources until they are settled. All followers of an expert share its looks. */
import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import { Fault } from "../kernel/fault.ts";
import type { ExpertId, KeyId, SourceId } from "../kernel/ids.ts";
import { oldestFirst } from "../kernel/stores/page.ts";
import type { IngestPipeline } from "./ingest/ingest-pipeline.ts";
import type { SourceStore } from "./ports/store-ports.ts";
import { isSettled, type Source } from "./source.ts";

/** `begun` comes first. */
export type SourceChange = { readonly begun: true } | { readonly source: Source } | { readonly gone: SourceId };

export interface Following {
  readonly expert: Expert;
  readonly keyId: KeyId;
  /** Null: all that are not settled, and those added meanwhile. */
  readonly sources: readonly Source[] | null;
  /** In Unix milliseconds; the first report leaves out earlier changes; null: none. */
  readonly since: number | null;
}

/** Ends when all are settled, or when the signal aborts. @throws Fault `overloaded` */
export type FollowSources = (following: Following, signal: AbortSignal) => AsyncGenerator<SourceChange>;

interface FollowingParts {
  readonly store: Pick<SourceStore, "list" | "byId" | "unsettled">;
  readonly pipeline: Pick<IngestPipeline, "settled">;
}

const lookEvery = 500;
const leastBetweenLooks = 50;
/** Unsettled sources, oldest first. */
const mostInLook = 1000;
const mostFollowers = 256;
const mostOfKey = 32;

export function followingSources(parts: FollowingParts): FollowSources {
  const looks = sharedLooks(parts.store);
  const seats = createSeats();
  return async function* (following, signal) {
    const leave = seats.take(following.keyId);
    try {
      yield { begun: true };
      yield* changes(parts, looks, following, signal);
    } finally {
      leave();
    }
  };
}

function createSeats() {
  const taken = new Map<KeyId, number>();
  let all = 0;
  return {
    take: (key: KeyId): (() => void) => {
      const mine = taken.get(key) ?? 0;
      if (all >= mostFollowers || mine >= mostOfKey) throw tooMany();
      taken.set(key, mine + 1);
      all += 1;
      return () => {
        all -= 1;
        const left = (taken.get(key) ?? 1) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      };
    },
  };
}

function tooMany(): Fault {
  return new Fault("overloaded", "Too many requests follow the progress of sources.", {
    hint: `A key may follow with ${mostOfKey} requests at once; one request can follow many sources.`,
    headers: { "retry-after": "5" },
  });
}

async function* changes(
  { store, pipeline }: FollowingParts,
  looks: ReturnType<typeof sharedLooks>,
  { expert, sources, since }: Following,
  signal: AbortSignal,
): AsyncGenerator<SourceChange> {
  const open = openSources(sources);
  const changedAfter = (changedSince: number) =>
    oldestFirst((page) => store.list(expert.id, { ...everything, changedSince }, page));
  for await (const source of sources ?? (since === null ? [] : changedAfter(since))) {
    open.note(source.id, source);
    if (since === null || source.updatedAt >= since) yield { source };
  }
  while (!signal.aborted) {
    yield* open.news(await looks(expert));
    const next = open.next();
    if (next === null) return;
    await pipeline.settled(next, lookEvery, signal);
  }
}

function openSources(sources: Following["sources"]) {
  const wanted = sources && new Set(sources.map(({ id }) => id));
  const open = new Map<SourceId, { readonly mark: string; readonly versionNo: number }>();
  const note = (id: SourceId, source: Source | null) => {
    if (source === null || isSettled(source.status)) open.delete(id);
    else open.set(id, { mark: markOf(source), versionNo: source.versionNo });
  };
  const isNews = (id: SourceId, source: Source | null) => source === null || open.get(id)?.mark !== markOf(source);
  return {
    note,
    /** The oldest, which will be settled first. */
    next: () => [...open.values()][0]?.versionNo ?? null,
    news: async function* ({ pending, now }: Look): AsyncGenerator<SourceChange> {
      for (const id of new Set([...pending.keys(), ...open.keys()])) {
        if (wanted?.has(id) === false) continue;
        const source = pending.get(id) ?? (await now(id));
        if (!isNews(id, source)) continue;
        note(id, source);
        yield source === null ? { gone: id } : { source };
      }
    },
  };
}

function markOf({ version, status, stage, progress, attempts }: Source): string {
  return JSON.stringify([version, status, stage, progress, attempts]);
}

const everything = { status: null, externalId: null } as const;

interface Look {
  readonly pending: ReadonlyMap<SourceId, Source>;
  /** A source that has left the look; null: deleted. */
  now(id: SourceId): Awaitable<Source | null>;
}

/** A look starts a moment after it is wanted, and all callers until then share it. */
function sharedLooks(store: FollowingParts["store"]): (expert: Expert) => Promise<Look> {
  const planned = new Map<ExpertId, Promise<Look>>();
  const begin = async ({ id }: Expert): Promise<Look> => {
    await Bun.sleep(leastBetweenLooks);
    planned.delete(id);
    const pending = await store.unsettled(id, mostInLook);
    const found = new Map<SourceId, Awaitable<Source | null>>();
    return {
      pending: new Map(pending.map((source) => [source.id, source])),
      now: (source) => found.getOrInsertComputed(source, () => store.byId(id, source)),
    };
  };
  return (expert) => planned.getOrInsertComputed(expert.id, () => begin(expert));
}
