/** The same stores over PostgreSQL, as far as they have an adapter there. */
import { keysInPostgres, sessionsInPostgres, workspacesInPostgres } from "../postgres/account-stores.ts";
import { passagesInPostgres } from "../postgres/answers/memory-passages.ts";
import { readerInPostgres } from "../postgres/answers/passage-reader.ts";
import type { PostgresDatabase } from "../postgres/postgres-database.ts";
import { askedInPostgres, checksInPostgres } from "../postgres/question-stores.ts";
import { webhooksInPostgres } from "../postgres/webhook-store.ts";
import type { Stores } from "./stores.ts";

type PostgresRooms = "passages" | "memory" | "workspaces" | "keys" | "sessions" | "webhooks" | "asked" | "checks";

export function postgresStores(database: PostgresDatabase): Pick<Stores, PostgresRooms> {
  return {
    passages: (senseModel) => readerInPostgres(database, senseModel),
    memory: (senseModel) => passagesInPostgres(database, senseModel),
    workspaces: workspacesInPostgres(database),
    keys: keysInPostgres(database),
    sessions: sessionsInPostgres(database),
    webhooks: webhooksInPostgres(database),
    asked: askedInPostgres(database),
    checks: checksInPostgres(database),
  };
}
