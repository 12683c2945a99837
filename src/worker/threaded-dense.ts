/** Passages and questions queue separately. Idle threads end, with their memory. */
import { Fault } from "../kernel/fault.ts";
import { createMutex } from "../kernel/mutex.ts";
import { untilAborted } from "../kernel/pause.ts";
import type { TextSpan } from "../language/text/sentences.ts";
import type { Embedder, Embeddings, TextUse } from "../memory/embedder-ports.ts";
import { type LanguageCentres, turnQuestion } from "../models/language-centres.ts";
import { askOnce, idleThread } from "./idle-thread.ts";

export interface ThreadedDense extends Embedder {
  readonly dimensions: number;
  close(): void;
}

export interface ThreadedDenseParts {
  readonly entry: URL;
  /** Its path; null: the one in the executable. */
  readonly pack: string | null;
  readonly model: string;
  readonly recipe: string;
  readonly dimensions: number;
  readonly centres: LanguageCentres;
  readonly speaks?: (language: string) => boolean;
  readonly dividesPassages?: boolean;
}

/** About a second's work, the step in which embedding a document makes progress. */
const batch = 8;
const longestBatch = 120_000;

export function threadedDense(parts: ThreadedDenseParts): ThreadedDense {
  const { model, recipe, dimensions, centres, speaks, dividesPassages = false } = parts;
  const passages = createLane(parts);
  const questions = createLane(parts);
  return {
    model,
    recipe,
    dimensions,
    batch,
    inBackground: true,
    dividesPassages,
    ...(speaks && { speaks }),
    async embed(texts, use, signal, sentences) {
      const lane = use === "passage" ? passages : questions;
      const replies: Embeddings[] = [];
      for (let from = 0; from < texts.length; from += batch) {
        const some = { texts: texts.slice(from, from + batch), sentences: sentences?.slice(from, from + batch) };
        replies.push(await lane.embed({ ...some, use }, signal));
      }
      const tokens = replies.reduce((sum, reply) => sum + reply.tokens, 0);
      const vectors = replies.flatMap((reply) => reply.vectors);
      return { vectors, sentences: replies.flatMap((reply) => reply.sentences ?? []), tokens };
    },
    turn: (question, language) => turnQuestion(centres, question, language),
    close: () => {
      passages.close();
      questions.close();
    },
  };
}

interface Batch {
  readonly texts: readonly string[];
  readonly use: TextUse;
  readonly sentences?: readonly (readonly TextSpan[])[] | undefined;
}

function createLane({ entry, pack }: ThreadedDenseParts) {
  const turns = createMutex();
  const thread = idleThread(entry);
  /** Not canceled with the caller: opening the model again would cost the next one more than waiting. */
  const work = async (wanted: Batch): Promise<Embeddings> => {
    const request: DenseRequest = { pack, ...wanted };
    return askOnce<Embeddings>(thread, "dense", request, AbortSignal.timeout(longestBatch)).catch((cause: unknown) => {
      const hint = "See the log for the reason. `docent model list` says whether the pack is whole.";
      throw new Fault("upstream_model_error", "The model pack gave no vectors.", { cause, hint });
    });
  };
  return {
    async embed(wanted: Batch, signal: AbortSignal): Promise<Embeddings> {
      signal.throwIfAborted();
      const turn = turns.run(async () => {
        signal.throwIfAborted();
        return work(wanted);
      });
      turn.catch(() => undefined);
      return untilAborted(turn, signal);
    },
    close: thread.discard,
  };
}

export interface DenseRequest extends Batch {
  readonly pack: string | null;
}
