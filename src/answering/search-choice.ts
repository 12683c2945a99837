/** How a question is searched for: by words, by vectors, or by both. */
import type { Expert } from "../experts/expert.ts";
import { Fault } from "../kernel/fault.ts";
import { describe, fits } from "../memory/embedding-fit.ts";
import type { Embedder, SearchMode } from "../memory/ports.ts";
import type { QuestionVector, QuestionVectors } from "../memory/question-vectors.ts";

export const searchModes = ["auto", "keyword", "vector", "hybrid"] as const;
export type WantedMode = (typeof searchModes)[number];

/** The configured embedding model, with what it is asked through. */
export interface QuestionEmbedding {
  readonly embedder: Embedder;
  readonly questions: QuestionVectors;
}

export interface ModeWish {
  readonly expert: Expert;
  readonly mode: WantedMode;
  /** Whether there is nothing to find. An expert gets its vectors with its first source. */
  readonly isEmpty: () => boolean;
}

export interface SearchChoice {
  readonly mode: SearchMode;
  readonly questionVector: Float32Array | null;
  /** Tokens that embedding the question took. */
  readonly embeddingTokens: number;
}

/**
 * `auto` is the best that the expert has: both where its vectors are of the configured model and that model answers in
 * time, else words. A mode that is asked for by name is used or refused.
 * @throws Fault `invalid_parameter`, `upstream_model_error`, `upstream_timeout`, never for `auto` and `keyword`.
 */
export async function chooseSearch(
  configured: QuestionEmbedding | null,
  asked: ModeWish & { readonly text: string },
  signal: AbortSignal,
): Promise<SearchChoice> {
  const { mode, expert, text } = asked;
  checkMode(configured, asked);
  if (mode === "keyword") return byWords;
  const questions = questionsFor(expert, configured);
  if (mode === "auto") return best(expert, (await questions?.ofSoon(text, signal)) ?? null);
  if (questions === null) return { ...byWords, mode };
  const { vector, tokens } = await questions.of(text, signal);
  if (vector.length !== expert.embedding?.dimensions) throw noVectors(expert, mode, configured);
  return { mode, questionVector: vector, embeddingTokens: tokens };
}

/** @throws Fault `invalid_parameter` for a mode by name that the expert does not have. */
export function checkMode(configured: QuestionEmbedding | null, { mode, expert, isEmpty }: ModeWish): void {
  if (mode === "auto" || mode === "keyword" || questionsFor(expert, configured) !== null) return;
  if (configured === null || !isEmpty()) throw noVectors(expert, mode, configured);
}

function questionsFor({ embedding }: Expert, configured: QuestionEmbedding | null): QuestionVectors | null {
  return configured !== null && embedding !== null && fits(embedding, configured.embedder)
    ? configured.questions
    : null;
}

function best({ embedding }: Expert, found: QuestionVector | null): SearchChoice {
  if (found === null) return byWords;
  const { vector, tokens } = found;
  if (vector.length !== embedding?.dimensions) return { ...byWords, embeddingTokens: tokens };
  return { mode: "hybrid", questionVector: vector, embeddingTokens: tokens };
}

const byWords: SearchChoice = { mode: "keyword", questionVector: null, embeddingTokens: 0 };

function noVectors({ slug, embedding }: Expert, mode: WantedMode, configured: QuestionEmbedding | null): Fault {
  const param = "mode";
  const reindex = `Run \`docent reindex ${slug}\`, or use auto or keyword.`;
  if (configured === null) {
    const hint = "Set DOCENT_EMBED_URL and DOCENT_EMBED_MODEL, or use auto or keyword.";
    const message = `The mode "${mode}" needs an embedding model, and none is configured.`;
    return new Fault("invalid_parameter", message, { param, hint });
  }
  const message =
    embedding === null
      ? `The mode "${mode}" needs vectors, and the expert "${slug}" has none.`
      : `The expert "${slug}" is embedded with ${describe(embedding)}, but the configured model is ${describe(configured.embedder)}.`;
  return new Fault("invalid_parameter", message, { param, hint: reindex });
}
