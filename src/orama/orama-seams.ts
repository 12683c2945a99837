/**
 * Everything that works around Orama's interface is in this file. Orama asks for a table of ids and a record of documents,
 * which would take more memory than the index. Its search takes a text, a vector and a filter, but not the sense of a
 * question, and its hits carry one score. Why Orama is kept: docs/decisions/0017-orama-over-our-index.md.
 */
import type { AnyDocumentStore, AnyOrama } from "@orama/orama";
import type { Hit } from "../memory/index-ports.ts";
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
 * next begins. During a search, Orama knows a hit by its rank: a look-up by number would cost a microsecond for each.
 */
export class SearchExchange {
  #query: IndexQuery | null = null;
  #isOpen = false;
  /** By rank, from 1. */
  #documents: (StoredPassage | undefined)[] = [undefined];
  /** By rank - 1. */
  #ids: string[] = [];

  /** Null if Orama was called directly, with only a text and a filter, or for a search by vector. */
  get query(): IndexQuery | null {
    return this.#query;
  }

  /** What the search has found, as Orama looks it up; null outside of `during`. */
  get found(): { readonly documents: readonly (StoredPassage | undefined)[]; readonly ids: string[] } | null {
    return this.#isOpen ? { documents: this.#documents, ids: this.#ids } : null;
  }

  /** Runs one of Orama's searches. @param query null for a search by vector */
  during<T>(query: IndexQuery | null, search: () => T): T {
    this.#query = query;
    this.#isOpen = true;
    try {
      return search();
    } finally {
      this.#query = null;
      this.#isOpen = false;
      this.#documents = [undefined];
      this.#ids = [];
    }
  }

  /** Stores a hit until the search ends, best first. Returns the number by which Orama asks for it: its own outside of `during`. */
  keep(no: number, passage: StoredPassage | undefined): number {
    if (!this.#isOpen) return no;
    this.#documents.push(passage);
    return this.#ids.push(String(no));
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
export function documentsBy(
  passage: (no: number) => StoredPassage | undefined,
  exchange: SearchExchange,
): AnyDocumentStore {
  const all = new Proxy({}, { get: (_, no) => passage(Number(no)) });
  return {
    get docs() {
      return exchange.found?.documents ?? all;
    },
  };
}

/** Makes a passage's number its id both outside Orama (as a string) and, between searches, inside. */
export function numberIdsByThemselves(orama: AnyOrama, exchange: SearchExchange): void {
  const identity = new Map<string, number>();
  identity.get = Number;
  const strings = new Proxy<string[]>([], {
    get: (_, key) => (key === "length" ? Number.MAX_SAFE_INTEGER : String(Number(key) + 1)),
  });
  orama.internalDocumentIDStore = {
    idToInternalId: identity,
    get internalIdToId() {
      return exchange.found?.ids ?? strings;
    },
    save: () => null,
    load: () => undefined,
  };
}
