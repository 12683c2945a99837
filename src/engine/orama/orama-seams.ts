/**
 * Where Orama's interface does not fit (decision 17): its table of ids and documents, a question's sense, several
 * scores.
 */
import type { AnyDocumentStore, AnyOrama } from "@orama/orama";
import type { Hit } from "../../memory/index-ports.ts";
import type { LexicalIndex, LexicalQuery } from "../lexical-index.ts";

export type PassageOfHit = Pick<Hit, "group"> | Hit;

export interface IndexQuery extends LexicalQuery {
  /** 1–100. Orama does not pass its `limit` on. */
  readonly wanted: number;
}

/** Carries what Orama's `search` cannot. One search ends before the next. During it a hit's number is its rank. */
export class SearchExchange {
  #query: IndexQuery | null = null;
  #isOpen = false;
  #documents: (PassageOfHit | undefined)[] = [undefined];
  #ids: string[] = [];

  /** Null for a search by vector, or if Orama was called directly. */
  get query(): IndexQuery | null {
    return this.#query;
  }

  get found(): { readonly documents: readonly (PassageOfHit | undefined)[]; readonly ids: string[] } | null {
    return this.#isOpen ? { documents: this.#documents, ids: this.#ids } : null;
  }

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

  /** Best first. Returns the number by which Orama asks for it. */
  keep(no: number, passage: PassageOfHit | undefined): number {
    if (!this.#isOpen) return no;
    this.#documents.push(passage);
    return this.#ids.push(String(no));
  }
}

/** The passages that a filter permits. Ids are never listed: our searches read the groups. */
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

export function permittedGroups(filter: Set<number> | undefined): ReadonlySet<number> | null {
  if (filter === undefined) return null;
  if (filter instanceof PermittedPassages) return filter.groups;
  throw new TypeError("the filter of a search was not made by this index");
}

export function documentsBy(
  passage: (no: number) => PassageOfHit | undefined,
  exchange: SearchExchange,
): AnyDocumentStore {
  const all = new Proxy({}, { get: (_, no) => passage(Number(no)) });
  return {
    get docs() {
      return exchange.found?.documents ?? all;
    },
  };
}

/** A passage's number is its id, as a string outside Orama. */
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
