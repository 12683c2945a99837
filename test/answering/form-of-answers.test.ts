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

  test("the items behind the sentence that leads to them are in the order of the text", () => {
    const items =
      "- Few years: 4 hours\n- Some years: 6 hours for each period\n- Many years of service: 8 hours of leave";
    const passages = passagesOf(`The annual leave that you earn depends on your years of service.\n\n${items}`);
    const question = "How much annual leave do I earn per pay period after 5 years in federal service?";
    const said = [...ask(question, passages).text.matchAll(/\d hours/g)].map(([hours]) => hours);
    expect(said).toEqual(["4 hours", "6 hours", "8 hours"]);
  });

  test("a sentence whose words another one repeats is quoted once", () => {
    const passages = passagesOf(
      "The relief valve opens at 6 bar.",
      "The relief valve opens at 6 bar, as the relief valve of the older pump does.",
    );
    expect(ask("When does the relief valve open?", passages).text).toBe("The relief valve opens at 6 bar [1].");
  });
});
