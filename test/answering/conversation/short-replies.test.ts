/** A short reply is understood by the question in the turn before it. */
import { expect, test } from "bun:test";
import type { RetrievedPassage } from "../../../src/answering/answer.ts";
import { extractAnswer } from "../../../src/answering/choice/extractive.ts";
import { assembleAnswer } from "../../../src/answering/citations.ts";
import { leastConfidence } from "../../../src/answering/evidence/support.ts";
import { evidenceFor } from "../evidence-for.ts";
import { passagesOf } from "../passages.ts";

interface Turn {
  readonly speaker: string;
  readonly says: string;
  readonly after: string;
  /** The score by sense, which is low for a few words. */
  readonly sense: number;
}

function turnsOf(turns: readonly Turn[]): RetrievedPassage[] {
  const texts = turns.map(({ speaker, says, after }) => ({
    text: `${speaker}: ${says}`,
    section: `March 1, 2026 > ${after}`,
    title: "Talk",
    source: 0,
  }));
  return passagesOf(...texts).map((passage, i) => ({
    ...passage,
    turn: { speaker: turns[i]!.speaker, saidAt: "2026-03-01T10:00:00Z" },
    scores: { ...passage.scores, sense: turns[i]!.sense },
  }));
}

const floors = turnsOf([
  { speaker: "Maria", says: "The fifth, with no lift.", after: "John: Which floor do you live on now?", sense: 0.6 },
  { speaker: "John", says: "The second, with no lift.", after: "Maria: Which floor do you live on now?", sense: 0.6 },
  { speaker: "Maria", says: "Which floor do you live on now?", after: "John: What else is new?", sense: 0.8 },
  { speaker: "John", says: "Which floor do you live on now?", after: "Maria: Shall we talk later?", sense: 0.8 },
]);

function ask(question: string, passages: readonly RetrievedPassage[]) {
  const { sentences, confidence } = extractAnswer(evidenceFor(question, passages));
  return { text: assembleAnswer(passages, sentences).text, confidence };
}

test("a reply to `you` is about the one who replies, and no overview of both", () => {
  expect(ask("Which floor does Maria live on?", floors).text).toBe("Maria: The fifth, with no lift [1].");
  expect(ask("Which floor does John live on?", floors).text).toBe("John: The second, with no lift [1].");
});

test("a reply about somebody whom the question before names stays an answer about that person", () => {
  const after = "Tom: Do you know where John went?";
  const passages = turnsOf([{ speaker: "Maria", says: "Probably to Lisbon.", after, sense: 0.6 }]);
  expect(ask("Where did John go?", passages).text).toBe("Maria: Probably to Lisbon [1].");
});

test("what only another speaker says of the question speaks against an answer", () => {
  const passages = turnsOf([
    {
      speaker: "Maria",
      says: "I broke my wrist on the ice of the frozen lake.",
      after: "John: What else is new?",
      sense: 0.7,
    },
    { speaker: "John", says: "My car broke down on the way.", after: "Maria: I see.", sense: 0.55 },
  ]);
  const { text, confidence } = ask("What did Maria break on the ice of the frozen lake?", passages);
  expect(text).toBe("Maria: I broke my wrist on the ice of the frozen lake [1].");
  expect(confidence).toBeGreaterThan(leastConfidence.words);
  expect(ask("What did John break on the ice of the frozen lake?", passages).confidence).toBeLessThan(
    leastConfidence.words,
  );
});

test("a low score by sense is nothing against a reply that has all words from the question before it", () => {
  const reply = { speaker: "John", says: "Usually forty-five.", sense: 0.3 };
  const replied = turnsOf([
    { ...reply, after: "Maria: What size are your boots?" },
    { speaker: "John", says: "What size are your boots?", after: "Maria: I see.", sense: 0.8 },
  ]);
  const { text, confidence } = ask("What size are John's boots?", replied);
  expect(text).toBe("John: Usually forty-five [1].");
  expect(confidence).toBeGreaterThan(leastConfidence.words);
});
