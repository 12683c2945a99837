/** Requests each question's vector once, and none while the model is known to be down. */

import { type Clock, hasPassed } from "../kernel/clock.ts";
import { type Log, rareError } from "../kernel/log.ts";
import { recentlyUsed } from "../kernel/stores/recently-used.ts";
import type { Embedder } from "./embedder-ports.ts";

export interface QuestionVector {
  readonly vector: Float32Array;
  readonly tokens: number;
}

export interface QuestionVectors {
  /** @throws Fault `upstream_model_error`, `upstream_timeout`; the signal's reason when aborted. */
  of(question: string, signal: AbortSignal): Promise<QuestionVector>;
  /** Null when the model fails, is too slow, or has just failed. @throws the signal's reason when aborted */
  ofSoon(question: string, signal: AbortSignal): Promise<QuestionVector | null>;
}

interface QuestionVectorParts {
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly log: Log;
  readonly timeout?: number;
  /** Milliseconds after a failure; 0 for a built-in model. */
  readonly rest?: number;
}

const defaultTimeout = 2000;
const usualRest = 15_000;
const questionsKept = 512;

export function createQuestionVectors(parts: QuestionVectorParts): QuestionVectors {
  const { embedder, clock, log, timeout = defaultTimeout, rest = usualRest } = parts;
  const known = recentlyUsed<Float32Array>(questionsKept);
  const tell = rareError(log, clock, "embedding.question_failed");
  let failedAt = Number.NEGATIVE_INFINITY;

  const recall = (question: string): QuestionVector | null => {
    const vector = known.get(question);
    return vector === undefined ? null : { vector, tokens: 0 };
  };
  const ask = async (question: string, signal: AbortSignal): Promise<QuestionVector> => {
    const { vectors, tokens } = await embedder.embed([question], "question", signal);
    const [vector] = vectors;
    if (vector === undefined) throw new Error("the embedder gave no vector");
    known.set(question, vector);
    failedAt = Number.NEGATIVE_INFINITY;
    return { vector, tokens };
  };
  return {
    of: async (question, signal) => recall(question) ?? (await ask(question, signal)),
    ofSoon: async (question, signal) => {
      const cached = recall(question);
      if (cached !== null || !hasPassed(rest, failedAt, clock.now())) return cached;
      try {
        return await ask(question, AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
      } catch (error) {
        signal.throwIfAborted();
        failedAt = clock.now();
        tell(error);
        return null;
      }
    },
  };
}
