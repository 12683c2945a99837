import { SQL } from "bun";
import { Fault } from "../../kernel/fault.ts";

/** `conflict`: undone because of another transaction. `connection`: not reached, or no answer. `full`: its disk is full. */
export type DatabaseTrouble = "conflict" | "connection" | "full";

/** SQLSTATE codes (PostgreSQL's documentation, appendix A), or their classes of two characters. */
const troubleOf: Readonly<Record<string, DatabaseTrouble>> = {
  "40001": "conflict", // serialization_failure
  "40P01": "conflict", // deadlock_detected
  "25006": "connection", // read_only_sql_transaction: a standby, just before or after a failover
  "53100": "full", // disk_full
  "53300": "connection", // too_many_connections
  "57P01": "connection", // admin_shutdown
  "57P02": "connection", // crash_shutdown
  "57P03": "connection", // cannot_connect_now
  "08": "connection", // connection_exception
};

export class DatabaseDeadline extends Error {}

export function troubleIn(error: unknown): DatabaseTrouble | null {
  const cause = causeOf(error);
  if (cause instanceof DatabaseDeadline) return "connection";
  if (!(cause instanceof SQL.PostgresError)) return null;
  const state = cause.errno ?? "";
  const known = troubleOf[state] ?? troubleOf[state.slice(0, 2)];
  if (known !== undefined) return known;
  return /^ERR_POSTGRES_(?:CONNECTION|IDLE|LIFETIME)/.test(cause.code) ? "connection" : null;
}

export function isUnreachable(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof SQL.PostgresError && /^ERR_POSTGRES_CONNECTION_(?:FAILED|TIMEOUT)$/.test(cause.code);
}

/** Class 23: integrity_constraint_violation. */
export function isBrokenConstraint(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof SQL.PostgresError && cause.errno?.startsWith("23") === true;
}

export function explained(error: unknown): unknown {
  const cause = causeOf(error);
  const trouble = troubleIn(cause);
  if (trouble === "connection") {
    return new Fault("not_ready", "The database cannot be reached.", {
      hint: "Send the request again in a moment.",
      headers: { "retry-after": "5" },
      cause,
    });
  }
  if (trouble === "full") {
    return new Fault("storage_full", "The disk of the database is full, so nothing was written.", {
      hint: "Free some space and try again. Questions are still answered.",
      cause,
    });
  }
  return cause;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.name !== "Fault" && error.cause instanceof SQL.PostgresError
    ? error.cause
    : error;
}
