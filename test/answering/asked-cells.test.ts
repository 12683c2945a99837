/** What an answer says of a row of a table. */
import { describe, expect, test } from "bun:test";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { assembleAnswer } from "../../src/answering/citations.ts";
import { evidenceFor } from "./evidence-for.ts";
import { passagesOfDocument } from "./passages.ts";

const table = `# Pumps

| Model | Warranty | Price | Price with tax | Colour |
|---|---|---|---|---|
| X200 | 3 years | 200 € | 238 € | red |
| X300 | 5 years | 300 € | 357 € | blue |
`;

async function ask(question: string, document = table) {
  const passages = await passagesOfDocument(document);
  const answer = extractAnswer(evidenceFor(question, passages));
  return {
    ...answer,
    text: assembleAnswer(answer.passages, answer.sentences).text,
  };
}

describe("of the row that answers", () => {
  test.each([
    ["What is the warranty of the X200?", "Model: X200; Warranty: 3 years [1]"],
    ["Which colour has the X300?", "Model: X300 [1]; Colour: blue [1]"],
    ["What is the price of the X300?", "Model: X300 [1]; Price: 300 € [1]"],
    ["What is the price with tax of the X300?", "Model: X300 [1]; Price with tax: 357 € [1]"],
    ["Which warranty and which colour has the X200?", "Model: X200; Warranty: 3 years [1]; Colour: red [1]"],
  ])("%s", async (question, said) => {
    expect((await ask(question)).text).toBe(said);
  });

  test("all is said where no column is asked for", async () => {
    const { text } = await ask("What do you know about the X200?");
    expect(text).toBe("Model: X200; Warranty: 3 years; Price: 200 €; Price with tax: 238 €; Colour: red [1]");
  });
});

test("of the cells that have words of the question, those that only repeat others are left out", async () => {
  const needs = `| Need | Found out by | What is decided? | Who is involved in the decision? | Who is told? |
|---|---|---|---|---|
| A new team joins the business | The people team | Where the team helps the business most | The principal | The lead |
| A sale | The sales office | Whether it pays | The owner | Nobody |`;
  const { text } = await ask("Who is involved when a new team joins the business?", needs);
  expect(text).toBe("Need: A new team joins the business [1]; Who is involved in the decision?: The principal [1]");
});

test("words that name the column asked for are not looked for in other cells", async () => {
  const titles = `| Category | Junior Customer Support Rep | Lead Customer Support Rep | Principal |
|---|---|---|---|
| Scope | Works on customer mail | Raises the standards of the team | Plans |
| Style | Careful | Calm | Terse |`;
  const { text } = await ask("What is expected of a Lead Customer Support Rep in terms of scope?", titles);
  expect(text).toBe("Category: Scope [1]; Lead Customer Support Rep: Raises the standards of the team [1]");
});

test("a row of a table without what is asked for is no answer", async () => {
  const { confidence, least } = await ask("What is the maximum pressure of the X200?");
  expect(confidence).toBeLessThan(least);
});
