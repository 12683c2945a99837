import { SQL } from "bun";
import type { SharedDatabaseFacts } from "../../upkeep/database-facts.ts";
import { type WaitingJobs, waitingJobs } from "../../upkeep/facts.ts";
import { type DriverAddress, driverAddress } from "./database-address.ts";
import { newestSchema } from "./migrate.ts";

interface ServerRow {
  readonly version: string;
  readonly encoding: string;
  readonly now: number;
  readonly used: number;
  readonly most: number;
  readonly may_create: boolean;
}

const connecting = 5;
const timed = 5;
/** Milliseconds after which an ended lease counts as old. */
const old = 3_600_000;

/** @throws Error if the database is unreachable or has no tables of Docent's */
export async function examineDatabase(address: string): Promise<SharedDatabaseFacts> {
  const { url, schema, prepare } = driverAddress(address);
  await using client = new SQL({
    url,
    prepare,
    max: 1,
    connectionTimeout: connecting,
    connection: { application_name: "docent doctor", ...(schema !== null && { search_path: schema }) },
  });
  const server = await serverOf(client);
  const here = Date.now();
  const tables = await client<{ readonly name: string; readonly may_write: boolean }[]>`
    SELECT tablename AS name,
      has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT, INSERT, UPDATE, DELETE') AS may_write
    FROM pg_tables WHERE schemaname = current_schema()`;
  if (!tables.some(({ name }) => name === "schema_version"))
    throw new Error("The database has no tables of Docent's yet. `docent serve` makes them.");
  const [found] = await client<{ version: number }[]>`SELECT version FROM schema_version`;
  const hasId = tables.some(({ name }) => name === "installation");
  const [own] = hasId ? await client<{ id: string }[]>`SELECT id FROM installation` : [];
  const [leases] = await client<{ held: number; old: number }[]>`
    WITH clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
    SELECT count(*) FILTER (WHERE until > now)::int AS held, count(*) FILTER (WHERE until < now - ${old}::bigint)::int AS old
    FROM clock, (SELECT until FROM leases UNION ALL SELECT until FROM version_leases) AS every`;
  const unwritable = tables.filter((table) => !table.may_write).map(({ name }) => `writing to ${name}`);
  return {
    version: server.version.split(" ")[0] ?? server.version,
    encoding: server.encoding,
    schema: found?.version ?? 0,
    installation: own?.id ?? null,
    newestSchema,
    lacking: [...(server.may_create ? [] : ["CREATE on the schema, which upgrades need"]), ...unwritable],
    clockAhead: server.now - here,
    delay: await delayOf(client),
    connections: { used: server.used, most: server.most },
    isPooled: await isPooled({ url, prepare }),
    leases: leases ?? { held: 0, old: 0 },
    jobs: found?.version === newestSchema ? await jobsOf(client) : [],
  };
}

async function serverOf(client: SQL): Promise<ServerRow> {
  const [row] = await client<ServerRow[]>`
    SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
      (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int AS used,
      current_setting('max_connections')::int AS most,
      has_schema_privilege(current_schema(), 'CREATE') AS may_create`;
  if (row === undefined) throw new Error("The database gave no answer.");
  return row;
}

async function jobsOf(client: SQL): Promise<readonly WaitingJobs[]> {
  const rows = await client.unsafe<WaitingJobs[]>(waitingJobs);
  return rows.map(({ kind, waiting }) => ({ kind, waiting: Number(waiting) }));
}

/** The minimum, as the cost of network and server alone. */
async function delayOf(client: SQL): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < timed; i++) {
    const began = performance.now();
    await client`SELECT 1`;
    shortest = Math.min(shortest, performance.now() - began);
  }
  return shortest;
}

/** A pooler in transaction mode gives two clients the same server process. */
async function isPooled(server: Pick<DriverAddress, "url" | "prepare">): Promise<boolean> {
  const processes: number[] = [];
  const clients = [new SQL({ ...server, max: 1 }), new SQL({ ...server, max: 1 })];
  try {
    for (const client of clients) {
      const [row] = await client<{ process: number }[]>`SELECT pg_backend_pid() AS process`;
      processes.push(row?.process ?? 0);
    }
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
  return processes[0] === processes[1];
}
