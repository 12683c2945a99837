import { expect, test } from "bun:test";
import { paceGarbage } from "../../../src/worker/thread-serving.ts";

test("garbage is collected after every 64th question", () => {
  const collected: number[] = [];
  let question = 0;
  const answered = paceGarbage(() => collected.push(question));
  while (question < 200) {
    question += 1;
    answered();
  }
  expect(collected).toEqual([64, 128, 192]);
});
