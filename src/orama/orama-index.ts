/** Our word and vector indexes as the `index` and `tokenizer` components of Orama. */
import type { AnyIndexStore, IIndex, SearchableType, Tokenizer } from "@orama/orama";
import type { TermAnalyzer } from "../analysis/analyzer.ts";
import type { IndexImage } from "../search/index-image.ts";
import type { Asked, FoundPassage, LexicalIndex, Selection } from "../search/lexical-index.ts";
import type { VectorIndex } from "../search/vector-index.ts";

export const vectorProperty = "vector";

/** What Orama keeps as `data.index`. */
export interface IndexStore extends AnyIndexStore {
  readonly lexical: LexicalIndex;
  readonly vectors: VectorIndex | null;
}

/** What is looked for, as Orama's filter: `where: { passages: … }`. Orama's own interface has no other way to say it. */
export interface OramaSelection extends Selection {
  readonly asked: Asked;
  /** Takes what is found, by number: Orama passes on a number and a score. */
  readonly found: Map<number, FoundPassage>;
}

/** Makes the store of an empty index, or of a saved one. */
export type MakeStore = (image: IndexImage | null) => Pick<IndexStore, "lexical" | "vectors">;

const fields: Record<string, SearchableType> = { title: "string", section: "string", text: "string" };

export function createOramaIndex(make: MakeStore): IIndex<IndexStore> {
  return {
    create: () => asStore(make(null)),
    insert(_implementation, { lexical, vectors }, property, id, _internalId, value) {
      if (property === vectorProperty) {
        const no = Number(id);
        vectors?.add(no, lexical.parts.groupOf(no) ?? 0, value as number[]);
        return;
      }
      lexical.addField(property as "title" | "section" | "text", String(value));
      if (property === "text") lexical.endPassage();
    },
    remove: () => true,
    search(store, _term, _tokenizer, _language, _properties, _exact, _tolerance, _boost, _relevance, _count, where) {
      const { asked, found, ...selection } = selectionIn(where);
      const hits = (store as IndexStore).lexical.search(asked, selection);
      for (const hit of hits) found.set(hit.no, hit);
      return hits.map(({ no, score }) => [no, score]);
    },
    // Orama takes it for a set of ids and hands it to the searches here without looking into it.
    searchByWhereClause: (_index, _tokenizer, filters) =>
      (filters as unknown as { passages: OramaSelection }).passages as unknown as Set<number>,
    getSearchableProperties: ({ vectors }) => [...Object.keys(fields), ...(vectors === null ? [] : [vectorProperty])],
    getSearchablePropertiesWithTypes: ({ vectors }) =>
      vectors === null ? fields : { ...fields, [vectorProperty]: `vector[${vectors.dimensions}]` },
    load: (_ids, raw) => asStore(make(raw as IndexImage)),
    save: <R>({ lexical, vectors }: IndexStore) => {
      const parts = lexical.parts.sealed.map((part) => ({ part, dead: part.dead.copyBits(part.slots) }));
      return { parts, vectors: vectors?.columns() ?? null } satisfies IndexImage as R;
    },
    ...ofOramasOwnIndex,
  };
}

function asStore({ lexical, vectors }: Pick<IndexStore, "lexical" | "vectors">): IndexStore {
  if (vectors === null) return { lexical, vectors, vectorIndexes: {} };
  const node = {
    size: vectors.dimensions,
    find: (vector: ArrayLike<number>, _similarity: number, where: Set<number> | undefined) =>
      vectors.search(vector, selectionIn(where).permitted).map(({ no, score }) => [no, score]),
  };
  // Orama asks its vector index for `size` and `find` only.
  const vectorIndexes = { [vectorProperty]: { type: "Vector", node, isArray: false } };
  return { lexical, vectors, vectorIndexes: vectorIndexes as unknown as AnyIndexStore["vectorIndexes"] };
}

/** Every search of ours has one. */
const selectionIn = (where: Set<number> | undefined) => where as unknown as OramaSelection;

/** Steps of Orama's own index, which it calls on itself; nobody calls them on ours. */
const ofOramasOwnIndex = {
  insertDocumentScoreParameters() {},
  insertTokenScoreParameters() {},
  removeDocumentScoreParameters() {},
  removeTokenScoreParameters() {},
  calculateResultScores() {},
};

export function createOramaTokenizer(analyzer: TermAnalyzer): Tokenizer {
  const tokenize = (text: string) =>
    analyzer
      .analyze(text)
      .filter((token) => !token.stop)
      .map((token) => token.term);
  return { language: analyzer.language, normalizationCache: new Map(), tokenize };
}
