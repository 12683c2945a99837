import { SQL } from "bun";
import { NotObservable } from "../checks/observer.ts";

export type ClusterDatabase = ReturnType<typeof openClusterDatabase>;

const longestTransaction = 60_000;

const ownHolder = "docent torture";

export function openClusterDatabase(address: string) {
  const url = new URL(address);
  const schema = url.searchParams.get("schema");
  const prepare = url.searchParams.get("prepare") !== "false";
  for (const own of ["schema", "prepare"]) url.searchParams.delete(own);
  const connect = (to: string) =>
    new SQL({
      url: to,
      prepare,
      max: 1,
      connectionTimeout: 10,
      connection: { application_name: "docent torture", ...(schema !== null && { search_path: schema }) },
    });
  let client = connect(url.href);
  const besides = async (statements: readonly string[]) => {
    await client.close({ timeout: 0 });
    const beside = new URL(url);
    beside.pathname = "/template1";
    const administering = connect(beside.href);
    try {
      for (const statement of statements) await administering.unsafe(statement);
    } finally {
      await administering.close({ timeout: 0 });
      client = connect(url.href);
    }
  };
  return {
    ...leasesIn(() => client),
    ...statementsOn(() => client),
    /** Only while no node uses it. Null: the user may not create databases, or others are connected. */
    copied: async () => (schema === null && (await mayMakeDatabases(client)) ? copyOf(url, besides) : null),
    close: () => client.close({ timeout: 0 }),
  };
}

function leasesIn(client: () => SQL) {
  return {
    /** As if all nodes had paused for longer than a lease. */
    endLeases: async () => {
      await client().unsafe("UPDATE version_leases SET until = 0");
      await client().unsafe(`UPDATE leases SET until = 0 WHERE holder <> '${ownHolder}'`);
    },
    /** Holds the leases for encoding, so that all nodes fall behind. */
    holdEncoding: async (isHeld: boolean) => {
      await client().unsafe(
        isHeld
          ? `UPDATE leases SET holder = '${ownHolder}', until = ${Number.MAX_SAFE_INTEGER} WHERE name LIKE 'sense %'`
          : `UPDATE leases SET until = 0 WHERE holder = '${ownHolder}'`,
      );
    },
  };
}

function statementsOn(client: () => SQL) {
  return {
    isEmpty: async () => {
      const [row] = await client().unsafe<{ is_empty: boolean }[]>(
        "SELECT to_regclass('workspaces') IS NULL AS is_empty",
      );
      return row?.is_empty === true;
    },
    /** As a failover does. Returns their number. */
    dropConnections: async () => {
      const dropped = await client().unsafe(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'docent'`,
      );
      return dropped.length;
    },
    /** Resolves when no transaction is open: a killed node may still commit. @throws NotObservable */
    settled: async () => {
      const late = performance.now() + longestTransaction;
      const begun = new Set(await transactionsIn(client()));
      for (let left = begun; left.size > 0; left = begun.intersection(new Set(await transactionsIn(client())))) {
        if (performance.now() > late) throw new NotObservable(`a transaction does not end: ${[...left].join(", ")}`);
        await Bun.sleep(5);
      }
    },
    renamed: async (names: ReadonlyMap<string, string>) => {
      const list = JSON.stringify([...names].map(([before, after]) => ({ before, after })));
      await client().unsafe(
        `UPDATE originals SET name = n.after FROM jsonb_to_recordset($1::text::jsonb) AS n (before text, after text)
         WHERE name = n.before`,
        [list],
      );
    },
  };
}

/** Neither may be in use during the exchange. */
async function copyOf(url: URL, besides: (statements: readonly string[]) => Promise<void>) {
  const own = decodeURIComponent(url.pathname.slice(1));
  const [copy, between] = [`${own}_kept`, `${own}_between`];
  await besides([`CREATE DATABASE "${copy}" TEMPLATE "${own}"`]);
  const rename = (from: string, to: string) => `ALTER DATABASE "${from}" RENAME TO "${to}"`;
  return {
    exchange: () => besides([rename(own, between), rename(copy, own), rename(between, copy)]),
    drop: () => besides([`DROP DATABASE "${copy}"`]),
  };
}

async function mayMakeDatabases(client: SQL): Promise<boolean> {
  const [row] = await client.unsafe<{ may: boolean }[]>(
    "SELECT rolsuper OR rolcreatedb AS may FROM pg_roles WHERE rolname = current_user",
  );
  return row?.may === true;
}

async function transactionsIn(client: SQL): Promise<readonly string[]> {
  const rows = await client.unsafe<{ pid: number; began: string }[]>(
    `SELECT pid, xact_start::text AS began FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'docent' AND xact_start IS NOT NULL`,
  );
  return rows.map(({ pid, began }) => `process ${pid} since ${began}`);
}
