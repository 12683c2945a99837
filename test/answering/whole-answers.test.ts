/** Whole answers to questions about small documents, by words. */
import { describe, expect, test } from "bun:test";
import { chooseFrom, usualLength } from "../../src/answering/choice/choice.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { assembleAnswer } from "../../src/answering/citations.ts";
import { evidenceFor } from "./evidence-for.ts";
import { passagesOfDocument } from "./passages.ts";

async function ask(question: string, document: string, language = "en") {
  const passages = await passagesOfDocument(document);
  const answer = extractAnswer(evidenceFor(question, passages, language));
  return {
    ...answer,
    text: assembleAnswer(answer.passages, answer.sentences).text,
  };
}

describe("a section under the opposite condition", () => {
  test.each([
    ["en", "What to do before absences of more than four weeks?", "Absences of less than", "Absences of more than"],
    ["fr", "Que faire avant une absence de plus de quatre semaines ?", "Absence de moins de", "Absence de plus de"],
    [
      "de",
      "Was gilt für Abwesenheiten von mehr als vier Wochen?",
      "Abwesenheiten von weniger als",
      "Abwesenheiten von mehr als",
    ],
  ])("%s: does not answer", async (language, question, less, more) => {
    const document = `# Office\n\n## ${less} 4\n\nWrite e-mail Alpha.\n\n## ${more} 4\n\nReturn badge Beta.`;
    const { text } = await ask(question, document, language);
    expect(text).toContain("Beta");
    expect(text).not.toContain("Alpha");
  });
});

test("what two things differ in is told by what each is", async () => {
  const bylaws = `# Bylaws

## Meetings

A public meeting is a gathering that is open to everybody.

A special meeting is called by the chair for one subject.

Four directors are a quorum at a public meeting and at a special meeting.`;
  const { text } = await ask("What is the difference between a public meeting and a special meeting?", bylaws);
  expect(text).toContain("open to everybody");
  expect(text).toContain("for one subject");
});

test("what costs nothing has a price", async () => {
  const document = "Six people go to the fair. The stand at the fair costs nothing. Two people carry posters.";
  expect((await ask("How much does the stand cost?", document)).text).toStartWith(
    "The stand at the fair costs nothing [1].",
  );
});

test("of a question that describes a thing, whatever is said counts for the confidence", async () => {
  const text = "Otto designed the bridge. It has a tower. The tower is old. Anna Klein crossed the bridge in 1932.";
  const passages = await passagesOfDocument(text);
  const evidence = evidenceFor("Who designed the bridge that Anna Klein crossed?", passages);
  const { breadth, taken, support } = chooseFrom(evidence, usualLength);
  expect(breadth).toBe("linked");
  expect(taken.map(({ unit }) => unit.text)).toContain("Anna Klein crossed the bridge in 1932.");
  expect(support?.namesMissing).toBe(0);
});

test("what only says the name of a document does not answer a question for what the document lacks", async () => {
  const statutes = (more: string) => `# Satzung der Sonnwerk eG

Die Genossenschaft führt den Namen Sonnwerk. ${more}

Der Vorstand tagt im Mai. Der Aufsichtsrat prüft die Bücher.`;
  const question = "Kündigungsfrist Mitgliedschaft Sonnwerk";
  const unknown = await ask(question, statutes("Sie hat ihren Sitz in Nürnberg."), "de");
  expect(unknown.confidence).toBeLessThan(unknown.least);
  const known = await ask(question, statutes("Die Kündigungsfrist der Mitgliedschaft beträgt sechs Monate."), "de");
  expect(known.confidence).toBeGreaterThan(known.least);
});

describe("of a list of questions and answers", () => {
  const faq =
    "Q: How do I add seconds to the clock\n\nA: Use the format command for seconds.\n\nQ: Where is it?\n\nA: In the bag.";

  test("the label of a reply is not said, and a question without a mark is no statement", async () => {
    const { text } = await ask("How do I add seconds to the clock?", faq);
    expect(text).toBe("Use the format command for seconds [1].");
  });
});
