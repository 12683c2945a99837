/** Questions in a file of their own, asked of a folder of documents; why a sentence was taken. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evalCommand } from "../../../src/cli/asking/eval-command.ts";

const scratch = mkdtempSync(join(tmpdir(), "docent-eval-questions-"));
const documents = mkdtempSync(join(scratch, "documents-"));
const questions = join(scratch, "questions.jsonl");

const market = `# The market

The covered market was opened in 1835 by the mayor.

## Opening hours of the hall

The hall opens at eight in the morning. Fish is sold until noon. On Sundays the hall is closed to the public.
`;

beforeAll(() => {
  writeFileSync(join(documents, "market.md"), market);
  writeFileSync(join(documents, "museum.txt"), "The costume museum first opened its doors in 1852.\n");
  const wants = [
    { document: "market.md", words: ["1835"] },
    { document: "museum.txt", words: ["1852"] },
  ];
  const lines = [
    { id: "a", kind: "comparison", question: "Which opened first, the covered market or the costume museum?", wants },
    { id: "b", kind: "nothing", question: "Who wrote the opera in Vienna?", answerable: false },
    {
      id: "c",
      question: "Give me an overview of the opening hours of the hall",
      wants: [{ document: "market.md", words: ["until noon"] }],
    },
  ];
  writeFileSync(questions, lines.map((line) => JSON.stringify(line)).join("\n"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function run(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const terminal = { print: (line: string) => void printed.push(line), complain: () => undefined };
  expect(await evalCommand.run([documents, "--sense", "off", ...words], terminal)).toBe(0);
  return printed.join("\n");
}

test("files are read as documents, wanted texts are searched in their quotes, and a kind that is not given is as Docent reads the question", async () => {
  const report = JSON.parse(await run("--questions", questions, "--min-confidence", "0", "--json"));
  expect(report).toMatchObject({ documents: 2, questions: 3, wantedCited: 1, wantsAllQuoted: 1, citationFaults: 0 });
  const kinds = report.kinds as readonly { kind: string; questions: number; right: number }[];
  expect(kinds.map(({ kind, questions: asked, right }) => [kind, asked, right])).toEqual([
    ["comparison", 1, 1],
    ["nothing", 1, 0],
    ["overview", 1, 1],
  ]);
});

test("the table has the kinds and the calibration", async () => {
  const text = await run("--questions", questions, "--min-confidence", "0");
  expect(text).toMatch(/^wantedCited +1$/m);
  expect(text).toMatch(/^kind +questions +right +refused +wrong +words$/m);
  expect(text).toMatch(/^calibration error of the answers given: 0\.\d{4}$/m);
});

test("--explain reports the fate of each sentence", async () => {
  const question = "When was the covered market opened?";
  const text = await run("--explain", question);
  expect(text).toMatch(/^question +when, fact$/m);
  expect(text).toMatch(/^confidence +0\.\d+ = /m);
  expect(text).toMatch(/^1\. best: likelihood [01]\.\d+, needed 0\.\d+$/m);
  expect(text).toContain("The covered market was opened in 1835 by the mayor.");
  const explained = JSON.parse(await run("--explain", question, "--json"));
  const parts = explained.confidence as readonly (readonly [string, number])[];
  const logOdds = parts.reduce((sum, [, amount]) => sum + amount, 0);
  expect(1 / (1 + Math.exp(-logOdds))).toBeCloseTo(explained.answer.confidence, 1);
});
