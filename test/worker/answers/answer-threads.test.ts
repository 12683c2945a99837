import { afterEach, expect, test } from "bun:test";
import { noConstraints, plainQuestion } from "../../../src/answering/asked-question.ts";
import type { ReplyInput } from "../../../src/answering/choice/extractive-reply.ts";
import type { Finding, FindingRequest } from "../../../src/answering/finding.ts";
import type { Fault } from "../../../src/kernel/fault.ts";
import type { ExpertId } from "../../../src/kernel/ids.ts";
import { type Log, silentLog } from "../../../src/kernel/log.ts";
import { AnswerThreads, type AnswerThreadsParts } from "../../../src/worker/answer-threads.ts";
import { clockAt, type MovableClock } from "../../support/service.ts";

const opened: AnswerThreads[] = [];
afterEach(() => Promise.all(opened.splice(0).map((threads) => threads.close())));

const opening = {
  database: "",
  memory: "",
  sense: false,
  vectors: false,
  reader: false,
  budgetBytes: 1,
  tableBytes: 1,
};
const unruly = new URL("../../support/processes/unruly-answer-worker.ts", import.meta.url);
const never = new AbortController().signal;

interface World {
  readonly threads: AnswerThreads;
  readonly clock: MovableClock;
  readonly logged: string[];
  /** What a thread found; "here" if the caller is to do the work. Asks until a thread takes the question. */
  ask(question: string, expert?: string, signal?: AbortSignal): Promise<unknown>;
}

function world(more: Partial<AnswerThreadsParts> = {}): World {
  const clock = clockAt(1_000_000);
  const logged: string[] = [];
  const note = (event: string) => void logged.push(event);
  const log: Log = { ...silentLog, warn: note, error: note };
  const lengths = { longQuestion: 0, waitingQuestion: 100 };
  const threads = new AnswerThreads({ entry: unruly, threads: 2, opening, clock, log, ...lengths, ...more });
  opened.push(threads);
  const ask: World["ask"] = async (question, expert = "exp_1", signal = never) => {
    const finding = await threads.find(requestOf(question, expert), signal);
    return finding === null ? "here" : finding === "late" ? finding : finding.found;
  };
  return { threads, clock, logged, ask };
}

const requestOf = (text: string, expert: string): FindingRequest => ({
  query: { ...plainQuestion, expert: { id: expert, language: "en" }, text } as unknown as FindingRequest["query"],
  wants: "shown",
  constraints: null,
});

/** Until the number of ready threads is this, letting their messages in. */
async function running({ threads, ask }: World, number: number): Promise<void> {
  while (threads.stats().running !== number) {
    await new Promise((go) => setImmediate(go));
    if (threads.stats().running < number) await Promise.all([ask("warm"), ask("up")]);
  }
}

test("the caller works until a thread is ready, and a second one starts when the first is busy", async () => {
  const here = world();
  expect(await here.ask("a")).toBe("here");
  await running(here, 2);
  const before = here.threads.stats().questions;
  expect((await Promise.all(["a", "b", "c", "d"].map((one) => here.ask(one)))).includes("here")).toBeFalse();
  expect(here.threads.stats()).toEqual({ running: 2, questions: before + 4, load: 0 });
});

test("a long question waits for the thread that starts, and the caller works if it does not start", async () => {
  const here = world();
  expect(await here.ask("a".repeat(100))).toBeNumber();
  expect(here.threads.stats().running).toBe(1);

  const broken = world({ entry: new URL("../../support/processes/no-such-worker.ts", import.meta.url) });
  expect(await broken.ask("a".repeat(100))).toBe("here");
  expect(broken.logged).toEqual(["answering.thread_lost"]);
});

test("the caller works while every thread has four questions, but not on a long one", async () => {
  const here = world({ threads: 1, longQuestion: 20 });
  await running(here, 1);
  const asked = ["alone", "1", "2", "3", "4", "5", "a long question".repeat(2)].map((one) => here.ask(one));
  expect(here.threads.stats().load).toBe(5);
  const isHere = (await Promise.all(asked)).map((found) => found === "here");
  expect(here.threads.stats().load).toBe(0);
  expect(isHere).toEqual([true, false, false, false, false, true, false]);
});

test("a question that is read never stays with the caller: it waits for a thread that starts, and for others", async () => {
  const here = world({ threads: 1, opening: { ...opening, reader: true } });
  const asked = { ...requestOf("a", "exp_1"), constraints: noConstraints };
  const found = await Promise.all(Array.from({ length: 12 }, () => here.threads.find(asked, never)));
  expect(found.map((finding) => (finding as Finding | null)?.found as unknown)).toEqual(
    Array.from({ length: 12 }, (_, i) => i + 1),
  );
});

test("a thread chooses an answer from what the caller found, for a language that is read", async () => {
  const here = world({ threads: 1, opening: { ...opening, reader: true } });
  const inputIn = (language: string) => ({ expert: { language }, question: "a" }) as unknown as ReplyInput;
  expect(await here.threads.choose(inputIn("en-GB"), never)).toEqual({ chosen: "a" } as never);
  expect(await here.threads.choose(inputIn("de"), never)).toBeNull();
});

test("one question at a time needs one thread", async () => {
  const here = world();
  while ((await here.ask("a")) === "here") await new Promise((go) => setImmediate(go));
  const first = Number(await here.ask("a"));
  expect(await here.ask("b")).toBe(first + 1);
  expect(here.threads.stats().running).toBe(1);
});

test("a memory that a thread is behind of is searched by the caller for a second", async () => {
  const here = world({ threads: 1 });
  await running(here, 1);
  expect(await here.ask("behind")).toBe("here");
  const { questions } = here.threads.stats();
  expect(await here.ask("a")).toBe("here");
  expect(await here.ask("a", "exp_2")).toBeNumber();
  here.clock.advance(1000);
  expect(await here.ask("a")).toBeNumber();
  expect([here.threads.stats().questions - questions, here.logged]).toEqual([2, []]);
});

test("a request with a fault and a defect are the caller's, and only the defect is logged", async () => {
  const here = world({ threads: 1 });
  await running(here, 1);
  expect([await here.ask("refused"), here.logged]).toEqual(["here", []]);
  expect([await here.ask("failed"), here.logged]).toEqual(["here", ["answering.question_failed"]]);
  expect(await here.ask("a")).toBeNumber();
});

const refusal = (asked: Promise<unknown>) => asked.catch((fault: Fault) => [fault.code, fault.headers["retry-after"]]);

test.each(["throw", "exit", "hang"])(
  "a question whose thread is lost twice (%s) is refused, and one behind it is answered by another thread",
  async (how) => {
    const here = world({ threads: 1, ...(how === "hang" && { timeout: 1000 }) });
    await running(here, 1);
    expect(await Promise.all([refusal(here.ask(how)), here.ask("b")])).toEqual([["overloaded", "5"], 1]);
    expect(here.logged).toEqual(["answering.thread_lost", "answering.thread_lost"]);
    expect([await here.ask("a"), here.threads.stats().running]).toEqual(["here", 0]);
    here.clock.advance(5000);
    await running(here, 1);
    expect(await here.ask("a")).toBeNumber();
  },
);

test("a question whose thread is lost is answered by one that runs, and its caller does not work", async () => {
  const here = world({ timeout: 1000 });
  await running(here, 2);
  const asked = ["hang", "hang", "a", "b", "c"].map((one) => refusal(here.ask(one)));
  const [first, second, ...others] = await Promise.all(asked);
  expect([first, second]).toEqual([
    ["overloaded", "5"],
    ["overloaded", "5"],
  ]);
  for (const found of others) expect(found).toBeNumber();
});

test("a question that is given up ends at once, and the thread goes on", async () => {
  const here = world({ threads: 1 });
  await running(here, 1);
  const leaving = new AbortController();
  const ask = () => here.ask("ignore", "exp_1", leaving.signal).catch((error: Error) => error.message);
  const given = ask();
  leaving.abort(new Error("the client left"));
  expect(await given).toBe("the client left");
  expect(await here.ask("a")).toBeNumber();
  expect(await ask()).toBe("the client left");
});

test("pages that threads share count once, and what a lost thread held no longer counts", async () => {
  const here = world();
  await running(here, 2);
  await Promise.all([here.ask("hold"), here.ask("hold")]);
  expect(here.threads.heldBytes()).toBe(1020);
  here.threads.forget("exp_1" as ExpertId);
  await Promise.all([here.ask("a"), here.ask("b")]);
  expect(here.threads.heldBytes()).toBe(2);
  await here.threads.close();
  expect([here.threads.heldBytes(), here.threads.stats().running, await here.ask("a")]).toEqual([0, 0, "here"]);
});

test("a question that comes alone is the caller's, unless it is long", async () => {
  const here = world({ longQuestion: 20 });
  expect([await here.ask("a"), await here.ask("b"), here.threads.stats().running]).toEqual(["here", "here", 0]);
  const long = "a question that takes long to read";
  while ((await here.ask(long)) === "here") await new Promise((go) => setImmediate(go));
  await new Promise((go) => setImmediate(go));
  expect(await here.ask("a")).toBe("here");
  await new Promise((go) => setImmediate(go));
  const [first, ...others] = await Promise.all([here.ask("a"), here.ask("b"), here.ask("c")]);
  expect([first, others.includes("here")]).toEqual(["here", false]);
  const [waiting, next] = [here.ask(long), here.ask("a")];
  expect([await waiting, await next].includes("here")).toBeFalse();
});

test("a short question that waits for a thread is given back to its caller, and the thread is lost later", async () => {
  const here = world({ threads: 1, longQuestion: 20, timeout: 600, patience: 50 });
  await running(here, 1);
  const asked = ["alone", "hang", "behind it", "a long question behind".repeat(2)].map((one) => here.ask(one));
  expect(await Promise.all(asked.slice(1, 3))).toEqual(["late", "late"]);
  expect(here.logged).toEqual([]);
  expect(await asked[3]).toBeNumber();
  expect(here.logged).toContain("answering.thread_lost");
});
