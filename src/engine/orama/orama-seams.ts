/** Works around Orama's interface (decision 17): memory for tables of ids, searches without sense, hits with one score. */
import type { AnyOrama } from "@orama/orama";
import type { Hit } from "../../memory/index-ports.ts";
import type { LexicalQuery } from "../lexical-index.ts";

export type PassageOfHit = Pick<Hit, "group"> | Hit;

export interface IndexQuery extends LexicalQuery {
  /** 1–100. Orama does not pass on its `limit`. */
  readonly wanted: number;
}

/** Passes to a search what Orama does not; hands out hits, whose ids and documents Orama requests by rank, from 1. */
export class SearchExchange {
  #query: IndexQuery | null = null;
  #documents: (PassageOfHit | undefined)[] = [undefined];
  #ids: string[] = [];

  /** Null in a search by vector, or if Orama is called directly. */
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

/** For methods of Orama's interface that `create`, `insert` and `search` do not call. */
export const neverAsked = (): never => {
  throw new Error("the engine does this without Orama");
};

/** A passage's id is its number; a hit's is its rank. */
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
