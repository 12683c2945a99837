import { batch, computed, signal } from "@preact/signals";
import type { SourceListRequest, SourceObject, SourceObjectStatus } from "../../api/shapes.ts";
import type { ApiClient } from "../app/api-client.ts";
import { type CatalogRow, createListing, type Listing, pageSize, type SourceFolderObject } from "./source-listing.ts";

export interface SourceCriteria {
  readonly text: string;
  readonly status: SourceObjectStatus | "conversations" | null;
  readonly order: "path" | "asc" | "desc";
  /** Only what is in this folder or below it; empty: everything. */
  readonly within: string;
}

/** What is open of the tree, or a flat list, as rows from 0. */
export type SourceCatalog = ReturnType<typeof createSourceCatalog>;

/** Milliseconds without a key, after which what was typed is searched for. */
const typingPause = 100;

const first: SourceCriteria = { text: "", status: null, order: "path", within: "" };

function createTree(api: ApiClient, id: string) {
  const asked = signal(first);
  const criteria = signal(first);
  const listings = signal<ReadonlyMap<string, Listing>>(new Map());
  const list = (query: ListQuery) => api.request("GET", "/v1/experts/{id}/sources", { path: { id }, query });
  const open = (path: string, now = criteria.value) =>
    createListing((page) => list({ ...queryOf(now, path), limit: pageSize, offset: page * pageSize }));
  /** It is shown when it has arrived, so that nothing flickers as one types. */
  let wanted: Listing | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const fetchFor = async (now: SourceCriteria) => {
    const listing = open("", now);
    wanted = listing;
    await listing.need([0]);
    if (wanted !== listing) return;
    wanted = null;
    batch(() => {
      [criteria.value, listings.value] = [now, new Map([["", listing]])];
    });
  };
  const look = (now: SourceCriteria) => {
    const isTyped = now.text !== asked.value.text;
    asked.value = now;
    wanted = null;
    clearTimeout(pause);
    if (isTyped) pause = setTimeout(fetchFor, typingPause, now);
    else void fetchFor(now);
  };
  const all = () => new Set([...listings.value.values(), ...(wanted === null ? [] : [wanted])]);
  const root = computed(() => listings.value.get("") ?? null);
  const segments = computed(() => (root.value === null ? noSegments() : segmentsOf(listings.value, "", 0)));
  const toggle = (path: string) => {
    const isOpen = listings.value.has(path);
    const others = [...listings.value].filter(([each]) => !isOpen || !each.startsWith(path));
    listings.value = new Map(isOpen ? others : [...others, [path, open(path)]]);
    void listings.value.get(path)?.need([0]);
  };
  return { asked, criteria, listings, all, look, root, segments, toggle };
}

export function createSourceCatalog(api: ApiClient, expertId: string) {
  const tree = createTree(api, expertId);
  const { asked, criteria, all, look, root, segments, toggle } = tree;
  const attempts = createAttempts();
  const put = (source: SourceObject) => {
    for (const listing of all()) listing.put(source);
  };
  let seen = { first: 0, last: 0 };
  const load = (how: "need" | "renew") =>
    Promise.all(pagesIn(all(), segments.value, seen).map(([one, pages]) => one[how](pages)));
  return {
    /** What was asked for last; `criteria` are those of the rows that are shown. */
    asked,
    criteria,
    shown: root,
    ...summaryOf(tree),
    row: (index: number) => rowIn(segments.value, index, attempts.shown),
    look,
    view: async (from: number, to: number) => {
      seen = { first: from, last: to };
      await load("need");
    },
    toggle,
    /** The ids of all sources in a folder and below it; of all, by an empty path. */
    idsWithin: async (folder: string) => {
      const query = { ...queryOf(criteria.value, null), within: folder || criteria.value.within };
      const input = { path: { id: expertId }, query: { ...query, order: "asc" as const } };
      return (await Array.fromAsync(api.each("/v1/experts/{id}/sources", input))).map(({ id }) => id);
    },
    /** Fetches the visible rows again. Never rejects. */
    refresh: async () => void (await load("renew")),
    put,
    /** One change of a source at a time: shows what is expected, then the reply or what was before. Rejects as it. */
    attempt: async (expected: SourceObject, change: () => Promise<SourceObject>) =>
      put(await attempts.make(expected, change)),
  };
}

function summaryOf({ asked, criteria, listings, root, segments }: ReturnType<typeof createTree>) {
  const anyOf = (test: (listing: Listing) => boolean) => [...listings.value.values()].some(test);
  return {
    isLooking: computed(() => asked.value !== criteria.value),
    /** Rows; null until the first page has arrived. */
    count: computed(() => (root.value?.total.value == null ? null : endOf(segments.value))),
    problem: computed(() => root.value?.problem.value ?? null),
    hasPending: computed(() => anyOf((each) => [...each.loaded.value.values()].flat().some(isPending))),
    hasMoreFolders: computed(() => anyOf((each) => each.hasMoreFolders.value)),
  };
}

const isPending = ({ status }: SourceObject) => status === "queued" || status === "processing";

/** A folder's row, or the sources directly in one; a listing that has not arrived is one row that waits. */
interface RowSegment {
  readonly start: number;
  readonly length: number;
  readonly depth: number;
  readonly listing: Listing;
  readonly folder: SourceFolderObject | null;
  readonly isOpen: boolean;
}

function segmentsOf(listings: ReadonlyMap<string, Listing>, path: string, start: number, depth = 0): RowSegment[] {
  const listing = listings.get(path)!;
  const segments: RowSegment[] = [];
  let at = start;
  for (const folder of listing.folders.value) {
    const isOpen = listings.has(folder.path);
    segments.push({ start: at, length: 1, depth, listing, folder, isOpen });
    const inner = isOpen ? segmentsOf(listings, folder.path, at + 1, depth + 1) : [];
    segments.push(...inner);
    at = inner.length === 0 ? at + 1 : endOf(inner);
  }
  const length = listing.total.value ?? 1;
  if (length > 0) segments.push({ start: at, length, depth, listing, folder: null, isOpen: false });
  return segments;
}

function endOf(segments: readonly RowSegment[]): number {
  const last = segments.at(-1);
  return last === undefined ? 0 : last.start + last.length;
}

function rowIn(
  segments: readonly RowSegment[],
  index: number,
  shown: (row: SourceObject | null) => SourceObject | null,
): CatalogRow {
  const found = segments.findLast(({ start }) => start <= index);
  if (found === undefined) return { kind: "source", source: null, depth: 0 };
  const { folder, depth, isOpen, listing, start } = found;
  if (folder !== null) return { kind: "folder", folder, depth, isOpen };
  return { kind: "source", source: shown(listing.at(index - start)), depth };
}

/** The first page is always among them: it has the folders, and of an empty list what is added to it. */
function pagesIn(listings: Iterable<Listing>, segments: readonly RowSegment[], seen: { first: number; last: number }) {
  const wanted = new Map<Listing, Set<number>>();
  for (const listing of listings) wanted.set(listing, new Set([0]));
  for (const { listing, folder, start, length } of segments) {
    const pages = wanted.get(listing)!;
    const [from, to] = [Math.max(0, seen.first - start), Math.min(length - 1, seen.last - start)];
    if (folder === null) for (let page = Math.floor(from / pageSize); page * pageSize <= to; page++) pages.add(page);
  }
  return [...wanted].map(([listing, pages]) => [listing, [...pages]] as const);
}

const onlyConversations = JSON.stringify({ type: "conversation" });

/** A search shows what it finds as a flat list, the newest first. @param folder null: not narrowed to one */
function queryOf(criteria: SourceCriteria, folder: string | null): ListQuery {
  const { status, order, within } = criteria;
  const q = criteria.text.trim();
  const isTree = order === "path" && !isNarrowed(criteria);
  return {
    order: order === "asc" ? "asc" : "desc",
    ...(q === "" ? {} : { q }),
    ...(status === "conversations" ? { filter: onlyConversations } : status === null ? {} : { status }),
    ...(within !== "" && { within }),
    ...(isTree && folder !== null && { folder }),
  };
}

export const isNarrowed = ({ text, status, within }: SourceCriteria) =>
  text.trim() !== "" || status !== null || within !== "";

type ListQuery = NonNullable<SourceListRequest["query"]>;

const noSegments = (): readonly RowSegment[] => [];

/** What is shown of sources while changes of them are sent, one change of a source at a time. */
function createAttempts() {
  const expectations = signal<ReadonlyMap<string, SourceObject>>(new Map());
  const last = new Map<string, Promise<unknown>>();
  return {
    shown: (row: SourceObject | null) => (row === null ? null : (expectations.value.get(row.id) ?? row)),
    make: async (expected: SourceObject, change: () => Promise<SourceObject>) => {
      const { id } = expected;
      expectations.value = new Map(expectations.value).set(id, expected);
      const attempt = (last.get(id) ?? Promise.resolve()).catch(() => {}).then(change);
      last.set(id, attempt);
      try {
        return await attempt;
      } finally {
        if (last.get(id) === attempt) {
          last.delete(id);
          expectations.value = new Map([...expectations.value].filter(([each]) => each !== id));
        }
      }
    },
  };
}
