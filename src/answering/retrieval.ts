/** Retrieves the passages that may answer a question: applies the filter, searches, and reads the rows behind the hits. */
import type { Expert } from "../experts/expert.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { SearchOutcome } from "../memory/ports.ts";
import type { AbstainReason, Retrieval, RetrievedPassage } from "./answer.ts";
import { type ExpandedTerm, expansionOf } from "./expansion.ts";
import { byBestSentence, type ForeignReading, type ForeignSentences } from "./foreign/foreign-sentences.ts";
import type { ForeignSupport } from "./foreign/foreign-support.ts";
import type { PassageReader, Standing } from "./ports.ts";
import { checkMode, chooseSearch, isAlwaysSupported, type RequestedMode, type SearchMeans } from "./search-choice.ts";
import type { SourceFilter } from "./source-filter.ts";

export interface RetrievalParts extends SearchMeans {
  readonly memory: Pick<MemoryService, "search">;
  readonly passages: PassageReader;
  /** Null: no model pack is installed. */
  readonly foreign?: ForeignReading | null;
  readonly support?: ForeignSupport | null;
}

export interface RetrievalQuery {
  readonly expert: Expert;
  /** The standalone question. */
  readonly text: string;
  /** Number of passages, 1–100; null: the expert's setting. */
  readonly k: number | null;
  /** Passages below this score are not used; null: the expert's setting. */
  readonly minScore: number | null;
  readonly filter: SourceFilter | null;
  readonly mode: RequestedMode;
}

/** The result of a retrieval. */
export interface Found {
  /** Best first. */
  readonly passages: readonly RetrievedPassage[];
  readonly retrieval: Omit<Retrieval, "used">;
  readonly outcome: SearchOutcome;
  /** Tokens that embedding the question took. */
  readonly embeddingTokens: number;
  /** The terms that the built-in model added to the question; null if it took no part. */
  readonly expansion: readonly ExpandedTerm[] | null;
  /** Set if the question is in another language than the passages, and a model pack has compared their sentences. */
  readonly foreign?: ForeignSentences | null;
  /** Set when there are no passages. */
  readonly emptyBecause: AbstainReason | null;
}

const nothing: SearchOutcome = { hits: [], terms: [], passages: 0 };

/** @throws like `chooseSearch`. */
export async function retrieve(parts: RetrievalParts, query: RetrievalQuery, signal: AbortSignal): Promise<Found> {
  const { expert, filter } = query;
  const standing = await parts.passages.standing(expert);
  const search = await chooseSearch(parts, { ...query, standing }, signal);
  const { mode, sense, questionVector, embeddingTokens } = search;
  const k = query.k ?? expert.settings.k;
  const permitted = filter === null ? null : await parts.passages.permitted(expert.id, filter);
  const turned = (questionVector && parts.embedding?.embedder.turn?.(questionVector, expert.language)) ?? null;
  const request = { question: query.text, k, mode, sense, questionVector, turned, permitted };
  const outcome = permitted?.size === 0 ? nothing : await parts.memory.search(expert, request, standing.revision);
  const found = await readPassages(parts, query, outcome);
  const asked = questionVector && { question: questionVector, turned, passages: found, language: expert.language };
  const foreign = asked && parts.foreign ? await parts.foreign(asked, signal) : null;
  const passages = foreign === null ? found : byBestSentence(found, foreign);
  return {
    passages,
    foreign,
    outcome,
    embeddingTokens,
    expansion: sense === null || parts.sense === null ? null : expansionOf(parts.sense.model, sense),
    retrieval: { mode, k, returned: passages.length, sourcesReady: standing.ready, sourcesPending: standing.pending },
    emptyBecause: passages.length > 0 ? null : reasonForNothing({ standing, permitted, hits: outcome.hits.length }),
  };
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

async function readPassages(
  { passages }: RetrievalParts,
  query: RetrievalQuery,
  { hits }: SearchOutcome,
): Promise<RetrievedPassage[]> {
  const minScore = query.minScore ?? query.expert.settings.minScore;
  const good = hits.filter(({ score }) => score >= minScore);
  const numbers = good.map(({ no }) => no);
  const rows = await passages.passages(query.expert.id, numbers);
  const found = good.flatMap(({ no, score, scores }) => {
    const row = rows.get(no);
    return row === undefined ? [] : [{ ...row, score, scores }];
  });
  return found.map((passage, i) => ({ ...passage, rank: i + 1 }));
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
