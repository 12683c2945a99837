/** Knows the groups of passages; texts stay in the database. */
import type { AnyDocument, IDocumentsStore } from "@orama/orama";
import type { SenseVector } from "../../memory/sense.ts";
import type { LexicalIndex } from "../lexical-index.ts";
import { neverAsked, type SearchExchange } from "./orama-seams.ts";

export interface PassageDocument extends AnyDocument {
  readonly id: string;
  readonly group: number;
  readonly title: string;
  readonly section: string;
  readonly text: string;
  readonly vector?: number[];
  readonly sense: SenseVector | null;
  readonly language: string | null;
}

export function createPassageStore(lexical: () => LexicalIndex, exchange: SearchExchange): IDocumentsStore {
  return {
    create: () => ({
      get docs() {
        return exchange.documents;
      },
    }),
    get: (_, rank) => exchange.documents[Number(rank)],
    getMultiple: (_, ranks) => ranks.map((rank) => exchange.documents[Number(rank)]),
    store(_, id, _internalId, document) {
      if (lexical().parts.has(Number(id))) return false;
      lexical().beginPassage(Number(id), document.group, document.sense ?? null, document.language ?? null);
      return true;
    },
    count: () => lexical().parts.passages,
    getAll: neverAsked,
    remove: neverAsked,
    load: neverAsked,
    save: neverAsked,
  };
}
