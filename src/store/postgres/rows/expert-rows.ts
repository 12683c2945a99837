import { sql } from "drizzle-orm";
import type { ExpertStore } from "../../../experts/ports.ts";
import type { MissingExperts } from "../../../kernel/stores/shared-files.ts";
import { expertStore } from "../../expert-store.ts";
import type { PostgresDatabase } from "../database.ts";
import { rowsOf } from "../plain-statements.ts";
import { storeInPostgres } from "../store-dialect.ts";
import { foreseenExpert } from "./key-rows.ts";

/** Nothing is cached, so every node sees a change with its next request. */
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

export function missingExpertsIn({ read }: PostgresDatabase): MissingExperts {
  return async (experts) => {
    const list = JSON.stringify(experts);
    const rows = await read((orm) =>
      rowsOf<{ id: string }>(
        orm,
        sql`SELECT given.id FROM jsonb_array_elements_text(${list}::text::jsonb) AS given (id)
          WHERE NOT EXISTS (SELECT 1 FROM experts e WHERE e.id = given.id)`,
      ),
    );
    return rows.map(({ id }) => id);
  };
}
