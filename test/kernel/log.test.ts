import { expect, test } from "bun:test";
import { Fault } from "../../src/kernel/fault.ts";
import { createLog, type LogLevel, rareError } from "../../src/kernel/log.ts";
import { clockAt } from "../support/service.ts";

function logged(format: "pretty" | "json", write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog(format, clockAt("2026-11-21T08:00:00.000Z"), (line) => lines.push(line)));
  return lines.join("\n");
}

test("a line of JSON has time, level, event and fields", () => {
  const line = logged("json", (log) =>
    log.info("request", { status: 200, path: "/v1", nothing: undefined, none: null }),
  );
  expect(JSON.parse(line)).toEqual({
    time: "2026-11-21T08:00:00.000Z",
    level: "info",
    event: "request",
    status: 200,
    path: "/v1",
    none: null,
  });
});

test("a pretty line quotes ambiguous values", () => {
  const line = logged("pretty", (log) =>
    log.warn("test.odd", { a: "two words", b: "x=y", c: 'say "hi"', d: undefined, e: 1 }),
  );
  expect(line).toBe('2026-11-21T08:00:00.000Z warn  test.odd a="two words" b="x=y" c="say \\"hi\\"" e=1');
});

test("an event stays on its line, whatever its fields contain", () => {
  for (const format of ["pretty", "json"] as const) {
    const text = logged(format, (log) => log.info("request", { path: "/a\n2026 error forged", key: "b\r\nc" }));
    expect(text.split(/[\r\n]/)).toHaveLength(1);
  }
});

test("an error has its stack and its causes", () => {
  const cause = new TypeError("the disk said no");
  const fault = new Fault("internal_error", "It failed.", { hint: "Look.", cause });
  const { error } = JSON.parse(logged("json", (log) => log.error("test.failed", fault)));
  expect(error).toContain("It failed. Look.");
  expect(error).toContain("caused by TypeError: the disk said no");
  expect(error).toContain("log.test.ts");
  expect(JSON.parse(logged("json", (log) => log.error("test.failed", "a string"))).error).toBe("a string");
});

test("events below the threshold are not written, and the threshold can change", () => {
  const lines: string[] = [];
  let threshold: LogLevel = "warn";
  const write = (line: string) => lines.push(String(JSON.parse(line).event));
  const log = createLog("json", clockAt(0), write, { threshold: () => threshold });
  const speak = (round: string) => {
    log.debug(`${round}.debug`);
    log.info(`${round}.info`);
    log.warn(`${round}.warn`);
    log.error(`${round}.error`, new Error("no"));
  };
  speak("quiet");
  threshold = "debug";
  speak("loud");
  threshold = "error";
  speak("grave");
  expect(lines).toEqual([
    ...["quiet.warn", "quiet.error"],
    ...["loud.debug", "loud.info", "loud.warn", "loud.error"],
    "grave.error",
  ]);
});

test("a trouble of every request is told at once, and then once a minute with how often it came", () => {
  const lines: string[] = [];
  const clock = clockAt(0);
  const tell = rareError(
    createLog("json", clock, (line) => lines.push(line)),
    clock,
    "embedding.question_failed",
  );
  for (let seconds = 0; seconds < 120; seconds++) {
    tell(`too slow at ${seconds}`);
    clock.advance(1000);
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", event: "embedding.question_failed", error: "too slow at 0", times: 1 },
    { error: "too slow at 60", times: 60 },
  ]);
});
