/** The services of commands over the database that nodes share. Loaded only if there is one: its client takes 10 ms to load. */
import type { Config } from "../../config/load-config.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import type { PostgresDatabase } from "../../postgres/database.ts";
import { postgresStores } from "../postgres-stores.ts";
import { type CommandServices, servicesOver } from "./command-services.ts";
import { openShared } from "./shared-database.ts";

/** @throws Fault `not_ready` when the database cannot be used */
export async function openDatabaseServices(config: Config, shared: SharedStorage): Promise<CommandServices> {
  return overDatabase(await openShared(shared), config);
}

export function overDatabase(database: PostgresDatabase, config: Config): CommandServices {
  return servicesOver(postgresStores(database, Bun.randomUUIDv7()), config, database.close);
}
