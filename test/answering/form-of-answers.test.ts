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
  test("a heading that the text repeats is no statement", () => {
    const passages = passagesOf({
      title: "Pump manual",
      section: "4. Pumps for hot water",
      text: "4. Pumps for hot water\n\nEach pump for hot water has a relief valve.",
    });
    expect(ask("Which pumps are for hot water?", passages).text).toBe(
      "Each pump for hot water has a relief valve [1].",
    );
  });

  test("a sentence whose words another one repeats is quoted once", () => {
    const passages = passagesOf(
      "The relief valve opens at 6 bar.",
      "The relief valve opens at 6 bar, as the relief valve of the older pump does.",
    );
    expect(ask("When does the relief valve open?", passages).text).toBe("The relief valve opens at 6 bar [1].");
  });

  test("the sentence that defines a thing answers a question for it, and not an overview of its section", () => {
    const of = "Relief valves > The relief valve";
    const passages = passagesOf(
      {
        section: of,
        text: "The relief valve must be checked. Close the relief valve by hand. A relief valve may drip.",
      },
      { section: of, text: "Paint the relief valve red. A relief valve is a device that opens under pressure." },
    );
    const { text } = ask("What is a relief valve?", passages);
    expect(text).toStartWith("A relief valve is a device that opens under pressure [1].");
    expect(text).not.toContain("\n");
  });
});
