/**
 * Everything that works around Orama's interface is in this file. Orama asks for a table of ids and a record of documents,
 * which would take more memory than the index. Its search takes a text, a vector and a filter, but not the sense of a
 * question, and its hits carry one score. Why Orama is kept: docs/decisions/0017-orama-over-our-index.md.
 */
import type { AnyDocumentStore, AnyOrama } from "@orama/orama";
import type { Hit } from "../memory/ports.ts";
import type { LexicalIndex, LexicalQuery } from "../search/lexical-index.ts";

/** The fields of a passage that Orama stores: its group. A passage found by a search has its scores too. */
export type StoredPassage = Pick<Hit, "group"> | Hit;

/** The parts of a search that Orama's parameters cannot express. */
export interface IndexQuery extends LexicalQuery {
  /** Number of hits wanted, 1–100. Orama does not pass its `limit` to an index. */
  readonly wanted: number;
}

/**
 * Passes on what Orama's `search` cannot carry. Orama calls its components synchronously, so one search ends before the
 * next begins.
 */
export class SearchExchange {
  #query: IndexQuery | null = null;
  readonly #found = new Map<number, Hit>();

  /** Null if Orama was called directly, with only a text and a filter. */
  get query(): IndexQuery | null {
    return this.#query;
  }

  /** Runs one of Orama's searches for this query. */
  during<T>(query: IndexQuery, search: () => T): T {
    this.#query = query;
    try {
      return search();
    } finally {
      this.#query = null;
      this.#found.clear();
    }
  }

  /** Stores a hit until the search ends. Orama passes on its number and score, and then asks for the document. */
  keep(hit: Hit): void {
    if (this.#query !== null) this.#found.set(hit.no, hit);
  }

  found(no: number): Hit | null {
    return this.#found.get(no) ?? null;
  }
}

/**
 * The passages that a filter permits, which Orama passes from `searchByWhereClause` to the searches as a set of ids. The
 * ids are never listed: our searches read the groups, and `has` serves other callers.
 */
export class PermittedPassages extends Set<number> {
  readonly groups: ReadonlySet<number>;
  readonly #lexical: LexicalIndex;

  constructor(groups: ReadonlySet<number>, lexical: LexicalIndex) {
    super();
    this.groups = groups;
    this.#lexical = lexical;
  }

  override has(no: number): boolean {
    const group = this.#lexical.parts.groupOf(no);
    return group !== null && this.groups.has(group);
  }
}

/** The groups of a filter that Orama returned; null for no filter. */
export function permittedGroups(filter: Set<number> | undefined): ReadonlySet<number> | null {
  if (filter === undefined) return null;
  if (filter instanceof PermittedPassages) return filter.groups;
  throw new TypeError("the filter of a search was not made by this index");
}

/** A record of all passages that looks up each passage when it is read. */
export function documentsBy(passage: (no: number) => StoredPassage | undefined): AnyDocumentStore {
  return { docs: new Proxy({}, { get: (_, no) => passage(Number(no)) }) };
}

/** Makes a passage's number its id both outside Orama (as a string) and inside. */
export function numberIdsByThemselves(orama: AnyOrama): void {
  const identity = new Map<string, number>();
  identity.get = Number;
  const strings = new Proxy<string[]>([], {
    get: (_, key) => (key === "length" ? Number.MAX_SAFE_INTEGER : String(Number(key) + 1)),
  });
  Object.assign(orama.internalDocumentIDStore, {
    idToInternalId: identity,
    internalIdToId: strings,
    save: () => null,
    load: () => undefined,
  });
}
