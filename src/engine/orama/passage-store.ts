/** Orama's document store. It knows the groups of passages; texts stay in the database. */
import type { AnyDocument, IDocumentsStore } from "@orama/orama";
import type { SenseVector } from "../../memory/sense.ts";
import type { LexicalIndex } from "../lexical-index.ts";
import { documentsBy, type PassageOfHit, type SearchExchange } from "./orama-seams.ts";

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

export interface PassageHolder {
  readonly lexical: LexicalIndex;
  removePassage(no: number): boolean;
}

export function createPassageStore(holder: () => PassageHolder, exchange: SearchExchange): IDocumentsStore {
  const passage = (no: number): PassageOfHit | undefined => {
    const group = holder().lexical.parts.groupOf(no);
    return group === null ? undefined : { group };
  };
  const stored = (id: number) => (exchange.found === null ? passage(id) : exchange.found.documents[id]);
  const store = documentsBy(passage, exchange);
  return {
    create: () => store,
    get: (_, id) => stored(Number(id)),
    getMultiple: (_, ids) => ids.map((id) => stored(Number(id))),
    getAll: () => ({}),
    store(_, id, _internalId, document) {
      const { lexical } = holder();
      if (lexical.parts.has(Number(id))) return false;
      lexical.beginPassage(Number(id), document.group, document.sense ?? null, document.language ?? null);
      return true;
    },
    remove: (_, id) => holder().removePassage(Number(id)),
    count: () => holder().lexical.parts.passages,
    load: () => store,
    save: <R>() => null as R,
  };
}
