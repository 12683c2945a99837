import type { KeyStore } from "../../keys/ports.ts";
import { keyStore, touchKey } from "../../store/account-stores.ts";
import type { PostgresDatabase } from "../database.ts";
import { storeInPostgres } from "../store-dialect.ts";
import { type ForeseenStandings, foreseenStandings } from "./foreseen-standings.ts";
import { keyLookUp } from "./key-look-up.ts";

/** Nothing is kept in memory, so a key that one node revokes is refused by every node with the next request. */
export function keysInPostgres(
  database: PostgresDatabase,
  standings: ForeseenStandings = foreseenStandings(),
  now: () => number = () => performance.now(),
): KeyStore {
  const store = storeInPostgres(database, "");
  return {
    ...keyStore(store),
    byHash: keyLookUp(database, standings, now),
    touch: (id, at) => store.write("process", (orm) => touchKey(store, orm, { id, at })),
  };
}
