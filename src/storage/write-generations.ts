/** Numbers that change when rows may have changed, so that callers know whether what they have read still holds. */
import type { Database as Sqlite } from "bun:sqlite";
import type { Durability } from "./pragmas.ts";

/** What a write may change: only counters of use, only sources with what belongs to them, or experts, keys and anything else too. */
export type Changes = "counters" | "sources" | "anything";

export type Generations = ReturnType<typeof generationsOf>;

/** Counts what may have changed: for each write, and once more when its transaction has ended, which may undo it. */
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

/** Requests of one turn of the event loop share a look at the database. Without a request, each look is one of its own. */
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
    // Of two requests that come in one turn, the second one may know of something that the first look did not see.
    requestCame: () => {
      requestGoesOn();
      look = "due";
    },
    requestGoesOn,
  };
}
