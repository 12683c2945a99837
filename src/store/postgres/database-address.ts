/**
 * `postgres://user:password@host:port/name` with the driver's parameters, `schema=NAME` for the tables, and
 * `prepare=false` for poolers that keep no prepared statements (PgBouncer before 1.21).
 */

/** Without the password. */
export function postgresPlace(address: string): string {
  const { username, host, pathname, searchParams } = new URL(address);
  const user = username === "" ? "" : `${decodeURIComponent(username)}@`;
  const schema = searchParams.get("schema");
  return `postgres://${user}${host}${pathname}${schema === null ? "" : ` (schema ${schema})`}`;
}

export interface DriverAddress {
  readonly url: string;
  readonly schema: string | null;
  readonly prepare: boolean;
}

export function driverAddress(address: string): DriverAddress {
  const url = new URL(address);
  const { searchParams } = url;
  const [schema, prepare] = [searchParams.get("schema"), searchParams.get("prepare") !== "false"];
  for (const own of ["schema", "prepare"]) searchParams.delete(own);
  return { url: url.href, schema, prepare };
}
