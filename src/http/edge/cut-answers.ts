import type { AnswerService } from "../../answering/answer-service.ts";

/**
 * The same answers, which end when `cut` aborts: with its reason, which a stream tells as its last event instead of
 * stopping in the middle of a word.
 */
export function cutAnswers(answers: AnswerService, cut: AbortSignal): AnswerService {
  return {
    ...answers,
    answer: async function* (question, signal) {
      // Not AbortSignal.any of both alone: what listens to `cut` would stay with it for the life of the process.
      const own = new AbortController();
      const stop = () => own.abort(cut.reason);
      if (cut.aborted) stop();
      cut.addEventListener("abort", stop, { once: true });
      try {
        yield* answers.answer(question, AbortSignal.any([signal, own.signal]));
      } finally {
        cut.removeEventListener("abort", stop);
      }
    },
  };
}
