/** `docent ask -c` against a whole service: each question is understood from those before it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { run } from "../../../src/cli/run.ts";
import { type LoopbackService, listenOnLoopback } from "../../support/processes/loopback-service.ts";

let service: LoopbackService;
beforeAll(async () => {
  service = await listenOnLoopback();
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
  const text =
    "# Heating\n\nThe heating pump needs 45 watts.\n\nThe heating pump was made in Oslo.\n\n# Garden\n\nThe garden pump needs 900 watts.\n";
  await service.request("POST", "/v1/experts/house/sources?wait=60", { body: { title: "Pumps", text } });
});
afterAll(() => service.close());

interface Talk {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

async function talk(lines: readonly string[], ...args: string[]): Promise<Talk> {
  const out: string[] = [];
  const err: string[] = [];
  async function* read() {
    yield* lines;
  }
  const console = { print: (line: string) => out.push(line), complain: (line: string) => err.push(line), lines: read };
  const access = ["--url", service.address, "--key-file", service.keyFile];
  return { code: await run(["ask", ...access, ...args], console), out, err };
}

test("a question that leaves out its subject is answered from the turns before it", async () => {
  const lines = ["How many watts does the heating pump need?", "", "  And the garden pump?  "];
  const { code, out, err } = await talk(lines, "house", "-c");
  expect([code, err]).toEqual([0, []]);
  expect(out.filter((line) => /watts \[1\]/.test(line))).toEqual([
    "The heating pump needs 45 watts [1].",
    "The garden pump needs 900 watts [1].",
  ]);
});

test("the first question may stand on the command line, and each answer is a line of JSON for programs", async () => {
  const { out } = await talk(
    ["Where was it made?"],
    "house",
    "How many watts does the heating pump need?",
    "-c",
    "--json",
  );
  const answers = out.map((line) => JSON.parse(line));
  expect(answers.map(({ object }) => object)).toEqual(["answer", "answer"]);
  expect(answers[1].answer).toContain("Oslo");
});

test("an error ends its question, not the conversation", async () => {
  const { code, out, err } = await talk(
    ["x".repeat(100_000), "How many watts does the heating pump need?"],
    "house",
    "-c",
  );
  const answer = "The heating pump needs 45 watts [1].";
  expect([code, err.length, out[0]]).toEqual([0, 1, answer]);
});

test("behind the end of the flags, -c is a word", async () => {
  const { code } = await talk([], "house", "--", "-c");
  expect(code).toBe(3);
  expect(await talk([], "house")).toMatchObject({ code: 2, err: [expect.stringContaining("docent ask EXPERT -c")] });
});
