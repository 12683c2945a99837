import type { AnyIndexStore, IIndex, SearchableType } from "@orama/orama";
import { vector as vectorTree } from "@orama/orama/trees";
import type { Hit } from "../../memory/index-ports.ts";
import { IndexImage } from "../index-image.ts";
import { type LexicalIndex, type LexicalQuery, mostHits, type ScoredPassage } from "../lexical-index.ts";
import { isField, type PassageField } from "../parts/growing-part.ts";
import { scoreUnit } from "../scan/bm25.ts";
import type { ReadQuestion } from "../scan/question.ts";
import { noSense } from "../scan/sense-scoring.ts";
import type { VectorIndex } from "../vector-index.ts";
import { type IndexQuery, neverAsked, type SearchExchange } from "./orama-seams.ts";

export const vectorProperty = "vector";

export class IndexStore implements AnyIndexStore {
  readonly lexical: LexicalIndex;
  readonly vectors: VectorIndex | null;
  readonly vectorIndexes: AnyIndexStore["vectorIndexes"];

  constructor(lexical: LexicalIndex, vectors: VectorIndex | null, exchange: SearchExchange) {
    this.lexical = lexical;
    this.vectors = vectors;
    this.vectorIndexes = {};
    if (vectors === null) return;
    const node = new PassageVectors(vectors, lexical, exchange);
    this.vectorIndexes[vectorProperty] = { type: "Vector", node, isArray: false };
  }
}

const fields: Record<PassageField, SearchableType> = { title: "string", section: "string", text: "string" };

export function createOramaIndex(make: () => IndexStore, exchange: SearchExchange): IIndex<IndexStore> {
  return {
    create: make,
    insert: (_implementation, store, property, id, _internalId, value) =>
      insertProperty(store, Number(id), property, value),
    search(store, term, _tokenizer, _language, _properties, _exact, _tolerance, _boost, _relevance, _count, filter) {
      exchange.begin();
      const { lexical } = madeHere(store);
      const asked = exchange.query ?? byTextAlone(lexical.readQuestion(term));
      const found = lexical.search(asked, { wanted: asked.wanted, permitted: filter ?? null });
      return found.map((passage) => [exchange.keep(passage.no, hitFrom(passage, asked)), passage.score]);
    },
    // By group instead of id, because our searches read groups.
    searchByWhereClause: (_store, _tokenizer, filters) => groupsIn(filters),
    getSearchableProperties: ({ vectors }) => [...Object.keys(fields), ...(vectors === null ? [] : [vectorProperty])],
    getSearchablePropertiesWithTypes: ({ vectors }) =>
      vectors === null ? fields : { ...fields, [vectorProperty]: `vector[${vectors.dimensions}]` },
    remove: neverAsked,
    load: neverAsked,
    save: neverAsked,
    insertDocumentScoreParameters: neverAsked,
    insertTokenScoreParameters: neverAsked,
    removeDocumentScoreParameters: neverAsked,
    removeTokenScoreParameters: neverAsked,
    calculateResultScores: neverAsked,
  };
}

export function imageOf({ lexical, vectors }: IndexStore): IndexImage {
  const parts = lexical.parts.sealed.map((part) => ({ part, dead: part.dead.copyBits(part.slots) }));
  return new IndexImage(parts, vectors?.columns() ?? null);
}

const byTextAlone = (words: ReadQuestion): IndexQuery => ({ words, sense: noSense, wanted: mostHits });

function madeHere(store: AnyIndexStore): IndexStore {
  if (store instanceof IndexStore) return store;
  throw new TypeError("Orama passed an index that this adapter did not make");
}

function insertProperty({ lexical, vectors }: IndexStore, no: number, property: string, value: unknown): void {
  if (property === vectorProperty && Array.isArray(value)) {
    vectors?.add(no, lexical.parts.groupOf(no) ?? 0, value);
  } else if (isField(property)) {
    lexical.addField(property, String(value));
    if (property === "text") lexical.endPassage();
  }
}

function groupsIn(filters: object): Set<number> {
  const { group, ...others }: { readonly group?: { readonly in?: readonly unknown[] } } = filters;
  if (group?.in === undefined || Object.keys(others).length > 0) {
    throw new TypeError("a search can be filtered by { group: { in: […] } } alone");
  }
  return new Set(group.in.map(Number));
}

/** Orama calls only `find`. */
class PassageVectors extends vectorTree.VectorIndex {
  readonly #rows: VectorIndex;
  readonly #lexical: LexicalIndex;
  readonly #exchange: SearchExchange;

  constructor(rows: VectorIndex, lexical: LexicalIndex, exchange: SearchExchange) {
    super(rows.dimensions);
    this.#rows = rows;
    this.#lexical = lexical;
    this.#exchange = exchange;
  }

  override find(vector: ArrayLike<number>, _similarity: number, filter: Set<number> | undefined): [number, number][] {
    this.#exchange.begin();
    const found = this.#rows.search(vector, filter ?? null);
    return found.map(({ no, score }) => {
      const group = this.#lexical.parts.groupOf(no);
      return [this.#exchange.keep(no, group === null ? undefined : { group }), score];
    });
  }
}

/** 1 − 4^(−score / full): an average passage with every word once has 0.75. Unknown words count in `full`. */
function comparable(units: number, full: number): number {
  return full === 0 ? 0 : 1 - 4 ** -(units / scoreUnit / full);
}

function hitFrom({ no, group, score, words, sense }: ScoredPassage, asked: LexicalQuery): Hit {
  const fullWords = asked.words?.idfSum ?? 0;
  const fullSense = asked.sense.full;
  return {
    no,
    group,
    score: comparable(score, fullWords + fullSense),
    scores: {
      keyword: words > 0 ? comparable(words, fullWords) : null,
      sense: sense !== null && sense > 0 ? comparable(sense, fullSense) : null,
      vector: null,
    },
  };
}
