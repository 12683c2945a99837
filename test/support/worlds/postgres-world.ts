/** Stores over PostgreSQL for the contract suites. `make cluster` names the server; without it, the suites run without these. */
import { openPostgres, type PostgresDatabase } from "../../../src/store/postgres/database.ts";

/** The address of the server; undefined: there is none. */
export const postgresUrl: string | undefined = process.env.DOCENT_TEST_POSTGRES;

/** A database with tables of its own. The caller closes it. */
export function openTestPostgres(): Promise<PostgresDatabase> {
  if (postgresUrl === undefined) throw new Error("DOCENT_TEST_POSTGRES names no server");
  const schema = `test_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  return openPostgres(postgresUrl, { schema, connections: 4 });
}

/** The subject of a suite, or none. */
export function overPostgres<Open>(open: Open): readonly (readonly [string, Open])[] {
  return postgresUrl === undefined ? [] : [["PostgreSQL", open]];
}
