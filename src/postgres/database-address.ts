/** The address of a PostgreSQL database, as the settings have it: `postgres://user:password@host:port/name?schema=name`. */

/** For a person: the user, the host and the names, without the password. */
export function postgresPlace(address: string): string {
  const { username, host, pathname, searchParams } = new URL(address);
  const user = username === "" ? "" : `${decodeURIComponent(username)}@`;
  const schema = searchParams.get("schema");
  return `postgres://${user}${host}${pathname}${schema === null ? "" : ` (schema ${schema})`}`;
}

/** The address for the driver, and the schema, which is no parameter of the driver's. */
export function driverAddress(address: string): { readonly url: string; readonly schema: string | null } {
  const url = new URL(address);
  const schema = url.searchParams.get("schema");
  url.searchParams.delete("schema");
  return { url: url.href, schema };
}
