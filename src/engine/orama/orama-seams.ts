/**
 * Where Orama's interface does not fit (decision 17): its tables of ids and documents would take more memory than the
 * index, a search takes no sense, and a hit has one score.
 */
import type { AnyOrama } from "@orama/orama";
import type { Hit } from "../../memory/index-ports.ts";
import type { LexicalQuery } from "../lexical-index.ts";

export type PassageOfHit = Pick<Hit, "group"> | Hit;

export interface IndexQuery extends LexicalQuery {
  /** 1–100. Orama does not pass its `limit` on. */
  readonly wanted: number;
}

/** What Orama does not pass on to a search, and the hits, whose ids and documents it asks for by their rank, from 1. */
export class SearchExchange {
  #query: IndexQuery | null = null;
  #documents: (PassageOfHit | undefined)[] = [undefined];
  #ids: string[] = [];

  /** Null for a search by vector, or if Orama was called directly. */
  get query(): IndexQuery | null {
    return this.#query;
  }

  get documents(): readonly (PassageOfHit | undefined)[] {
    return this.#documents;
  }

  get ids(): string[] {
    return this.#ids;
  }

  during<T>(query: IndexQuery | null, search: () => T): T {
    this.#query = query;
    try {
      return search();
    } finally {
      this.#query = null;
      this.begin();
    }
  }

  begin(): void {
    this.#documents = [undefined];
    this.#ids = [];
  }

  /** Best first. Returns the rank. */
  keep(no: number, passage: PassageOfHit | undefined): number {
    this.#documents.push(passage);
    return this.#ids.push(String(no));
  }
}

/** For what Orama's interface demands and its `create`, `insert` and `search` do not call. */
export const neverAsked = (): never => {
  throw new Error("the engine does this without Orama");
};

/** A passage is inserted under its number; a hit is known by its rank. */
export function numberIdsByThemselves(orama: AnyOrama, exchange: SearchExchange): void {
  const identity = new Map<string, number>();
  identity.get = Number;
  orama.internalDocumentIDStore = {
    idToInternalId: identity,
    get internalIdToId() {
      return exchange.ids;
    },
    save: neverAsked,
    load: neverAsked,
  };
}
