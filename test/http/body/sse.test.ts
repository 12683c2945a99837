import { describe, expect, test } from "bun:test";
import { dataFrame, eventFrame, type StreamOutcome, sseResponse } from "../../../src/http/body/sse.ts";

const decoder = new TextDecoder();
const text = (bytes: Uint8Array | undefined) => decoder.decode(bytes);

async function* three() {
  yield "data: 1\n\n";
  yield "data: 2\n\n";
  yield "data: ✓\n\n";
}

async function* failingAfter(frames: string[], message: string) {
  yield* frames;
  throw new Error(message);
}

test("frames", () => {
  expect(dataFrame({ text: "a\nb\u2028" })).toBe('data: {"text":"a\\nb\u2028"}\n\n');
  expect(eventFrame("done", 1)).toBe("event: done\ndata: 1\n\n");
});

test("the whole of a stream with its headers", async () => {
  const outcomes: StreamOutcome[] = [];
  const response = await sseResponse(three(), { onEnd: (outcome) => outcomes.push(outcome) });
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  });
  expect(await response.text()).toBe("data: 1\n\ndata: 2\n\ndata: ✓\n\n");
  expect(outcomes).toEqual(["complete"]);
});

test("a failure before the first frame is thrown", async () => {
  expect(sseResponse(failingAfter([], "early"))).rejects.toThrow("early");
});

test("a later failure cuts the stream", async () => {
  const outcomes: StreamOutcome[] = [];
  const frames = failingAfter(["data: 1\n\n"], "late");
  const response = await sseResponse(frames, { onEnd: (outcome) => outcomes.push(outcome) });
  expect(response.text()).rejects.toThrow("late");
  await Promise.resolve();
  expect(outcomes).toEqual(["failed"]);
});

test("frames are produced only as they are read", async () => {
  let made = 0;
  const counting = (async function* () {
    for (;;) yield `data: ${++made}\n\n`;
  })();
  const reader = (await sseResponse(counting)).body!.getReader();
  expect(text((await reader.read()).value)).toBe("data: 1\n\n");
  expect(text((await reader.read()).value)).toBe("data: 2\n\n");
  expect(made).toBe(2);
  await reader.cancel();
});

describe("keep-alive", () => {
  test("a comment for each silence, and no frame is lost", async () => {
    const gate = Promise.withResolvers<void>();
    const slow = (async function* () {
      yield "data: 1\n\n";
      await gate.promise;
      yield "data: 2\n\n";
    })();
    const runsOut = [false, true, true, false];
    let running = 0;
    const startTimer = (milliseconds: number, callback: () => void) => {
      if (milliseconds !== 15_000) return () => {};
      running++;
      if (runsOut.shift()) callback();
      else if (runsOut.length === 0) gate.resolve();
      return () => running--;
    };
    const response = await sseResponse(slow, { startTimer });
    expect(await response.text()).toBe("data: 1\n\n: ping\n\n: ping\n\ndata: 2\n\n");
    expect(running).toBe(0);
  });

  test("waits for the configured time", async () => {
    const asked: number[] = [];
    const startTimer = (milliseconds: number) => {
      if (milliseconds !== 120_000) asked.push(milliseconds);
      return () => {};
    };
    await (await sseResponse(three(), { startTimer })).text();
    await (await sseResponse(three(), { startTimer, keepAliveSeconds: 2 })).text();
    expect(new Set(asked)).toEqual(new Set([15_000, 2000]));
  });
});

test("a client that reads nothing is disconnected, and its work ended", async () => {
  const unread: (() => void)[] = [];
  const startTimer = (milliseconds: number, callback: () => void) => {
    if (milliseconds !== 60_000) return () => {};
    unread.push(callback);
    return () => unread.splice(unread.indexOf(callback), 1);
  };
  const outcomes: StreamOutcome[] = [];
  let isCleaned = false;
  const endless = (async function* () {
    try {
      for (;;) yield "data: 1\n\n";
    } finally {
      isCleaned = true;
    }
  })();
  const left = Promise.withResolvers<void>();
  const response = await sseResponse(endless, {
    unreadSeconds: 60,
    startTimer,
    onEnd: (outcome) => outcomes.push(outcome),
    permit: { keep: () => () => left.resolve() },
  });
  const reader = response.body!.getReader();
  await reader.read();
  await reader.read();
  expect([unread.length, outcomes]).toEqual([1, []]);
  unread[0]?.();
  expect(reader.read()).rejects.toThrow("nothing of the stream was read for 60 s");
  await left.promise;
  expect([unread.length, outcomes, isCleaned]).toEqual([0, ["canceled"], true]);
});

test("a client that leaves ends the work, over a real connection", async () => {
  const outcome = Promise.withResolvers<StreamOutcome>();
  const cleaned = Promise.withResolvers<void>();
  const abort = new AbortController();
  const working = (async function* () {
    try {
      yield "data: 1\n\n";
      await new Promise((_resolve, reject) => abort.signal.addEventListener("abort", () => reject(new Error("left"))));
    } finally {
      cleaned.resolve();
    }
  })();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      sseResponse(working, {
        onEnd(ended) {
          outcome.resolve(ended);
          abort.abort();
        },
      }),
  });
  try {
    const leave = new AbortController();
    const reader = (await fetch(server.url, { signal: leave.signal })).body!.getReader();
    expect(text((await reader.read()).value)).toBe("data: 1\n\n");
    leave.abort();
    expect(await outcome.promise).toBe("canceled");
    await cleaned.promise;
  } finally {
    await server.stop(true);
  }
});
