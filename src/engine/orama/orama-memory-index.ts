import { create, insert, type Orama, type Results, search } from "@orama/orama";
import type { TermAnalyzers } from "../../language/words/analyzer.ts";
import type { Hit, IndexProfile, IndexSearch, MemoryIndex, Passage, SearchOutcome } from "../../memory/index-ports.ts";
import { fuse, nearest, type VectorMatch } from "../hybrid-ranking.ts";
import type { IndexImage } from "../index-image.ts";
import { LexicalIndex, mostHits, type SearchRoom } from "../lexical-index.ts";
import { PartSet } from "../parts/part-set.ts";
import type { ReadQuestion } from "../scan/question.ts";
import { noSense, readSense } from "../scan/sense-scoring.ts";
import { VectorIndex } from "../vector-index.ts";
import { createOramaIndex, IndexStore, imageOf, vectorProperty } from "./orama-index.ts";
import { type IndexQuery, numberIdsByThemselves, type PassageOfHit, SearchExchange } from "./orama-seams.ts";
import { createPassageStore, type PassageDocument } from "./passage-store.ts";

export interface SavedFacts {
  readonly revision: number;
  readonly passages: number;
}

export type WriteSnapshot = (image: IndexImage, facts: SavedFacts) => Promise<void>;

/** Bytes without columns: 85 to 137 KB in 300 indexes of 1, 20 and 200 passages. */
const openIndexBytes = 120_000;

export class OramaMemoryIndex implements MemoryIndex {
  readonly profile: IndexProfile;
  #revision = 0;
  #saving: Promise<void> | null = null;
  #closed = false;
  #isHastened = false;
  readonly #orama: PassageOrama;
  readonly #exchange = new SearchExchange();
  readonly #write: WriteSnapshot;
  readonly #analyzers: TermAnalyzers;
  readonly #room: SearchRoom;

  constructor(profile: IndexProfile, analyzers: TermAnalyzers, room: SearchRoom, write: WriteSnapshot) {
    this.profile = profile;
    this.#write = write;
    this.#analyzers = analyzers;
    this.#room = room;
    this.#orama = this.#create();
    numberIdsByThemselves(this.#orama, this.#exchange);
  }

  get revision(): number {
    return this.#revision;
  }

  get count(): number {
    return this.#store.lexical.parts.passages;
  }

  get sensed(): number {
    return this.#store.lexical.parts.sensed;
  }

  get residentBytes(): number {
    return openIndexBytes + this.#store.lexical.parts.byteLength + (this.#store.vectors?.byteLength ?? 0);
  }

  load(image: IndexImage, revision: number): void {
    this.#orama.data.index = this.#storeOf(image);
    this.#revision = revision;
  }

  add(passages: readonly Passage[]): void {
    for (const { no, group, title, section, text, vector, sense, language = null } of passages) {
      const { parts } = this.#store.lexical;
      const isKnown = parts.has(no);
      if (isKnown) this.#replaceVector(no, group, vector);
      if (isKnown && (sense === null || parts.isSensed(no))) continue;
      // Inserted again for its late sense, without its vector.
      if (isKnown) parts.remove(no);
      const document: PassageDocument = { id: String(no), group, title, section, text, sense, language };
      const isPlain = isKnown || vector === null;
      void insert(this.#orama, isPlain ? document : { ...document, [vectorProperty]: Array.from(vector) });
    }
  }

  #replaceVector(no: number, group: number, vector: Float32Array | null): void {
    if (vector !== null) this.#store.vectors?.add(no, group, vector);
  }

  removeGroups(groups: readonly number[]): void {
    const { lexical, vectors } = this.#store;
    for (const group of groups) {
      for (const no of lexical.parts.passagesOf(group)) {
        vectors?.remove(no);
        lexical.parts.remove(no);
      }
    }
  }

  settle(revision: number): void {
    this.#revision = revision;
  }

  search(request: IndexSearch): SearchOutcome {
    const question = this.#store.lexical.readQuestion(request.question);
    const { terms, language, asked } = question;
    return { hits: this.#hits(request, question).slice(0, request.k), terms, passages: this.count, language, asked };
  }

  async compact(): Promise<boolean> {
    return !this.#closed && (await this.#store.lexical.parts.compact());
  }

  async save(): Promise<void> {
    this.#saving ??= this.#saveNow().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  hasten(): void {
    this.#isHastened = true;
    this.#store.lexical.parts.hasten();
    this.#store.vectors?.close();
  }

  close(): void {
    this.#closed = true;
    this.#store.lexical.parts.close();
    this.#store.vectors?.close();
  }

  get #store(): IndexStore {
    return this.#orama.data.index;
  }

  async #saveNow(): Promise<void> {
    if (!this.#isHastened) await this.#store.vectors?.centre();
    const revision = this.#revision;
    await this.#store.lexical.parts.seal();
    if (this.#closed) throw new Error("the index was closed while its snapshot was being written");
    const image = imageOf(this.#store);
    const facts = { revision, passages: image.parts.reduce((sum, { part }) => sum + part.slots - part.dead.count, 0) };
    await this.#write(image, facts);
  }

  #hits(request: IndexSearch, question: ReadQuestion): Hit[] {
    const { mode, questionVector } = request;
    const near = mode === "vector" || mode === "hybrid" ? this.#near(request) : [];
    if (mode === "vector") return near.map(vectorHit);
    const isBoth = mode === "hybrid" && questionVector !== null;
    const terms = this.#byTerms(request, {
      ...this.#evidenceFor(request, question),
      wanted: isBoth ? mostHits : request.k,
    });
    const { vectors } = this.#store;
    return isBoth ? fuse(terms, near, (no) => vectors?.has(no) === true) : terms;
  }

  #evidenceFor({ mode, sense }: IndexSearch, question: ReadQuestion): Omit<IndexQuery, "wanted"> {
    const isBySense = (mode === "sense" || mode === "hybrid") && sense !== null && this.profile.sense !== null;
    return { words: mode === "sense" ? null : question, sense: isBySense ? readSense(sense) : noSense };
  }

  #byTerms({ question, permitted }: IndexSearch, query: IndexQuery): Hit[] {
    // Without properties, Orama takes an empty term for "all documents".
    const params = {
      term: question,
      properties: "*",
      limit: query.wanted,
      ...ofHits,
      ...filterOf(permitted),
    } as const;
    const results = this.#exchange.during(query, () => search<PassageOrama, Hit>(this.#orama, params));
    return immediate(results).hits.map(({ document }) => document);
  }

  #near({ questionVector, turned, permitted }: IndexSearch): VectorMatch[] {
    if (questionVector === null) return [];
    const asked = this.#byVector(questionVector, permitted);
    return turned ? nearest(asked, this.#byVector(turned.vector, permitted), turned).slice(0, mostHits) : asked;
  }

  #byVector(question: Float32Array, permitted: ReadonlySet<number> | null): VectorMatch[] {
    const vector = { value: question, property: vectorProperty };
    const params = {
      mode: "vector",
      vector,
      similarity: 0,
      limit: mostHits,
      ...ofHits,
      ...filterOf(permitted),
    } as const;
    const results = this.#exchange.during(null, () => search<PassageOrama, PassageOfHit>(this.#orama, params));
    return immediate(results).hits.map(({ id, score, document }) => ({ no: Number(id), group: document.group, score }));
  }

  #storeOf(image: IndexImage | null): IndexStore {
    const { language: set, embedding } = this.profile;
    const parts = new PartSet(image?.parts.map(({ part }) => part));
    const lexical = new LexicalIndex({ set, analyzers: this.#analyzers }, parts, this.#room);
    const vectors = embedding && new VectorIndex(embedding.dimensions, image?.vectors ?? undefined);
    return new IndexStore(lexical, vectors, this.#exchange);
  }

  #create(): PassageOrama {
    return create({
      schema: schemaFor(this.profile.embedding?.dimensions ?? null),
      sort: { enabled: false },
      components: {
        index: createOramaIndex(() => this.#storeOf(null), this.#exchange),
        documentsStore: createPassageStore(() => this.#store.lexical, this.#exchange),
      },
    });
  }
}

/** Otherwise Orama copies each document to remove vectors that it does not have. */
const ofHits = { includeVectors: true } as const;

const schema = { title: "string", section: "string", text: "string", group: "enum" } as const;

/** The type has no vector, because Orama puts dimensions into it. */
function schemaFor(dimensions: number | null): typeof schema {
  if (dimensions === null) return schema;
  const vector = { [vectorProperty]: `vector[${dimensions}]` };
  return { ...schema, ...vector };
}

type PassageOrama = Orama<typeof schema, ReturnType<typeof createOramaIndex>, ReturnType<typeof createPassageStore>>;

const vectorHit = ({ no, group, score }: VectorMatch): Hit => ({
  no,
  group,
  score,
  scores: { keyword: null, sense: null, vector: score },
});

function filterOf(permitted: ReadonlySet<number> | null) {
  return permitted === null ? {} : { where: { group: { in: [...permitted] } } };
}

/** Orama is synchronous if all components are. */
function immediate<T>(results: Results<T> | Promise<Results<T>>): Results<T> {
  if (results instanceof Promise) throw new TypeError("a component of Orama became asynchronous");
  return results;
}
