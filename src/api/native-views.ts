import type { Static } from "@sinclair/typebox";
import type { Answer, AnswerComputation, Citation, Retrieval, RetrievedPassage } from "../answering/answer.ts";
import type { Introduction } from "../answering/conversation/introduction.ts";
import { nearestOf } from "../answering/finding.ts";
import type { Expert, ExpertContents, ExpertSettings } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import { timestamp } from "../kernel/clock.ts";
import type { Page, PageRequest } from "../kernel/stores/page.ts";
import type { Source, SourceVersion } from "../sources/source.ts";
import type { AnswerObject, CitationObject, ComputationObject, RetrievedObject } from "./answer-schemas.ts";
import { boxesView, progressUnit, warningView } from "./contents/scan-views.ts";
import type { ExpertObject, ExpertPatch } from "./expert-schemas.ts";
import { inThreeDigits, type ListFields } from "./schema-parts.ts";
import type { SourceObject, SourceVersionObject } from "./source-schemas.ts";

export function expertView(expert: Expert, contents: ExpertContents): Static<typeof ExpertObject> {
  const { settings, embedding } = expert;
  return {
    id: expert.id,
    object: "expert",
    name: expert.name,
    slug: expert.slug,
    description: expert.description,
    instructions: expert.instructions,
    language: expert.language,
    aliases: [...expert.aliases],
    settings: wireSettings(settings),
    metadata: expert.metadata,
    source_counts: { ...contents.sourceCounts },
    passage_count: contents.chunkCount,
    chunk_count: contents.chunkCount,
    content_bytes: contents.contentBytes,
    embedding: embedding && { model: embedding.model, dimensions: embedding.dimensions },
    sense: contents.sense && { ...contents.sense },
    vectors: contents.vectors && { ...contents.vectors },
    created_at: timestamp(expert.createdAt),
    updated_at: timestamp(expert.updatedAt),
  };
}

export function wireSettings(settings: ExpertSettings) {
  return {
    k: settings.k,
    min_score: settings.minScore,
    min_confidence: settings.minConfidence,
    refusal_text: settings.refusalText,
    sentences: settings.sentences,
    chat_footer: settings.chatFooter,
    fallback: settings.fallback,
    unsupported: settings.unsupported,
    remember: settings.remember,
    keep_questions: settings.keepQuestions,
  };
}

export function settingsFrom(given: NonNullable<Static<typeof ExpertPatch>["settings"]>): Partial<ExpertSettings> {
  const { k, min_score, min_confidence, refusal_text, sentences, chat_footer, fallback, unsupported, remember } = given;
  const { keep_questions: keepQuestions } = given;
  return {
    ...(k === undefined ? {} : { k }),
    ...(min_score === undefined ? {} : { minScore: min_score }),
    ...(min_confidence === undefined ? {} : { minConfidence: min_confidence }),
    ...(refusal_text === undefined ? {} : { refusalText: refusal_text }),
    ...(sentences === undefined ? {} : { sentences }),
    ...(chat_footer === undefined ? {} : { chatFooter: chat_footer }),
    ...(fallback === undefined ? {} : { fallback }),
    ...(unsupported === undefined ? {} : { unsupported }),
    ...(remember === undefined ? {} : { remember }),
    ...(keepQuestions === undefined ? {} : { keepQuestions }),
  };
}

export function sourceView(source: Source, deduplicated = false): Static<typeof SourceObject> {
  const { progress } = source;
  return {
    id: source.id,
    object: "source",
    expert_id: source.expertId,
    type: source.type,
    title: source.title,
    url: source.url,
    external_id: source.externalId,
    filename: source.filename,
    mime_type: source.mimeType,
    bytes: source.bytes,
    sha256: source.sha256,
    version: source.version,
    answering_version: source.answeringVersion,
    status: source.status,
    stage: source.stage,
    progress: { ...progress, unit: progressUnit(source.stage), percent: percentOf(source) },
    error: source.failure === null ? null : { ...source.failure },
    attempts: source.attempts,
    passage_count: source.chunkCount,
    chunk_count: source.chunkCount,
    page_count: source.pageCount,
    language: source.language,
    warnings: source.warnings.map(warningView),
    metadata: source.metadata,
    keepers: [...source.keepers],
    deduplicated,
    created_at: timestamp(source.createdAt),
    updated_at: timestamp(source.updatedAt),
    ready_at: source.readyAt === null ? null : timestamp(source.readyAt),
  };
}

function percentOf({ status, progress: { done, total } }: Source): number {
  if (status === "ready") return 100;
  return total === 0 ? 0 : Math.floor((100 * done) / total);
}

export function versionView(source: Source, version: SourceVersion): Static<typeof SourceVersionObject> {
  return {
    object: "source.version",
    version: version.version,
    status: version.status,
    answering: version.version === source.answeringVersion,
    readable: version.hasText,
    title: version.title,
    filename: version.filename,
    mime_type: version.mimeType,
    bytes: version.bytes,
    sha256: version.sha256,
    error: version.failure === null ? null : { ...version.failure },
    passage_count: version.chunkCount,
    chunk_count: version.chunkCount,
    page_count: version.pageCount,
    created_at: timestamp(version.createdAt),
    ready_at: version.readyAt === null ? null : timestamp(version.readyAt),
  };
}

export function retrievalView(retrieval: Retrieval): Static<typeof AnswerObject>["retrieval"] {
  const { mode, k, returned, used, sourcesReady, sourcesPending, warnings = [] } = retrieval;
  return {
    mode,
    k,
    returned,
    used,
    sources_ready: sourcesReady,
    sources_pending: sourcesPending,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}

export interface AnswerParts {
  readonly passages: "passages" | "retrieved" | null;
  readonly scores: boolean;
  readonly expansion: boolean;
  /** Milliseconds; null leaves it out. */
  readonly totalMs: number | null;
}

export function answerView(answer: Answer, parts: AnswerParts): Static<typeof AnswerObject> {
  const { scores, expansion, totalMs } = parts;
  const name = parts.passages ?? (answer.mode === "none" ? "retrieved" : null);
  const terms = answer.expansion?.map(({ weight, ...term }) => ({ ...term, weight: inThreeDigits(weight) }));
  const passages = () => answer.retrieved.map((passage) => retrievedView(passage, scores));
  return {
    id: answer.id,
    object: "answer",
    expert_id: answer.expertId,
    question: answer.question,
    answer: answer.text,
    abstained: answer.abstained,
    abstain_reason: answer.abstainReason,
    confidence: answer.confidence === null ? null : inThreeDigits(answer.confidence),
    grounded: answer.grounded,
    understood_as: answer.understoodAs ?? null,
    model_failure: answer.modelFailure,
    citations: answer.citations.map(citationView),
    remarks: answer.remarks.map((span) => ({ ...span })),
    removed: [...answer.removed],
    ...(name === null ? {} : { [name]: passages() }),
    ...(answer.abstained ? { nearest: [...nearestOf(passages())] } : {}),
    retrieval: retrievalView(answer.retrieval),
    ...(expansion && { expansion: terms ?? null }),
    answer_mode: answer.mode,
    ...(answer.computation && { computation: computationView(answer.computation) }),
    model: answer.model,
    usage: {
      prompt_tokens: answer.usage.promptTokens,
      completion_tokens: answer.usage.completionTokens,
      total_tokens: answer.usage.promptTokens + answer.usage.completionTokens,
    },
    ...(totalMs === null ? {} : { timings: { total_ms: totalMs } }),
    created_at: timestamp(answer.createdAt),
  };
}

/** Without what a request can ask for beside it. */
export function plainAnswerView(answer: Answer) {
  return answerView(answer, { passages: null, scores: false, expansion: false, totalMs: null });
}

export function computationView(computation: AnswerComputation): Static<typeof ComputationObject> {
  const { table, operation, most, columns, cells, cellCount, unread, value, texts, unit } = computation;
  const { sourceId, sourceVersion, ...said } = table;
  return {
    table: { source_id: sourceId, source_version: sourceVersion, ...said },
    operation,
    most,
    columns: [...columns],
    cells: cells.map((cell) => ({ ...cell })),
    cell_count: cellCount,
    unread: unread.map((cell) => ({ ...cell })),
    value,
    texts: [...texts],
    unit,
  };
}

export function citationView(citation: Citation): Static<typeof CitationObject> {
  const { index, passage, quote, start, end, answerSpans, dates = [] } = citation;
  return {
    index,
    ...placeView(passage),
    quote,
    start,
    end,
    dates: dates.map((date) => ({ ...date })),
    ...boxesView(citation),
    answer_spans: answerSpans.map((span) => ({ ...span })),
  };
}

export function introductionView(expertId: string, { documents, questions }: Introduction) {
  const views = documents.map(({ sourceId, headings, ...facts }) => ({
    ...facts,
    source_id: sourceId,
    headings: [...headings],
  }));
  return { object: "introduction" as const, expert_id: expertId, documents: views, questions: [...questions] };
}

export function retrievedView(passage: RetrievedPassage, withScores: boolean): Static<typeof RetrievedObject> {
  const { rank, text, scores } = passage;
  return { rank, ...placeView(passage), text, ...(withScores ? { scores } : {}) };
}

function placeView(passage: RetrievedPassage) {
  return {
    source_id: passage.sourceId,
    source_version: passage.sourceVersion,
    passage_id: passage.chunkId,
    chunk_id: passage.chunkId,
    title: passage.title,
    url: passage.url,
    external_id: passage.externalId,
    start: passage.start,
    end: passage.end,
    page: passage.page,
    section: passage.section,
    score: passage.score,
    speaker: passage.turn?.speaker ?? null,
    said_at: passage.turn?.saidAt ?? null,
    metadata: passage.metadata,
  };
}

export function listView<T extends { readonly id: string }, V>(page: Page<T>, view: (item: T) => V) {
  return listOf(page, page.items.map(view));
}

export async function awaitedListView<T extends { readonly id: string }, V>(
  page: Page<T>,
  view: (item: T) => Awaitable<V>,
) {
  return listOf(page, await Promise.all(page.items.map(view)));
}

export function wholeListView<V>(data: V[]) {
  const [first_id, last_id] = [data[0], data.at(-1)].map((item): string | null => Object(item).id ?? null);
  const ends = { first_id: first_id ?? null, last_id: last_id ?? null, has_more: false };
  return { object: "list" as const, data, ...ends, total_count: data.length };
}

function listOf<V>(page: Page<{ readonly id: string }>, data: V[]) {
  return {
    object: "list" as const,
    data,
    first_id: page.items[0]?.id ?? null,
    last_id: page.items.at(-1)?.id ?? null,
    has_more: page.hasMore,
    total_count: page.totalCount,
  };
}

export function deletedView<T extends string>(thing: T, id: string) {
  return { id, object: `${thing}.deleted` as const, deleted: true as const };
}

export function pageRequestFrom(query: ListFields & { readonly offset?: number }): PageRequest {
  const { limit = 20, order = "desc", after = null, offset = 0 } = query;
  return { limit, order, after, skip: offset };
}
