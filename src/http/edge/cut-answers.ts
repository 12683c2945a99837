import type { AnswerService } from "../../answering/answer-service.ts";

/**
 * The same answers, which end when `cut` aborts: with its reason, which a stream tells as its last event instead of
 * stopping in the middle of a word.
 */
export function cutAnswers(answers: AnswerService, cut: AbortSignal): AnswerService {
  const running = new Set<AbortController>();
  // One listener for all answers. `AbortSignal.any` per answer would take as long as the rest of a small request's routing.
  cut.addEventListener("abort", () => {
    for (const own of running) own.abort(cut.reason);
  });
  return {
    ...answers,
    answer: async function* (question, signal) {
      const own = new AbortController();
      const leave = () => own.abort(signal.reason);
      if (cut.aborted) own.abort(cut.reason);
      if (signal.aborted) leave();
      running.add(own);
      signal.addEventListener("abort", leave, { once: true });
      try {
        yield* answers.answer(question, own.signal);
      } finally {
        running.delete(own);
        signal.removeEventListener("abort", leave);
      }
    },
  };
}
