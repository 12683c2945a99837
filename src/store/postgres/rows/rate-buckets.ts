import { sql } from "drizzle-orm";
import type { SharedBuckets } from "../../../accounting/shared-buckets.ts";
import type { PostgresDatabase } from "../database.ts";
import { rowsOf } from "../plain-statements.ts";

/** Unix microseconds by the database's clock, which all nodes share. */
const now = sql`(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`;

export function ratesInPostgres({ write }: PostgresDatabase): SharedBuckets {
  return {
    take: (taken) =>
      write(async (orm) => {
        // In a fixed order, so that nodes do not wait for each other in a circle.
        const names = [...taken].sort(([a], [b]) => (a < b ? -1 : 1));
        if (names.length === 0) return new Map();
        const rows = sql.join(
          names.map(([name, microseconds]) => sql`(${name}, ${now} + ${Math.round(microseconds)}::bigint)`),
          sql`, `,
        );
        const found = await rowsOf<{ name: string; full_in: string }>(
          orm,
          sql`
            INSERT INTO rate_buckets AS bucket (name, full_at) VALUES ${rows} ON CONFLICT (name)
            DO UPDATE SET full_at = greatest(bucket.full_at, ${now}) + excluded.full_at - ${now}
            RETURNING name, full_at - ${now} AS full_in`,
        );
        return new Map(found.map(({ name, full_in: fullIn }) => [name, Number(fullIn)]));
      }),
    tidy: () =>
      write(async (orm) => {
        await orm.execute(sql`DELETE FROM rate_buckets WHERE full_at < ${now}`);
      }),
  };
}
