/**
 * Leases: work with a name that one node does at a time. A node that dies loses its leases when they end. Times are those of
 * the database's clock, because the nodes' clocks may differ.
 */
import { sql } from "drizzle-orm";
import { firstRow } from "./plain-statements.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

export interface Leases {
  /** Takes the lease or renews it. False: another node has it. */
  take(name: string, milliseconds: number): Promise<boolean>;
  /** Ends the lease, if this node has it. */
  leave(name: string): Promise<void>;
}

const now = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** @param node another text for every process */
export function leasesIn({ transact }: PostgresDatabase, node: string): Leases {
  return {
    take: (name, milliseconds) =>
      transact(async (orm) => {
        const taken = await firstRow<{ name: string }>(
          orm,
          sql`INSERT INTO leases (name, holder, until) VALUES (${name}, ${node}, ${now} + ${milliseconds}::bigint)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
            WHERE leases.holder = excluded.holder OR leases.until <= ${now} RETURNING name`,
        );
        return taken !== undefined;
      }),
    leave: (name) =>
      transact(async (orm) => {
        await orm.execute(sql`DELETE FROM leases WHERE name = ${name} AND holder = ${node}`);
      }),
  };
}
