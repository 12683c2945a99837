import { expect, test } from "bun:test";
import { silentLog } from "../../src/kernel/log.ts";
import type { Embedder } from "../../src/memory/embedder-ports.ts";
import { createQuestionVectors } from "../../src/memory/question-vectors.ts";
import { clockAt } from "../support/service.ts";

type Manner = "answers" | "fails" | "hangs";

/** An embedder whose vectors are the length of the text. */
function setUp(timeout = 10, rest?: number) {
  const asked: string[] = [];
  let manner: Manner = "answers";
  const embedder: Embedder = {
    model: "lengths",
    recipe: "plain",
    dimensions: 1,
    batch: 8,
    embed: async (texts, use, signal) => {
      asked.push(`${use} ${texts.join()}`);
      if (manner === "fails") throw new Error("out of memory");
      if (manner === "hangs") await abortOf(signal);
      return { vectors: texts.map((text) => Float32Array.of(text.length)), tokens: 3 };
    },
  };
  const clock = clockAt(0);
  const questions = createQuestionVectors({
    embedder,
    clock,
    log: silentLog,
    timeout,
    ...(rest !== undefined && { rest }),
  });
  return {
    asked,
    clock,
    questions,
    become: (next: Manner) => {
      manner = next;
    },
  };
}

async function abortOf(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  signal.addEventListener("abort", resolve, { once: true });
  await promise;
  signal.throwIfAborted();
}

const never = new AbortController().signal;

test("a question is embedded once, as a question", async () => {
  const { questions, asked } = setUp();
  expect(await questions.of("why", never)).toEqual({ vector: Float32Array.of(3), tokens: 3 });
  expect(await questions.of("why", never)).toEqual({ vector: Float32Array.of(3), tokens: 0 });
  expect(await questions.ofSoon("why", never)).toEqual({ vector: Float32Array.of(3), tokens: 0 });
  expect(asked).toEqual(["question why"]);
});

test("recent questions are kept, and an older one is not", async () => {
  const { questions, asked } = setUp();
  for (let i = 0; i < 512; i++) await questions.of(`question ${i}`, never);
  await questions.of("question 0", never);
  expect(asked.length).toBe(512);
  for (let i = 0; i < 512; i++) await questions.of(`another ${i}`, never);
  await questions.of("question 0", never);
  expect(asked.length).toBe(1024);
  await questions.of("question 1", never);
  expect(asked.length).toBe(1025);
});

for (const manner of ["fails", "hangs"] as const) {
  test(`a model that ${manner} is done without, and left alone for a while`, async () => {
    const { questions, asked, clock, become } = setUp();
    become(manner);
    expect(await questions.ofSoon("why", never)).toBeNull();
    expect(await questions.ofSoon("how", never)).toBeNull();
    clock.advance(14_999);
    expect(await questions.ofSoon("who", never)).toBeNull();
    expect(asked).toEqual(["question why"]);
    clock.advance(1);
    become("answers");
    expect((await questions.ofSoon("who", never))?.tokens).toBe(3);
    expect((await questions.ofSoon("how", never))?.tokens).toBe(3);
  });
}

test("a local model that was too slow once is still asked for the next question", async () => {
  const { questions, asked, become } = setUp(10, 0);
  become("hangs");
  expect(await questions.ofSoon("why", never)).toBeNull();
  become("answers");
  expect(await questions.ofSoon("when", never)).not.toBeNull();
  expect(asked).toEqual(["question why", "question when"]);
});

test("a clock that is set back does not lengthen the pause", async () => {
  const { questions, clock, become, asked } = setUp();
  become("fails");
  expect(await questions.ofSoon("why", never)).toBeNull();
  become("answers");
  clock.advance(-3 * 86_400_000);
  expect((await questions.ofSoon("why", never))?.tokens).toBe(3);
  expect(asked).toEqual(["question why", "question why"]);
});

test("a caller that requires vectors gets the error, and its success ends the pause", async () => {
  const { questions, become } = setUp();
  become("fails");
  expect(await questions.ofSoon("why", never)).toBeNull();
  expect(questions.of("why", never)).rejects.toThrow("out of memory");
  become("answers");
  await questions.of("why", never);
  expect((await questions.ofSoon("how", never))?.tokens).toBe(3);
});

test("an aborted caller does not count as a failure of the model", async () => {
  const { questions, become, asked } = setUp(10_000);
  become("hangs");
  const control = new AbortController();
  const left = questions.ofSoon("why", control.signal);
  control.abort(new Error("left"));
  expect(left).rejects.toThrow("left");
  await left.catch(() => undefined);
  become("answers");
  expect((await questions.ofSoon("how", never))?.tokens).toBe(3);
  expect(asked).toEqual(["question why", "question how"]);
});
