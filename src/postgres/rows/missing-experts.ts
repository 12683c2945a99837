import { sql } from "drizzle-orm";
import type { MissingExperts } from "../../kernel/stores/shared-files.ts";
import type { PostgresDatabase } from "../database.ts";
import { rowsOf } from "../plain-statements.ts";

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
