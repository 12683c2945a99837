import { expect, test } from "bun:test";
import { createQuestionSenses } from "../../src/memory/sense.ts";
import { fakeSenseModel } from "../support/fakes/fake-sense.ts";

function counting() {
  const model = fakeSenseModel();
  const asked: string[] = [];
  const questions = createQuestionSenses({
    encodeQuestion: (question) => {
      asked.push(question);
      return model.encodeQuestion(question);
    },
  });
  return { asked, questions, model };
}

test("a question is encoded once", () => {
  const { asked, questions, model } = counting();
  expect(questions("filter")).toEqual(model.encodeQuestion("filter"));
  expect(questions("filter")).toBe(questions("filter"));
  expect(asked).toEqual(["filter"]);
});

test("the last 4,096 questions are kept, and an older one is not", () => {
  const { asked, questions } = counting();
  for (let i = 0; i < 4096; i++) questions(`question ${i}`);
  questions("question 0");
  for (let i = 0; i <= 4096; i++) questions(`another ${i}`);
  asked.length = 0;
  questions("another 1");
  questions("another 4096");
  expect(asked).toEqual([]);
  questions("question 1");
  expect(asked).toEqual(["question 1"]);
});
