/** Writes questions and answers to the log, if the operator's settings allow it. */
import type { Log } from "../kernel/log.ts";
import type { AnswerEvent } from "./answer.ts";
import type { AnswerService } from "./answer-service.ts";
import type { Question } from "./asked-question.ts";

/** Returns the same answers and writes them to the log. @param isOn read again for every question; false writes nothing. */
export function loggedAnswers(answers: AnswerService, log: Log, isOn: () => boolean): AnswerService {
  return {
    ...answers,
    answer: (question, signal) => {
      const events = answers.answer(question, signal);
      return isOn() ? written(events, question, log) : events;
    },
  };
}

async function* written(events: AsyncGenerator<AnswerEvent>, { text, keyId }: Question, log: Log) {
  for await (const event of events) {
    if (event.type === "end") {
      const { id, expertId, text: answer, confidence, abstainReason } = event.answer;
      log.info("answer", {
        query: id,
        expert: expertId,
        key: keyId,
        question: text,
        answer,
        confidence,
        abstainReason,
      });
    }
    yield event;
  }
}
