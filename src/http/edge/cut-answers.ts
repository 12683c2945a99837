import type { AnswerService } from "../../answering/answer-service.ts";

/** Ends answers with the reason of `cut` when it aborts; a stream tells it as its last event. */
export function cutAnswers(answers: AnswerService, cut: AbortSignal): AnswerService {
  const running = new Set<AbortController>();
  // One listener for all answers: `AbortSignal.any` for each would take as long as routing.
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
