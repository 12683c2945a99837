/** These numbers change when rows may have changed, so that caches know whether they are valid. */
import type { Database as Sqlite } from "bun:sqlite";
import type { Durability } from "./pragmas.ts";

/** `counters`: of usage. `sources`: with all that belongs to them. */
export type Changes = "counters" | "sources" | "anything";

export type Generations = ReturnType<typeof generationsOf>;

/** Counts each write when it is made, and again when its transaction ends, which may undo it. */
export function generationsOf(sqlite: Sqlite) {
  const dataVersion = sqlite.query("PRAGMA data_version");
  const counts = { rows: 0, all: 0, settings: 0 };
  let inTransaction = { rows: 0, all: 0, settings: 0 };
  let seen: unknown = null;
  const looks = sharedLooks();
  const raise = (durability: Durability, changes: Changes) => {
    if (changes !== "counters") {
      inTransaction.rows = 1;
      counts.rows += 1;
    }
    if (durability === "process") return;
    inTransaction.all = 1;
    if (changes === "anything") inTransaction.settings = 1;
    counts.all += 1;
    counts.settings += changes === "anything" ? 1 : 0;
  };
  return {
    raise,
    began: (durability: Durability, changes: Changes) => {
      inTransaction = { rows: 0, all: 0, settings: 0 };
      raise(durability, changes);
      return () => {
        counts.rows += inTransaction.rows;
        counts.all += inTransaction.all;
        counts.settings += inTransaction.settings;
      };
    },
    now: () => {
      if (!looks.isDue()) return counts;
      const version = dataVersion.values()[0]?.[0];
      if (version !== seen) raise("power", "anything");
      seen = version;
      return counts;
    },
    ...looks,
  };
}

/** Requests in one turn of the event loop share a look at the database; without requests, each look is separate. */
function sharedLooks() {
  let look: "own" | "due" | "taken" = "own";
  const endTurn = () => {
    look = "own";
  };
  const requestGoesOn = () => {
    if (look !== "own") return;
    setImmediate(endTurn);
    look = "due";
  };
  return {
    isDue: (): boolean => {
      if (look === "taken") return false;
      if (look === "due") look = "taken";
      return true;
    },
    // A later request of the same turn may know of changes that the first look missed.
    requestCame: () => {
      requestGoesOn();
      look = "due";
    },
    requestGoesOn,
  };
}
