import type { Clock } from "./clock.ts";
import { hasPassed, timestamp } from "./clock.ts";

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** `area.what_happened`. The two commonest lines have short names. */
export type LogEvent = `${string}.${string}` | "request" | "answer";

export interface Log {
  debug(event: LogEvent, fields?: LogFields): void;
  info(event: LogEvent, fields?: LogFields): void;
  warn(event: LogEvent, fields?: LogFields): void;
  error(event: LogEvent, error: unknown, fields?: LogFields): void;
}

const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

export function createLog(
  format: "pretty" | "json",
  clock: Clock,
  write: (line: string) => void,
  { threshold = () => "info" }: { threshold?: () => LogLevel } = {},
): Log {
  const line = format === "json" ? jsonLine : prettyLine;
  const emit = (level: LogLevel, event: LogEvent, fields: LogFields) => {
    if (logLevels.indexOf(level) <= logLevels.indexOf(threshold())) write(line(clock, level, { event, fields }));
  };
  return {
    debug: (event, fields = {}) => emit("debug", event, fields),
    info: (event, fields = {}) => emit("info", event, fields),
    warn: (event, fields = {}) => emit("warn", event, fields),
    error: (event, error, fields = {}) => emit("error", event, { ...fields, error: describe(error) }),
  };
}

const toldAgainAfter = 60_000;

/** Logs an error that every request may repeat: at once, and then once a minute with the number of times. */
export function rareError(log: Log, clock: Clock, event: LogEvent): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let times = 0;
  return (error) => {
    times += 1;
    if (!hasPassed(toldAgainAfter, toldAt, clock.now())) return;
    log.error(event, error, { times });
    toldAt = clock.now();
    times = 0;
  };
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

interface LogEntry {
  readonly event: LogEvent;
  readonly fields: LogFields;
}

function jsonLine(clock: Clock, level: LogLevel, { event, fields }: LogEntry): string {
  return JSON.stringify({ time: timestamp(clock.now()), level, event, ...fields });
}

function prettyLine(clock: Clock, level: LogLevel, { event, fields }: LogEntry): string {
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
