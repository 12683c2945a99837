import { describe, expect, test } from "bun:test";
import type { RetrievedPassage } from "../../src/answering/answer.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { assembleAnswer } from "../../src/answering/citations.ts";
import { evidenceFor } from "./evidence-for.ts";
import { passagesOf } from "./passages.ts";

function ask(question: string, passages: readonly RetrievedPassage[]) {
  return assembleAnswer(passages, extractAnswer(evidenceFor(question, passages)).sentences);
}

describe("what an answer quotes", () => {
  test("yes or no is also said by what has only the question's words, under a heading with the others", () => {
    const section = "Honorary members";
    const passages = passagesOf({ section, text: "They are named by the committee. They do not vote." });
    expect(ask("Do honorary members vote?", passages).text).toContain("They do not vote [1].");
  });

  test("a number in words is the number in digits", () => {
    const passages = passagesOf("For 2 days, give a week of notice.", "For many days, give a month of notice.");
    expect(ask("How much notice for two days?", passages).text).toStartWith("For 2 days, give a week of notice [1].");
  });

  test("each side of a comparison stands under the heading that the other lacks", () => {
    const passages = passagesOf(
      { section: "Offices > Leeds", text: "The desks are 70 cm high.", title: "Handbook" },
      { section: "Offices > York", text: "The desks are 73 cm high.", title: "Handbook" },
    );
    expect(ask("Compare the height of desks in Leeds and in York", passages).text).toBe(
      "Leeds\n\n- The desks are 70 cm high [1].\n\nYork\n\n- The desks are 73 cm high [2].",
    );
  });

  test("a sentence whose words another one repeats is quoted once", () => {
    const passages = passagesOf(
      "The relief valve opens at 6 bar.",
      "The relief valve opens at 6 bar, as the relief valve of the older pump does.",
    );
    expect(ask("When does the relief valve open?", passages).text).toBe("The relief valve opens at 6 bar [1].");
  });
});
