/** Every statement and transaction has a deadline. What a second try can mend gives no error. */
import { SQL } from "bun";
import { type BunSQLDatabase, drizzle } from "drizzle-orm/bun-sql";
import type { OpenTransaction } from "../../kernel/stores/write.ts";
import { within } from "../../kernel/timer.ts";
import type { Orm as Builders } from "../work.ts";
import { type DriverAddress, driverAddress } from "./database-address.ts";
import { DatabaseDeadline, explained, isUnreachable, troubleIn } from "./database-faults.ts";
import { migratePostgres } from "./migrate.ts";

/** Drizzle names the database in its types; builders have SQLite's methods, except those that run a statement. */
export type PostgresOrm = Builders & Pick<BunSQLDatabase, "execute">;

const typed = (orm: Pick<BunSQLDatabase, "execute">) => orm as unknown as PostgresOrm;

export interface PostgresDatabase {
  /** For statements that change nothing. Tried again when its connection breaks. */
  read<T>(statement: (orm: PostgresOrm) => Promise<T>): Promise<T>;
  /** For statements that may safely run twice, because a broken connection leaves the result unknown. */
  write<T>(statement: (orm: PostgresOrm) => Promise<T>): Promise<T>;
  /** Repeated if undone, but not if the connection breaks at the commit. @throws Fault `not_ready`, `storage_full` */
  transact<T>(work: (orm: PostgresOrm) => Promise<T>): Promise<T>;
  load(): DatabaseLoad;
  close(): Promise<void>;
}

export interface DatabaseLoad {
  readonly most: number;
  /** Calls in progress or waiting for a connection. */
  readonly busy: number;
  /** Calls that failed because the database was unreachable or too slow. */
  readonly failed: number;
}

export interface PostgresOptions {
  readonly connections?: number;
  /** Default: the address's schema, or else the database's first. */
  readonly schema?: string;
  readonly mayBeUnfinished?: boolean;
  /** Milliseconds for a statement or transaction, with all tries. */
  readonly deadline?: number;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

const tries = 5;
const connecting = 3;
const lifetime = 1800;
const grace = 10;
/** Milliseconds, doubled before each further try. */
const firstPause = 20;

/** Connects and migrates. @throws Error if it cannot, or the schema is of a newer Docent */
export async function openPostgres(address: string, options: PostgresOptions = {}): Promise<PostgresDatabase> {
  const { url, schema: named, prepare } = driverAddress(address);
  const {
    connections = 10,
    deadline = 10_000,
    schema = named ?? undefined,
    pause = Bun.sleep,
    mayBeUnfinished = false,
  } = options;
  const ofSchema = schema !== undefined && { schema };
  const newClient = () => clientOf({ url, schema: schema ?? null, prepare }, connections);
  await migrated(newClient(), { mayBeUnfinished, ...ofSchema });
  const pool = renewableConnections(newClient);
  const counts = { busy: 0, failed: 0 };
  const bounded = boundedCalls(pool, counts, { deadline, pause });
  return {
    read: (statement) => bounded(isPassing, (orm) => statement(typed(orm))),
    write: (statement) => bounded(mayBeRepeated, (orm) => statement(typed(orm))),
    transact: (work) => bounded(isUndone, (orm, isOver) => transaction(orm, work, isOver)),
    load: () => ({ most: connections, ...counts }),
    close: pool.close,
  };
}

function renewableConnections(newClient: () => SQL) {
  let client = newClient();
  let orm = drizzle({ client });
  return {
    current: () => orm,
    /** Call when a statement got no answer: after an unannounced failover, no connection would get one. */
    renew: (silent: BunSQLDatabase) => {
      if (silent !== orm) return;
      void client.close({ timeout: grace }).catch(() => undefined);
      client = newClient();
      orm = drizzle({ client });
    },
    close: () => client.close({ timeout: 0 }),
  };
}

function clientOf({ url, schema, prepare }: DriverAddress, connections: number): SQL {
  const connection = { application_name: "docent", ...(schema !== null && { search_path: schema }) };
  return new SQL({
    url,
    prepare,
    max: connections,
    connectionTimeout: connecting,
    maxLifetime: lifetime,
    connection,
  });
}

function boundedCalls(
  pool: ReturnType<typeof renewableConnections>,
  counts: { busy: number; failed: number },
  { deadline, pause }: Required<Pick<PostgresOptions, "deadline" | "pause">>,
) {
  return async <T>(
    mayRetry: (error: unknown) => boolean,
    run: (orm: BunSQLDatabase, isOver: IsOver) => Promise<T>,
  ): Promise<T> => {
    const orm = pool.current();
    counts.busy += 1;
    let hasEnded = false;
    const isOver = () => hasEnded;
    try {
      return await beforeDeadline(
        deadline,
        retrying({ tries, pause, isOver }, mayRetry, () => run(orm, isOver)),
      );
    } catch (error) {
      if (troubleIn(error) === "connection") counts.failed += 1;
      if (error instanceof DatabaseDeadline) pool.renew(orm);
      throw explained(error);
    } finally {
      hasEnded = true;
      counts.busy -= 1;
    }
  };
}

async function migrated(client: SQL, options: Parameters<typeof migratePostgres>[1]): Promise<void> {
  try {
    await migratePostgres(client, options);
  } catch (error) {
    throw explained(error);
  } finally {
    await client.close();
  }
}

type IsOver = () => boolean;

class Undone extends Error {}

/** Commits nothing after the caller was told of a failure, unless the COMMIT had begun. */
async function transaction<T>(orm: BunSQLDatabase, work: (orm: PostgresOrm) => Promise<T>, isOver: IsOver): Promise<T> {
  let isCommitting = false;
  try {
    return await orm.transaction(async (inside) => {
      const result = await work(typed(inside));
      if (isOver()) throw new DatabaseDeadline("the transaction was given up");
      isCommitting = true;
      return result;
    });
  } catch (error) {
    const trouble = troubleIn(error);
    const isRetried = trouble === "conflict" || (isPassing(error) && !isCommitting);
    throw isRetried ? new Undone("the transaction was undone", { cause: error }) : error;
  }
}

const isUndone = (error: unknown) => error instanceof Undone;
const isPassing = (error: unknown) => troubleIn(error) === "connection" && !isUnreachable(error);
const mayBeRepeated = (error: unknown) => isPassing(error) || troubleIn(error) === "conflict";

async function retrying<T>(
  { tries: left, pause, isOver }: { tries: number; isOver: IsOver; pause: (milliseconds: number) => Promise<void> },
  mayRetry: (error: unknown) => boolean,
  run: () => Promise<T>,
) {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      if (tried === left || isOver() || !mayRetry(error)) throw error instanceof Undone ? error.cause : error;
      await pause(firstPause * 2 ** (tried - 1));
    }
  }
}

/** @throws DatabaseDeadline; the work goes on unobserved */
export function beforeDeadline<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const message = `the database did not answer within ${milliseconds / 1000} seconds`;
  return within(milliseconds, work, () => new DatabaseDeadline(message));
}

export async function explaining<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw explained(error);
  }
}

class PostgresTransaction implements OpenTransaction {
  readonly kind = "transaction";
  readonly orm: PostgresOrm;

  constructor(orm: PostgresOrm) {
    this.orm = orm;
  }
}

export function openTransaction(orm: PostgresOrm): OpenTransaction {
  return new PostgresTransaction(orm);
}

export function ormWithin(transaction: OpenTransaction): PostgresOrm {
  if (!(transaction instanceof PostgresTransaction)) throw new Error("this transaction is of another database");
  return transaction.orm;
}
