import type { Expert } from "../experts/expert.ts";
import { Fault } from "../kernel/fault.ts";
import type { SourceFilter } from "../kernel/stores/source-filter.ts";
import type { Analyzers } from "../language/words/analysis.ts";
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
  type AskedAbroad,
  byBestSentence,
  type ForeignReading,
  type ForeignSentences,
  noSentenceVectors,
} from "./foreign/foreign-sentences.ts";
import type { ForeignSupport } from "./foreign/foreign-support.ts";
import { comparable, deepEnough, type Nearness, nearestFirst } from "./nearest-sentences.ts";
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
  /** As in `StandaloneQuestion`. */
  readonly followUp?: FollowUp | null;
  /** 1–100; null: the expert's setting. */
  readonly k: number | null;
  /** Passages below it are not used; null: the expert's setting. */
  readonly minScore: number | null;
  readonly filter: SourceFilter | null;
  readonly mode: RequestedMode;
}

export interface Found {
  /** Best first. */
  readonly passages: readonly RetrievedPassage[];
  /** Passages beside them in their sections, quotable if the question wants what a whole section says. */
  readonly rest?: readonly RetrievedPassage[];
  readonly retrieval: Omit<Retrieval, "used">;
  readonly outcome: SearchOutcome;
  readonly embeddingTokens: number;
  /** Null: the built-in model took no part. */
  readonly expansion: readonly ExpandedTerm[] | null;
  /** Set if a model pack compared the question with sentences in another language. */
  readonly foreign?: ForeignSentences | null;
  /** Set if the question asks what is in the memory or a document. */
  readonly contents?: Contents | null;
  /** Set if there are no passages. */
  readonly emptyBecause: AbstainReason | null;
}

const nothing: SearchOutcome = { hits: [], terms: [], passages: 0 };

/** @throws as `chooseSearch`; Fault `not_ready` if sources are replaced faster than they can be read */
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
  const asked = { text: query.text, question: questionVector, turned, passages: found, language };
  const { foreign, passages, late } = await readAbroad(parts, asked, signal);
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
    emptyBecause: passages.length > 0 ? null : reasonForNothing(standing, permitted, outcome.hits.length),
  };
}

/** Orders passages by their nearest sentences if the question is in another language. */
async function readAbroad(
  { foreign: reading }: RetrievalParts,
  { question, ...asked }: Omit<AskedAbroad, "question"> & { readonly question: Float32Array | null },
  signal: AbortSignal,
) {
  const late: string[] = [];
  const onLate = () => late.push(noSentenceVectors);
  const foreign = question && reading ? await reading({ ...asked, question, onLate }, signal) : null;
  return { foreign, passages: foreign === null ? asked.passages : byBestSentence(asked.passages, foreign), late };
}

/** Set if the question is about a whole document. */
async function describedDocument(
  { passages, analyzers }: RetrievalParts,
  { expert, text }: RetrievalQuery,
  found: readonly RetrievedPassage[],
  language: string,
): Promise<Contents | null> {
  const glimpse = documentGlimpse(text, found, analyzers(language));
  return glimpse && { of: "document", passages: asFound(await passages.glimpse(expert.id, glimpse)) };
}

/** Null: the question is not about the whole memory. Needs no search. */
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
    ...unsearched(standing, k ?? expert.settings.k, passages),
    contents: { of: "memory", passages },
    emptyBecause: passages.length > 0 ? null : reasonForNothing(standing, null, 0),
  };
}

/** What is found without a search. */
export function unsearched({ ready, pending }: Standing, k: number, passages: Found["passages"]): Found {
  const counts = { returned: passages.length, sourcesReady: ready, sourcesPending: pending };
  return {
    passages,
    retrieval: { mode: "keyword", k, ...counts },
    outcome: nothing,
    embeddingTokens: 0,
    expansion: null,
    emptyBecause: null,
  };
}

/** Turns the question to the passages' language. Where the expert has none, a first search finds it. */
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

/** Updates counts that can change without a commit that changes answers. */
export async function recount({ passages }: RetrievalParts, { expert }: RetrievalQuery, found: Found): Promise<Found> {
  const { ready, pending } = await passages.standing(expert);
  return { ...found, retrieval: { ...found.retrieval, sourcesReady: ready, sourcesPending: pending } };
}

/** Before any work. @throws Fault `invalid_parameter` */
export async function requireMode(parts: RetrievalParts, request: Pick<RetrievalQuery, "expert" | "mode">) {
  if (isAlwaysSupported(request.mode)) return;
  checkMode(parts, { ...request, standing: await parts.passages.standing(request.expert) });
}

/** More than one is needed only if a source was replaced within the last milliseconds. */
const mostSearches = 20;

/**
 * Searches again if a source was replaced between the filter, the search and the reading, so that the result is of one
 * revision. @param first by which the search was chosen @throws Fault `not_ready` if sources are replaced faster than they can be read
 */
async function searchAndRead(
  parts: RetrievalParts,
  query: RetrievalQuery,
  { request, first }: { readonly request: Omit<IndexSearch, "permitted">; readonly first: Standing },
) {
  const { expert, filter } = query;
  const question = comparable(parts, request.questionVector);
  let standing = first;
  for (let searches = 0; searches < mostSearches; searches++) {
    const permitted = filter === null ? null : await parts.passages.permitted(expert.id, filter);
    const deep = { ...request, k: deepEnough(request.k, question), permitted };
    const proposed = permitted?.size === 0 ? nothing : await parts.memory.search(expert, deep, standing.revision);
    const { outcome, nearness } = await nearestFirst(parts.passages, expert, proposed, { k: request.k, question });
    const { found, isWhole } = await readPassages(parts, query, { outcome, nearness, revision: standing.revision });
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
  {
    outcome: { hits },
    nearness,
    revision,
  }: { readonly outcome: SearchOutcome; readonly nearness: Nearness; readonly revision: number },
) {
  const minScore = query.minScore ?? query.expert.settings.minScore;
  const good = hits.filter(({ score }) => score >= minScore);
  const numbers = good.map(({ no }) => no);
  const rows = await passages.passages(query.expert.id, numbers, revision);
  const found: RetrievedPassage[] = [];
  for (const { no, score, scores } of good) {
    const row = rows.get(no);
    if (row !== undefined) {
      const sentences = nearness.get(no);
      found.push({ ...row, rank: found.length + 1, score, scores, ...(sentences && { nearness: sentences }) });
    }
  }
  return { found, isWhole: found.length === good.length };
}

function reasonForNothing(standing: Standing, permitted: ReadonlySet<number> | null, hits: number): AbstainReason {
  if (standing.ready === 0) return standing.pending > 0 ? "sources_pending" : "no_sources";
  if (permitted?.size === 0) return "filter_matched_nothing";
  return hits > 0 ? "below_min_score" : "not_supported";
}
