/**
 * Structured logging. A line has a level, an event name and flat fields. Content of documents, questions and keys is
 * never a field: the callers' rule, and a test in test/house reads the e2e log for it.
 */
import type { Clock } from "./clock.ts";
import { timestamp } from "./clock.ts";

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** @param error its stack goes to the log, and nowhere else. */
  error(event: string, error: unknown, fields?: LogFields): void;
}

type Level = "info" | "warn" | "error";

/** @param write receives one line without its line end. */
export function createLog(format: "pretty" | "json", clock: Clock, write: (line: string) => void): Log {
  const emit = (level: Level, event: string, fields: LogFields) =>
    write(format === "json" ? jsonLine(clock, level, event, fields) : prettyLine(clock, level, event, fields));
  return {
    info: (event, fields = {}) => emit("info", event, fields),
    warn: (event, fields = {}) => emit("warn", event, fields),
    error: (event, error, fields = {}) => emit("error", event, { ...fields, error: describe(error) }),
  };
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

function jsonLine(clock: Clock, level: Level, event: string, fields: LogFields): string {
  return JSON.stringify({ time: timestamp(clock.now()), level, event, ...fields });
}

function prettyLine(clock: Clock, level: Level, event: string, fields: LogFields): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name}=${typeof value === "string" && /[\s"=]/.test(value) ? JSON.stringify(value) : value}`,
    );
  return [timestamp(clock.now()), level.padEnd(5), event, ...parts].join(" ");
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${describe(error.cause)}`;
}
