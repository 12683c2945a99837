/** By words, by sense, by vectors, or by a combination. */
import type { Expert } from "../experts/expert.ts";
import { Fault } from "../kernel/fault.ts";
import type { Embedder } from "../memory/embedder-ports.ts";
import { describe, fits } from "../memory/embedding-fit.ts";
import { maySpeak, type SearchMode } from "../memory/index-ports.ts";
import type { QuestionVector, QuestionVectors } from "../memory/question-vectors.ts";
import type { QuestionSenses, SenseModel, SenseQuestion } from "../memory/sense.ts";
import type { ExpandedTerm } from "./answer.ts";
import { languageOf, type RequestedMode, searchModes } from "./asked-question.ts";
import type { Standing } from "./ports.ts";

export interface QuestionEmbedding {
  readonly embedder: Embedder;
  readonly questions: QuestionVectors;
}

export interface QuestionSense {
  readonly model: SenseModel;
  readonly questions: QuestionSenses;
}

export interface SearchMeans {
  /** Null: no embedding model is configured. */
  readonly embedding: QuestionEmbedding | null;
  /** Null: the built-in model is off. */
  readonly sense: QuestionSense | null;
}

export interface ModeRequest {
  readonly expert: Expert;
  readonly mode: RequestedMode;
  readonly standing: Standing;
}

export interface SearchChoice {
  readonly mode: SearchMode;
  readonly sense: SenseQuestion | null;
  readonly questionVector: Float32Array | null;
  readonly embeddingTokens: number;
  readonly warnings?: readonly string[];
}

const noQuestionVector =
  "vectors: the embedding model gave no vector of the question in time, so passages were searched without vectors.";

/** Modes that the service's experts can support. */
export function modesWith({
  embedding,
  sense,
}: Readonly<Record<keyof SearchMeans, unknown>>): readonly RequestedMode[] {
  const has = { auto: true, keyword: true, sense: sense !== null, vector: embedding !== null };
  return searchModes.filter((mode) => (mode === "hybrid" ? has.sense || has.vector : has[mode]));
}

/**
 * `auto`: words, with sense once half of the passages have it, and with vectors that fit and come in time.
 * @throws Fault `invalid_parameter`, `upstream_model_error`, `upstream_timeout`, but not for `auto` and `keyword`
 */
export async function chooseSearch(
  means: SearchMeans,
  request: ModeRequest & { readonly text: string },
  signal: AbortSignal,
): Promise<SearchChoice> {
  const { mode, expert, text } = request;
  checkMode(means, request);
  if (mode === "keyword") return byWords;
  const sense = senseOf(means, request);
  const questions = mode === "sense" || !isRead(means, request) ? null : questionsFor(expert, means.embedding);
  if (mode === "auto") {
    const found = (await questions?.ofSoon(text, signal)) ?? null;
    const noVector = questions !== null && found === null ? [noQuestionVector] : [];
    return { ...best(expert, sense, found), warnings: [...noVector, ...stillEncoding(means, request)] };
  }
  if (questions === null) return { ...byWords, mode, sense };
  const { vector, tokens } = await questions.of(text, signal);
  if (vector.length !== expert.embedding?.dimensions) throw noVectors(expert, mode, means.embedding);
  return { mode, sense, questionVector: vector, embeddingTokens: tokens };
}

export function isAlwaysSupported(mode: RequestedMode): boolean {
  return mode === "auto" || mode === "keyword";
}

/** @throws Fault `invalid_parameter` for a mode that the expert does not support */
export function checkMode(means: SearchMeans, query: ModeRequest): void {
  const { mode, expert, standing } = query;
  if (isAlwaysSupported(mode) || has(means, query)) return;
  const { embedding, sense } = means;
  // Hybrid needs sense or vectors; the message is about the configured one.
  const isAboutSense = mode === "sense" || (mode === "hybrid" && embedding === null && sense !== null);
  const mayCome = isAboutSense ? sense !== null && maySpeak(sense.model, expert.language) : embedding !== null;
  // An expert gets its embedding with its first source.
  if (mayCome === true && standing.ready === 0) return;
  throw isAboutSense ? noSense(expert, mode, sense) : noVectors(expert, mode, embedding);
}

function has(means: SearchMeans, request: ModeRequest): boolean {
  const { mode, expert } = request;
  if (mode !== "vector" && hasSense(means, request)) return true;
  return mode !== "sense" && questionsFor(expert, means.embedding) !== null;
}

/** The share of encoded passages from which `auto` uses sense: with fewer, it would not gain what encoding costs. */
const leastSensed = 0.5;

function hasSense({ sense }: SearchMeans, { mode, expert, standing }: ModeRequest): boolean {
  if (sense === null || !maySpeak(sense.model, expert.language)) return false;
  const { done, total } = standing.sense;
  return done > 0 && (mode !== "auto" || done >= leastSensed * total);
}

function stillEncoding(means: SearchMeans, request: ModeRequest & { readonly text: string }) {
  const { done, total } = request.standing.sense;
  const speaks = means.sense?.model.speaks(languageOf(request.expert, request.text, null)) === true;
  if (total === 0 || !speaks || hasSense(means, request)) return [];
  return [`sense: ${done} of ${total} passages can be searched by meaning so far, so they were searched by words.`];
}

/** Null: excluded by the mode, no encoded passages, or a question that the model cannot read but words can answer. */
function senseOf(means: SearchMeans, request: ModeRequest & { readonly text: string }): SenseQuestion | null {
  const { mode, text, expert } = request;
  if (mode !== "sense" && means.sense?.model.speaks(languageOf(expert, text, null)) === false) return null;
  if (mode === "vector" || !hasSense(means, request)) return null;
  const sense = means.sense?.questions(text) ?? null;
  return sense?.terms.length === 0 && mode !== "sense" ? null : sense;
}

/** False: by its language, the embedding model cannot read the question, and the mode does not demand it. */
function isRead({ embedding }: SearchMeans, { mode, expert, text }: ModeRequest & { readonly text: string }): boolean {
  return mode === "vector" || embedding?.embedder.speaks?.(languageOf(expert, text, null)) !== false;
}

function questionsFor({ embedding }: Expert, configured: QuestionEmbedding | null): QuestionVectors | null {
  return configured !== null && embedding !== null && fits(embedding, configured.embedder)
    ? configured.questions
    : null;
}

function best({ embedding }: Expert, sense: SenseQuestion | null, found: QuestionVector | null): SearchChoice {
  const embeddingTokens = found?.tokens ?? 0;
  const questionVector = found?.vector.length === embedding?.dimensions ? (found?.vector ?? null) : null;
  const mode = sense === null && questionVector === null ? "keyword" : "hybrid";
  return { mode, sense, questionVector, embeddingTokens };
}

const byWords: SearchChoice = { mode: "keyword", sense: null, questionVector: null, embeddingTokens: 0 };

function noSense({ slug, language }: Expert, mode: RequestedMode, sense: QuestionSense | null): Fault {
  if (sense === null)
    return unsupported(mode, "the built-in model, and it is switched off", "Set DOCENT_SENSE to on, or use");
  if (!maySpeak(sense.model, language)) {
    const what = `the built-in model, and it does not speak "${language}", the language of the expert "${slug}"`;
    return unsupported(mode, what, "Use");
  }
  return unsupported(mode, `encoded passages, and the expert "${slug}" has none yet`, untilSome(slug, "sense"));
}

function noVectors({ slug, embedding }: Expert, mode: RequestedMode, configured: QuestionEmbedding | null): Fault {
  if (configured === null) {
    const remedy = "Set DOCENT_EMBED_URL and DOCENT_EMBED_MODEL, or use";
    return unsupported(mode, "an embedding model, and none is configured", remedy);
  }
  const { embedder } = configured;
  const reindex = `Run \`docent reindex ${slug}\`, or use`;
  if (embedding !== null) {
    const message = `The expert "${slug}" is embedded with ${describe(embedding)}, but the configured model is ${describe(embedder)}.`;
    return refused(message, reindex);
  }
  return embedder.inBackground === true
    ? unsupported(mode, `vectors, and the expert "${slug}" has none yet`, untilSome(slug, "vectors"))
    : unsupported(mode, `vectors, and the expert "${slug}" has none`, reindex);
}

const unsupported = (mode: RequestedMode, what: string, remedy: string) =>
  refused(`The mode "${mode}" needs ${what}.`, remedy);

const refused = (message: string, remedy: string) =>
  new Fault("invalid_parameter", message, { param: "mode", hint: `${remedy} auto or keyword.` });

const untilSome = (slug: string, what: "sense" | "vectors") =>
  `Wait until GET /v1/experts/${slug} shows some in ${what}.done, or use`;

/** Strongest first, then alphabetical. */
export function expansionOf(model: Pick<SenseModel, "entry">, { terms, weights }: SenseQuestion): ExpandedTerm[] {
  const expanded = Array.from(terms, (entry, i) => ({ term: model.entry(entry), weight: weights[i]! }));
  return expanded.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}
