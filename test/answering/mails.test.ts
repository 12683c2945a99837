import { expect, test } from "bun:test";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { evidenceFor } from "./evidence-for.ts";
import { passagesOf } from "./passages.ts";

const head = "From: Ada Byron <ada@example.org>\nDate: Tue, 17 Nov 2009 14:00:54 -0500";
const body = "The engine stopped because the belt was torn.";
const text = `${head}\n\n${body}`;

function answered(question: string, speaker = "Ada Byron") {
  const turn = { speaker, saidAt: "2009-11-17T14:00:54-05:00" };
  const outline = [
    { kind: "caption" as const, level: 0, start: 0, end: head.length, turn },
    { kind: "paragraph" as const, level: 0, start: head.length + 2, end: text.length, turn },
  ];
  const passages = passagesOf(text).map((passage) => ({ ...passage, outline }));
  const { sentences, confidence } = extractAnswer(evidenceFor(question, passages));
  return { confidence, said: sentences.map(({ start, end }) => text.slice(start, end)) };
}

test("the head of a mail says when, who and to which address, and nothing else", () => {
  expect(answered("Why did Ada's engine stop?").said).toEqual([body]);
  expect(answered("When did Ada Byron write?").said[0]).toBe(head);
  expect(answered("What is Ada Byron's mail address?").said[0]).toBe(head);
});

test("a name in the question may be that of the mail's author", () => {
  const [own, other] = ["Ada Byron", "Ben Bly"].map((speaker) => answered("Why did Ada's engine stop?", speaker));
  expect(own!.confidence).toBeGreaterThan(other!.confidence);
});
