/** Retrieves the passages that may answer a question: applies the filter, searches, and reads the rows behind the hits. */
import type { Expert } from "../experts/expert.ts";
import { Fault } from "../kernel/fault.ts";
import type { SourceFilter } from "../kernel/stores/source-filter.ts";
import type { Analyzers } from "../language/words/analysis.ts";
import type { TurnedQuestion } from "../memory/embedder-ports.ts";
import type { IndexSearch, SearchOutcome } from "../memory/index-ports.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { AbstainReason, ExpandedTerm, Retrieval, RetrievedPassage } from "./answer.ts";
import { languageOf, type RequestedMode } from "./asked-question.ts";
import {
  asFound,
  type Contents,
  documentGlimpse,
  memoryGlimpse,
  restOfSections,
  wantsSections,
} from "./choice/contents.ts";
import type { FollowUp } from "./evidence/evidence.ts";
import {
  byBestSentence,
  type ForeignReading,
  type ForeignSentences,
  noSentenceVectors,
} from "./foreign/foreign-sentences.ts";
import type { ForeignSupport } from "./foreign/foreign-support.ts";
import type { PassageReader, Standing } from "./ports.ts";
import { checkMode, chooseSearch, expansionOf, isAlwaysSupported, type SearchMeans } from "./search-choice.ts";

export interface RetrievalParts extends SearchMeans {
  readonly analyzers: Analyzers;
  readonly memory: Pick<MemoryService, "search">;
  readonly passages: PassageReader;
  /** Null: no model pack is installed. */
  readonly foreign?: ForeignReading | null;
  readonly support?: ForeignSupport | null;
}

export interface RetrievalQuery {
  readonly expert: Expert;
  readonly text: string;
  /** Of a follow-up: as in `StandaloneQuestion`. */
  readonly followUp?: FollowUp | null;
  /** Number of passages, 1–100; null: the expert's setting. */
  readonly k: number | null;
  /** Passages below this score are not used; null: the expert's setting. */
  readonly minScore: number | null;
  readonly filter: SourceFilter | null;
  readonly mode: RequestedMode;
}

export interface Found {
  /** Best first. */
  readonly passages: readonly RetrievedPassage[];
  /** Passages beside them in their sections, if the question wants what a whole section says. They may be quoted. */
  readonly rest?: readonly RetrievedPassage[];
  readonly retrieval: Omit<Retrieval, "used">;
  readonly outcome: SearchOutcome;
  readonly embeddingTokens: number;
  /** The terms that the built-in model added to the question; null if it took no part. */
  readonly expansion: readonly ExpandedTerm[] | null;
  /** Set if the question is in another language than the passages, and a model pack has compared their sentences. */
  readonly foreign?: ForeignSentences | null;
  /** Set if the question asks what is in the whole memory, or in a document: what is to be described. */
  readonly contents?: Contents | null;
  /** Set when there are no passages. */
  readonly emptyBecause: AbstainReason | null;
}

const nothing: SearchOutcome = { hits: [], terms: [], passages: 0 };

/** @throws like `chooseSearch`, and Fault `not_ready` if sources are replaced faster than they can be read. */
export async function retrieve(parts: RetrievalParts, query: RetrievalQuery, signal: AbortSignal): Promise<Found> {
  const { expert } = query;
  const first = await parts.passages.standing(expert);
  const memory = await describedMemory(parts, query, first);
  if (memory !== null) return memory;
  const search = await chooseSearch(parts, { ...query, standing: first }, signal);
  const { mode, sense, questionVector, embeddingTokens, warnings = [] } = search;
  const k = query.k ?? expert.settings.k;
  const request = { question: query.text, k, mode, sense, questionVector };
  const { searched, turned, language } = await searchInTheirLanguage(parts, query, { request, first });
  const { standing, permitted, outcome, found } = searched;
  const read = { found, questionVector, turned, language };
  const { foreign, passages, late } = await readAbroad(parts, query, read, signal);
  const isWhole = wantsSections(query.text, language, passages);
  const contents = await describedDocument(parts, query, passages, language);
  const { hits } = outcome;
  const { revision } = standing;
  const rest = isWhole ? await restOfSections(parts.passages, { expert: expert.id, revision, hits, passages }) : [];
  return {
    passages,
    ...(rest.length === 0 ? {} : { rest }),
    contents,
    foreign,
    outcome,
    embeddingTokens,
    expansion: sense === null || parts.sense === null ? null : expansionOf(parts.sense.model, sense),
    retrieval: {
      mode,
      k,
      returned: passages.length,
      sourcesReady: standing.ready,
      sourcesPending: standing.pending,
      warnings: [...warnings, ...late],
    },
    emptyBecause: passages.length > 0 ? null : reasonForNothing({ standing, permitted, hits: outcome.hits.length }),
  };
}

interface Abroad {
  readonly found: readonly RetrievedPassage[];
  readonly questionVector: Float32Array | null;
  readonly turned: TurnedQuestion | null;
  readonly language: string;
}

/** The passages by their nearest sentences, if the question is in another language. */
async function readAbroad(
  { foreign: reading }: RetrievalParts,
  { text }: RetrievalQuery,
  { found, questionVector, turned, language }: Abroad,
  signal: AbortSignal,
) {
  const late: string[] = [];
  const onLate = () => late.push(noSentenceVectors);
  const asked = questionVector && { text, question: questionVector, turned, language, onLate };
  const foreign = asked && reading ? await reading({ ...asked, passages: found }, signal) : null;
  return { foreign, passages: foreign === null ? found : byBestSentence(found, foreign), late };
}

/** What is described if the question is for a whole document. */
async function describedDocument(
  { passages, analyzers }: RetrievalParts,
  { expert, text }: RetrievalQuery,
  found: readonly RetrievedPassage[],
  language: string,
): Promise<Contents | null> {
  const glimpse = documentGlimpse(text, found, analyzers(language));
  return glimpse && { of: "document", passages: asFound(await passages.glimpse(expert.id, glimpse)) };
}

/** For a question for the whole memory, nothing is searched for. Null: it asks for something else. */
async function describedMemory(
  parts: RetrievalParts,
  query: RetrievalQuery,
  standing: Standing,
): Promise<Found | null> {
  const { k, expert, text, filter } = query;
  const glimpse = filter === null ? memoryGlimpse(text, languageOf(expert, text, null)) : null;
  if (glimpse === null) return null;
  const passages = asFound(await parts.passages.glimpse(expert.id, glimpse));
  return {
    passages,
    contents: { of: "memory", passages },
    retrieval: {
      mode: "keyword",
      k: k ?? expert.settings.k,
      returned: passages.length,
      sourcesReady: standing.ready,
      sourcesPending: standing.pending,
    },
    outcome: nothing,
    embeddingTokens: 0,
    expansion: null,
    emptyBecause: passages.length > 0 ? null : reasonForNothing({ standing, permitted: null, hits: 0 }),
  };
}

/**
 * A question is turned to the language of the passages. With an expert that has none of its own, only a search tells what that is; it
 * is then searched once more.
 */
async function searchInTheirLanguage(
  parts: RetrievalParts,
  query: RetrievalQuery,
  { request, first }: { readonly request: Omit<IndexSearch, "permitted" | "turned">; readonly first: Standing },
) {
  const { expert, text } = query;
  const { questionVector } = request;
  const turnedTo = (passages: string) =>
    (questionVector && parts.embedding?.embedder.turn?.(questionVector, passages)) ?? null;
  const before = turnedTo(expert.language);
  const searched = await searchAndRead(parts, query, { request: { ...request, turned: before }, first });
  const language = languageOf(expert, text, searched.outcome);
  const turned = language === expert.language ? before : turnedTo(language);
  if (turned === null || turned === before) return { searched, turned, language };
  return { searched: await searchAndRead(parts, query, { request: { ...request, turned }, first }), turned, language };
}

/** A cached result with the current counts, which can change without a commit that changes an answer. */
export async function recount({ passages }: RetrievalParts, { expert }: RetrievalQuery, found: Found): Promise<Found> {
  const { ready, pending } = await passages.standing(expert);
  return { ...found, retrieval: { ...found.retrieval, sourcesReady: ready, sourcesPending: pending } };
}

/** Refuses an unsupported mode before any work is done. @throws Fault `invalid_parameter` */
export async function requireMode(
  parts: RetrievalParts,
  request: Pick<RetrievalQuery, "expert" | "mode">,
): Promise<void> {
  if (isAlwaysSupported(request.mode)) return;
  checkMode(parts, { ...request, standing: await parts.passages.standing(request.expert) });
}

/** Most searches for one question. More than one is needed only if a source was replaced during the last few milliseconds. */
const mostSearches = 20;

interface Searching {
  readonly request: Omit<IndexSearch, "permitted">;
  /** The standing that the search was chosen by. */
  readonly first: Standing;
}

interface Searched {
  readonly standing: Standing;
  readonly permitted: ReadonlySet<number> | null;
  readonly outcome: SearchOutcome;
  readonly found: readonly RetrievedPassage[];
}

/**
 * Where a database answers later, a source may be replaced while the question is answered. After the search, its old passages
 * are gone, and the search did not see the new ones; between the reading of the filter and the search, the filter permits
 * only the version that the index does not have. Then it is searched again, up to the newer revision. So the result is of
 * one revision, which is not older than the first standing.
 * @throws Fault `not_ready` if sources are replaced faster than they can be read
 */
async function searchAndRead(parts: RetrievalParts, query: RetrievalQuery, searching: Searching): Promise<Searched> {
  const { expert, filter } = query;
  const { request } = searching;
  let standing = searching.first;
  for (let searches = 0; searches < mostSearches; searches++) {
    const permitted = filter === null ? null : await parts.passages.permitted(expert.id, filter);
    const outcome =
      permitted?.size === 0 ? nothing : await parts.memory.search(expert, { ...request, permitted }, standing.revision);
    const { found, isWhole } = await readPassages(parts, query, { outcome, revision: standing.revision });
    const searched = { standing, permitted, outcome, found };
    if (isWhole && (permitted === null || permitted.size === 0)) return searched;
    const newer = await parts.passages.standing(expert);
    if (newer.revision === standing.revision) return searched;
    standing = newer;
  }
  throw new Fault("not_ready", "The expert's sources were replaced faster than they could be read.", {
    hint: "Ask again in a moment.",
    headers: { "retry-after": "1" },
  });
}

async function readPassages(
  { passages }: RetrievalParts,
  query: RetrievalQuery,
  { outcome: { hits }, revision }: { readonly outcome: SearchOutcome; readonly revision: number },
): Promise<{ readonly found: RetrievedPassage[]; readonly isWhole: boolean }> {
  const minScore = query.minScore ?? query.expert.settings.minScore;
  const good = hits.filter(({ score }) => score >= minScore);
  const numbers = good.map(({ no }) => no);
  const rows = await passages.passages(query.expert.id, numbers, revision);
  const found: RetrievedPassage[] = [];
  for (const { no, score, scores } of good) {
    const row = rows.get(no);
    if (row !== undefined) found.push({ ...row, rank: found.length + 1, score, scores });
  }
  return { found, isWhole: found.length === good.length };
}

interface Emptiness {
  readonly standing: Standing;
  readonly permitted: ReadonlySet<number> | null;
  readonly hits: number;
}

function reasonForNothing({ standing, permitted, hits }: Emptiness): AbstainReason {
  if (standing.ready === 0) return standing.pending > 0 ? "sources_pending" : "no_sources";
  if (permitted?.size === 0) return "filter_matched_nothing";
  return hits > 0 ? "below_min_score" : "not_supported";
}
