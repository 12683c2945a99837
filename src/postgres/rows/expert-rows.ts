import type { ExpertStore } from "../../experts/ports.ts";
import { expertStore } from "../../store/expert-store.ts";
import type { PostgresDatabase } from "../database.ts";
import { storeInPostgres } from "../store-dialect.ts";
import { foreseenExpert } from "./key-look-up.ts";

/** Nothing is kept in memory, so every node sees a change with its next request. */
export function expertsInPostgres(database: PostgresDatabase): ExpertStore {
  const store = expertStore(storeInPostgres(database, ""));
  return {
    ...store,
    byId: (workspace, id, foreseen) => {
      const known = foreseenExpert(foreseen, workspace, id);
      return known === undefined ? store.byId(workspace, id) : known;
    },
    byName: (workspace, name, foreseen) => {
      const known = foreseenExpert(foreseen, workspace, name);
      return known === undefined ? store.byName(workspace, name) : known;
    },
  };
}
