import { expect, test } from "bun:test";
import type { AnswerEvent } from "../../../src/answering/answer.ts";
import type { AnswerService } from "../../../src/answering/answer-service.ts";
import { plainQuestion, type Question } from "../../../src/answering/asked-question.ts";
import { cutAnswers } from "../../../src/http/edge/cut-answers.ts";

const question = { ...plainQuestion, text: "How often?" } as unknown as Question;
const begun = { type: "text", text: "Every" } as AnswerEvent;

/** Yields one word and then waits for its signal. */
const waiting: AnswerService = {
  answer: async function* (_question, signal) {
    yield begun;
    signal.throwIfAborted();
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    signal.throwIfAborted();
  },
  explain: () => Promise.reject(new Error("nobody asks for that here")),
  write: async () => null,
};

test("an answer ends with the reason of the cut at any time", async () => {
  const cut = new AbortController();
  const answers = cutAnswers(waiting, cut.signal);
  const events = answers.answer(question, new AbortController().signal);
  expect((await events.next()).value).toEqual(begun);
  const next = events.next();
  cut.abort(new Error("over"));
  expect(next).rejects.toThrow("over");
  const late = answers.answer(question, new AbortController().signal);
  expect((await late.next()).value).toEqual(begun);
  expect(late.next()).rejects.toThrow("over");
});

test("an answer still ends when its client leaves", async () => {
  const client = new AbortController();
  const events = cutAnswers(waiting, new AbortController().signal).answer(question, client.signal);
  await events.next();
  const next = events.next();
  client.abort(new Error("left"));
  expect(next).rejects.toThrow("left");
});
