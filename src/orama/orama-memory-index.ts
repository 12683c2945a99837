/** One expert's open index: the memory's port on one side, Orama's functions on the other. */
import { type AnyOrama, create, insert, load, type RawData, remove, save, search } from "@orama/orama";
import type { TermAnalyzer } from "../analysis/analyzer.ts";
import type { Hit, IndexProfile, MemoryIndex, Passage, SearchOutcome, SearchRequest } from "../memory/ports.ts";
import { hitFrom } from "../search/hit-scores.ts";
import { fuse, type Scored } from "../search/hybrid-ranking.ts";
import type { IndexImage } from "../search/index-image.ts";
import { type Asked, type FoundPassage, LexicalIndex, mostHits, type Selection } from "../search/lexical-index.ts";
import { PartSet } from "../search/parts/part-set.ts";
import type { Question } from "../search/scan/question.ts";
import { noSense, readSense } from "../search/scan/sense-scoring.ts";
import { VectorIndex } from "../search/vector-index.ts";
import { createDocumentIds, numberIdsByThemselves, type PassageDocument } from "./document-ids.ts";
import { createOramaIndex, createOramaTokenizer, type IndexStore, vectorProperty } from "./orama-index.ts";

export interface SavedFacts {
  readonly revision: number;
  readonly passages: number;
}

/** Writes a snapshot, replacing the old one whole. */
export type WriteSnapshot = (image: IndexImage, facts: SavedFacts) => Promise<void>;

export class OramaMemoryIndex implements MemoryIndex {
  readonly profile: IndexProfile;
  #revision = 0;
  #saving: Promise<void> | null = null;
  #closed = false;
  readonly #orama: AnyOrama;
  readonly #write: WriteSnapshot;

  constructor(profile: IndexProfile, analyzer: TermAnalyzer, write: WriteSnapshot) {
    this.profile = profile;
    this.#write = write;
    this.#orama = createOrama(profile, analyzer, () => this.#holder);
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
    return this.#store.lexical.parts.byteLength + (this.#store.vectors?.byteLength ?? 0);
  }

  /** Takes the place of everything the index holds. */
  load(image: IndexImage, revision: number): void {
    const nothing = { internalDocumentIDStore: null, docs: null, sorting: { enabled: false }, pinning: { rules: [] } };
    // Only the index has anything to load; the language is the tokenizer's own.
    load(this.#orama, { ...nothing, index: image, language: this.#orama.tokenizer.language } as unknown as RawData);
    this.#revision = revision;
  }

  add(passages: readonly Passage[]): void {
    for (const { no, group, title, section, text, vector, sense } of passages) {
      const { parts } = this.#store.lexical;
      const isKnown = parts.has(no);
      if (isKnown && (sense === null || parts.isSensed(no))) continue;
      // What was known without sense is written anew with it; its vector stays where it is.
      if (isKnown) parts.remove(no);
      const document: PassageDocument = { id: String(no), group, title, section, text, sense };
      const isPlain = isKnown || vector === null;
      void insert(this.#orama, isPlain ? document : { ...document, [vectorProperty]: Array.from(vector) });
    }
  }

  removeGroups(groups: readonly number[]): void {
    for (const group of groups) {
      for (const no of this.#store.lexical.parts.passagesOf(group)) void remove(this.#orama, String(no));
    }
  }

  settle(revision: number): void {
    this.#revision = revision;
  }

  search(request: SearchRequest): SearchOutcome {
    const question = this.#store.lexical.readQuestion(request.question);
    return { hits: this.#hits(request, question).slice(0, request.k), terms: question.terms, passages: this.count };
  }

  async save(): Promise<void> {
    this.#saving ??= this.#saveNow().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  close(): void {
    this.#closed = true;
    this.#store.lexical.parts.close();
  }

  get #store(): IndexStore {
    return this.#orama.data.index as IndexStore;
  }

  get #holder() {
    const { lexical, vectors } = this.#store;
    return {
      lexical,
      removePassage(no: number) {
        vectors?.remove(no);
        return lexical.parts.remove(no);
      },
    };
  }

  async #saveNow(): Promise<void> {
    await this.#store.lexical.parts.seal();
    if (this.#closed) throw new Error("the index was closed while its snapshot was being written");
    const facts = { revision: this.#revision, passages: this.count };
    const { index } = save(this.#orama);
    await this.#write(index as IndexImage, facts);
  }

  #hits(request: SearchRequest, question: Question): Hit[] {
    const { mode, questionVector, permitted } = request;
    const groupOf = (no: number) => this.#store.lexical.parts.groupOf(no) ?? 0;
    const isByVector = (mode === "vector" || mode === "hybrid") && questionVector !== null;
    const near = isByVector ? this.#byVector(questionVector, permitted) : [];
    if (mode === "vector") return near.map((one) => vectorHit(one, groupOf(one.no)));
    const wanted = isByVector ? mostHits : request.k;
    const terms = this.#byTerms(this.#askedBy(request, question), { permitted, wanted });
    return isByVector ? fuse(terms, near, groupOf) : terms;
  }

  #askedBy({ mode, sense }: SearchRequest, question: Question): Asked {
    const isBySense = (mode === "sense" || mode === "hybrid") && sense !== null && this.profile.sense !== null;
    return { words: mode === "sense" ? null : question, sense: isBySense ? readSense(sense) : noSense };
  }

  #byTerms(asked: Asked, selection: Selection): Hit[] {
    const found = new Map<number, FoundPassage>();
    const where = { passages: { ...selection, asked, found } };
    const params = { term: unread, limit: selection.wanted, where };
    const { hits } = search(this.#orama, params as never) as unknown as OramaHits;
    return hits.map(({ id }) => hitFrom(found.get(Number(id))!, asked));
  }

  #byVector(value: Float32Array, permitted: ReadonlySet<number> | null): Scored[] {
    const vector = { value, property: vectorProperty };
    const where = { passages: { permitted } };
    const params = { mode: "vector", vector, similarity: 0, limit: mostHits, where };
    const found = search(this.#orama, params as never) as unknown as OramaHits;
    return found.hits.map(({ id, score }) => ({ no: Number(id), score }));
  }
}

const vectorHit = ({ no, score }: Scored, group: number): Hit => ({
  no,
  group,
  score,
  scores: { keyword: null, sense: null, vector: score },
});

/** What is asked stands in the selection. Orama wants a term all the same: it takes an empty one for "all documents". */
const unread = "asked";

/** What Orama's `search` returns here; none of our components is asynchronous, so neither is it. */
interface OramaHits {
  readonly hits: readonly { readonly id: string; readonly score: number }[];
}

function createOrama(
  profile: IndexProfile,
  analyzer: TermAnalyzer,
  holder: Parameters<typeof createDocumentIds>[0],
): AnyOrama {
  const dimensions = profile.embedding?.dimensions ?? null;
  const index = createOramaIndex((image) => ({
    lexical: new LexicalIndex(analyzer, new PartSet(image?.parts.map(({ part }) => part))),
    vectors: dimensions === null ? null : new VectorIndex(dimensions, image?.vectors ?? undefined),
  }));
  const schema = { title: "string", section: "string", text: "string", group: "enum" } as const;
  const orama: AnyOrama = create({
    schema: dimensions === null ? schema : { ...schema, [vectorProperty]: `vector[${dimensions}]` as const },
    sort: { enabled: false },
    components: {
      tokenizer: createOramaTokenizer(analyzer),
      index,
      documentsStore: createDocumentIds(holder),
    } as never,
  });
  numberIdsByThemselves(orama);
  return orama;
}
