/** A dead node's leases end by the database's clock, because those of nodes may differ. */
import { sql } from "drizzle-orm";
import { done, type Leases, rowsOf } from "../work.ts";

const now = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** @param node unique to the process */
export function leasesOf(node: string): Leases {
  return {
    *take(name, milliseconds) {
      const taken = yield* rowsOf(
        sql`INSERT INTO leases (name, holder, until) VALUES (${name}, ${node}, ${now} + ${milliseconds}::bigint)
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
          WHERE leases.holder = excluded.holder OR leases.until <= ${now} RETURNING name`,
      );
      return taken.length > 0;
    },
    *isOurs(name) {
      const held = yield* rowsOf(sql`SELECT name FROM leases WHERE name = ${name} AND holder = ${node} FOR UPDATE`);
      return held.length > 0;
    },
    leave: (name) => done(sql`DELETE FROM leases WHERE name = ${name} AND holder = ${node}`),
    isElsewhere: (name) => sql`EXISTS (
      SELECT 1 FROM leases l WHERE l.name = ${name} AND l.holder <> ${node} AND l.until > ${now})`,
  };
}
