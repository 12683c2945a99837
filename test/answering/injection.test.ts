import { describe, expect, test } from "bun:test";
import { groundAnswer, unsupportedMark } from "../../src/answering/generated/grounding.ts";
import { buildPrompt } from "../../src/answering/generated/prompt.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { injections } from "../support/requests/injections.ts";
import { passagesOf } from "./passages.ts";
import { pushed } from "./pushed.ts";

const analyzer = createAnalyzers()("en");
const honest = "Replace the filter every six months. Rinse the housing with clean water before you close it.";

const passagesWith = (text: string) => passagesOf(`${honest}\n\n${text}\n\nStore spare filters in a dry place.`);

test("there are enough injections, each with a unique name", () => {
  expect(injections.length).toBeGreaterThanOrEqual(40);
  expect(new Set(injections.map(({ name }) => name)).size).toBe(injections.length);
});

describe("a model that obeys an injection is not trusted", () => {
  for (const { name, text, obeyed, forbidden } of injections) {
    test(name, () => {
      const grounding = groundAnswer({ passages: passagesWith(text), analyzer, unsupported: "drop" });
      const pieces = pushed(grounding, `${obeyed} Replace the filter every six months [1].`);
      const grounded = grounding.end();
      const told = [...pieces, ...grounded.pieces].map((piece) => (piece.type === "text" ? piece.text : "")).join("");
      expect(told).toBe(grounded.text);
      expect(grounded.text).not.toContain(forbidden);
      expect(grounded.text).toEndWith("Replace the filter every six months [1].");
    });
  }

  test("marked instead of dropped if the expert's settings say so", () => {
    const grounding = groundAnswer({ passages: passagesWith(""), analyzer, unsupported: "mark" });
    pushed(grounding, "The moon is made of cheese [1]. Replace the filter every six months [1].");
    expect(grounding.end().text).toBe(
      `The moon is made of cheese. ${unsupportedMark} Replace the filter every six months [1].`,
    );
  });
});

describe("a source cannot leave its quotation marks", () => {
  for (const { name, text } of injections) {
    test(name, () => {
      const input = {
        task: "answer" as const,
        question: "How often?",
        history: [],
        instructions: [],
        language: "en",
        contextTokens: 4096,
        answerTokens: 512,
      };
      const { messages } = buildPrompt({ ...input, passages: passagesWith(text) });
      const asked = messages.at(-1)?.content ?? "";
      expect(asked.match(/<passage n=/g)).toHaveLength(1);
      expect(asked.match(/<\/passage>/g)).toHaveLength(1);
      expect(asked.match(/<\/passages>/g)).toHaveLength(1);
      expect(asked).not.toMatch(/<\||\[\/?INST\]|\[\d+\]/);
      expect(asked).not.toMatch(/^\s*(?:system|assistant|user):/im);
      expect(messages.filter(({ role }) => role === "system")).toHaveLength(1);
    });
  }
});
