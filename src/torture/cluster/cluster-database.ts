/** The database of a cluster, for what is done to it from outside. */
import { SQL } from "bun";

export interface ClusterDatabase {
  /** Whether there are no tables yet. */
  isEmpty(): Promise<boolean>;
  /** Breaks the connections of all nodes, as a failover does. Returns their number. */
  dropConnections(): Promise<number>;
  /** Ends every lease, as if every node had been paused for longer than one lasts. */
  endLeases(): Promise<void>;
  close(): Promise<void>;
}

/** @param address as in DOCENT_DATABASE */
export function openClusterDatabase(address: string): ClusterDatabase {
  const url = new URL(address);
  const schema = url.searchParams.get("schema");
  url.searchParams.delete("schema");
  const client = new SQL({
    url: url.href,
    max: 1,
    connectionTimeout: 10,
    connection: { application_name: "docent torture", ...(schema !== null && { search_path: schema }) },
  });
  return {
    isEmpty: async () => {
      const [row] = await client.unsafe<{ is_empty: boolean }[]>(
        "SELECT to_regclass('workspaces') IS NULL AS is_empty",
      );
      return row?.is_empty === true;
    },
    dropConnections: async () => {
      const dropped = await client.unsafe(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'docent'`,
      );
      return dropped.length;
    },
    endLeases: async () => {
      await client.unsafe("UPDATE version_leases SET until = 0");
      await client.unsafe("UPDATE leases SET until = 0");
    },
    close: () => client.close({ timeout: 0 }),
  };
}
