import { expect, test } from "bun:test";
import { createQuestionSenses } from "../../src/memory/sense/question-senses.ts";
import { fakeSenseModel } from "../support/fake-sense.ts";

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

test("the last 4,096 are remembered, and of those the least recently asked goes first", () => {
  const { asked, questions } = counting();
  for (let i = 0; i < 4096; i++) questions(`question ${i}`);
  questions("question 0");
  questions("one more");
  asked.length = 0;
  questions("question 0");
  questions("question 2");
  expect(asked).toEqual([]);
  questions("question 1");
  expect(asked).toEqual(["question 1"]);
});
