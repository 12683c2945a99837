import { type SQL, sql } from "drizzle-orm";
import type { OriginalNames } from "../../../kernel/stores/shared-files.ts";
import { ormWithin, type PostgresDatabase } from "../database.ts";
import { firstRow, numberList, rowsOf } from "../plain-statements.ts";

export function originalNamesIn({ read, write, transact }: PostgresDatabase): OriginalNames {
  const namesWhere = (condition: SQL) =>
    read(async (orm) => {
      const rows = await rowsOf<{ name: string }>(orm, sql`SELECT name FROM originals WHERE ${condition}`);
      return rows.map(({ name }) => name);
    });
  return {
    of: async (versionNo) => (await namesWhere(sql`version_no = ${versionNo}`))[0] ?? null,
    assign: async (versionNo, name, within) => {
      const assignment = sql`INSERT INTO originals (version_no, name) VALUES (${versionNo}, ${name})
        ON CONFLICT (version_no) DO UPDATE SET name = excluded.name`;
      if (within !== undefined) await ormWithin(within).execute(assignment);
      else await write(async (orm) => void (await orm.execute(assignment)));
    },
    ofAll: (versionNos) => namesWhere(sql`version_no = ANY(${numberList(versionNos)})`),
    forget: (versionNos) =>
      transact(async (orm) => {
        const gone = sql`version_no = ANY(${numberList(versionNos)})`;
        await orm.execute(sql`DELETE FROM originals WHERE ${gone}`);
        await orm.execute(sql`DELETE FROM removed_originals WHERE ${gone}`);
      }),
    deleted: (limit) =>
      read(async (orm) => {
        const some = sql`SELECT version_no::float8 AS no FROM removed_originals ORDER BY version_no LIMIT ${limit}`;
        return (await rowsOf<{ no: number }>(orm, some)).map(({ no }) => no);
      }),
    unassigned: async (names) => {
      const list = JSON.stringify(names);
      const row = await read((orm) =>
        firstRow<{ names: string }>(
          orm,
          sql`SELECT coalesce(json_agg(found.name), '[]')::text AS names FROM jsonb_array_elements_text(${list}::text::jsonb) AS found (name)
            WHERE NOT EXISTS (SELECT 1 FROM originals o WHERE o.name = found.name)`,
        ),
      );
      return JSON.parse(row?.names ?? "[]");
    },
  };
}
