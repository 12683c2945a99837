/** The commonest mistakes: refused with the messages of test/golden/mistakes.md, without any effect. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import {
  type AnsweredMistake,
  answerTo,
  mistakes,
  mistakesPage,
  renderMistakes,
  startMistaken,
} from "../support/requests/common-mistakes.ts";
import type { TestService } from "../support/service.ts";

let service: TestService;
const answered: AnsweredMistake[] = [];
beforeAll(async () => {
  service = await startMistaken();
});
afterAll(() => service.close());

test.each(mistakes.map((mistake) => [mistake.title, mistake] as const))("%s", async (_, mistake) => {
  const before = service.contents();
  const answer = await answerTo(service, mistake);
  expect(answer.reply.status).toBeWithin(400, 500);
  expect(service.contents()).toEqual(before);
  answered.push(answer);
});

test("test/golden/mistakes.md has the current answers; `make matrix` writes it", () => {
  expect(mistakes).toHaveLength(30);
  expect(readFileSync(mistakesPage, "utf8")).toBe(renderMistakes(answered));
});
