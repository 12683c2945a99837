import { expect, test } from "bun:test";
import { plainQuestion } from "../../src/answering/asked-question.ts";
import { createRecentFindings, type Finding } from "../../src/answering/finding.ts";
import type { RetrievalQuery } from "../../src/answering/retrieval.ts";
import { passagesOf } from "./passages.ts";

const pump = { ...plainQuestion, expert: { id: "exp_1" }, text: "pump" } as unknown as RetrievalQuery;
const aboutPassages = (...texts: string[]) =>
  ({ found: { passages: passagesOf(...texts) }, reply: null }) as unknown as Finding;

function world(room?: number) {
  const at = { generation: 1 };
  const recent = createRecentFindings(() => at.generation, room);
  return { at, recent, known: (query: RetrievalQuery) => recent.open(query, true).known };
}

test("only the same question finds a stored result", () => {
  const { recent, known } = world();
  const finding = aboutPassages("The pump hums.");
  expect(known(pump)).toBeNull();
  recent.open(pump, true).keep(finding);
  expect(known({ ...pump })).toBe(finding);
  const others: RetrievalQuery[] = [
    { ...pump, text: "pumps" },
    { ...pump, k: 3 },
    { ...pump, minScore: 0.5 },
    { ...pump, mode: "keyword" },
    { ...pump, filter: { kind: "not", condition: pump } as never },
    { ...pump, expert: { id: "exp_2" } as never },
  ];
  expect(others.map(known)).toEqual(others.map(() => null));
});

test("a commit clears all results, and a result found during a commit is not kept", () => {
  const { at, recent, known } = world();
  recent.open(pump, true).keep(aboutPassages("The pump hums."));
  at.generation = 2;
  expect(known(pump)).toBeNull();
  const place = recent.open(pump, true);
  at.generation = 3;
  place.keep(aboutPassages("The pump leaks."));
  expect(known(pump)).toBeNull();
});

test("a result in brief is for whoever wants no passages, and a whole one is for everybody", () => {
  const { recent, known } = world();
  const knownInBrief = () => recent.open(pump, false).known;
  const brief: Finding = { ...aboutPassages("The pump hums."), isBrief: true };
  recent.open(pump, false).keep(brief);
  expect([known(pump), knownInBrief()]).toEqual([null, brief]);
  const whole = aboutPassages("The pump hums.", "The pump leaks.");
  recent.open(pump, true).keep(whole);
  expect([known(pump), knownInBrief()]).toEqual([whole, whole]);
});

test("a better result replaces an earlier one", () => {
  const { recent, known } = world();
  recent.open(pump, true).keep(aboutPassages("one"));
  const better = aboutPassages("one, and what is said of it");
  recent.open(pump, true).keep(better);
  expect(known(pump)).toBe(better);
});

test("results not used lately are dropped for space, and a result that is too large is not kept", () => {
  const { recent, known } = world(5000);
  const questions = Array.from({ length: 5 }, (_, n): RetrievalQuery => ({ ...pump, text: `question ${n}` }));
  for (const question of questions) recent.open(question, true).keep(aboutPassages(question.text));
  expect(questions.map((question) => known(question) !== null)).toEqual([false, false, true, true, true]);
  recent.open(pump, true).keep(aboutPassages("x".repeat(5000)));
  expect(known(pump)).toBeNull();
});
