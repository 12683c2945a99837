/**
 * What works around Orama's interface, all of it in this file. Orama asks for a table of ids and a record of documents, which
 * would cost more memory than the index; and its search carries a text, a vector and a filter, but neither the sense of a
 * question nor what each kind of evidence gave a hit. Why Orama is kept: docs/decisions/0017-orama-over-our-index.md.
 */
import type { AnyDocumentStore, AnyOrama } from "@orama/orama";
import type { Hit } from "../memory/ports.ts";
import type { LexicalIndex, LexicalQuery } from "../search/lexical-index.ts";

/** What Orama keeps of a passage: its group. What a search found carries its scores too. */
export type StoredPassage = Pick<Hit, "group"> | Hit;

/** What a search is for, where Orama's parameters cannot say it. */
export interface IndexQuery extends LexicalQuery {
  /** How many hits are wanted, 1–100. Orama does not tell an index its `limit`. */
  readonly wanted: number;
}

/**
 * What a question and its hits carry beside Orama's `search`. Orama calls its components synchronously, so a search has
 * ended before the next begins.
 */
export class SearchExchange {
  #wish: IndexQuery | null = null;
  readonly #found = new Map<number, Hit>();

  /** Null when the text and the filter that Orama was given say all: it may be searched by itself. */
  get wish(): IndexQuery | null {
    return this.#wish;
  }

  /** Runs a search of Orama's for the wish. */
  during<T>(wish: IndexQuery, search: () => T): T {
    this.#wish = wish;
    try {
      return search();
    } finally {
      this.#wish = null;
      this.#found.clear();
    }
  }

  /** Keeps a hit for as long as the search lasts; Orama passes on its number and score and then asks for the document. */
  keep(hit: Hit): void {
    if (this.#wish !== null) this.#found.set(hit.no, hit);
  }

  found(no: number): Hit | null {
    return this.#found.get(no) ?? null;
  }
}

/**
 * A filter's passages as Orama passes them from `searchByWhereClause` to the searches: a set of ids that is never
 * listed. Our searches read the groups; `has` serves other callers.
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

/** The groups of a filter that came back from Orama; null where it had none. */
export function permittedGroups(filter: Set<number> | undefined): ReadonlySet<number> | null {
  if (filter === undefined) return null;
  if (filter instanceof PermittedPassages) return filter.groups;
  throw new TypeError("the filter of a search was not made by this index");
}

/** A record of all passages that looks each one up when it is read. */
export function documentsBy(passage: (no: number) => StoredPassage | undefined): AnyDocumentStore {
  return { docs: new Proxy({}, { get: (_, no) => passage(Number(no)) }) };
}

/** Makes a passage's number its id in both of Orama's senses: external, as a string, and internal. */
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
