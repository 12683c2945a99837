import { expect, test } from "bun:test";
import { paceGarbage } from "../../src/worker/garbage-pacing.ts";

/** The numbers of the questions after which garbage is collected. */
function collectedAfter(questions: number, isWaiting: (question: number) => boolean): readonly number[] {
  const collected: number[] = [];
  let question = 0;
  const pacing = paceGarbage(() => collected.push(question));
  while (question < questions) {
    question += 1;
    pacing.answered(isWaiting(question));
  }
  return collected;
}

test("garbage is collected every 16 questions while nobody waits", () => {
  expect(collectedAfter(50, () => false)).toEqual([16, 32, 48]);
});

test("a question that waits is answered first, but not more than 64 of them", () => {
  expect(collectedAfter(200, () => true)).toEqual([64, 128, 192]);
  expect(collectedAfter(60, (question) => question !== 40)).toEqual([40]);
});
