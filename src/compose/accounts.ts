/** Builds the services for workspaces and keys, for the service and for commands on its data folder. */
import type { Clock } from "../kernel/clock.ts";
import type { IdMint } from "../kernel/ids.ts";
import { createKeyDelegation } from "../keys/key-delegation.ts";
import { createKeyService } from "../keys/key-service.ts";
import { createSessionService } from "../keys/session-service.ts";
import { createWorkspaceService } from "../keys/workspace-service.ts";
import type { Database } from "../storage/database.ts";
import { keyRows, sessionRows } from "../storage/rows/key-rows.ts";
import { workspaceRows } from "../storage/rows/workspace-rows.ts";

/** Fills the bytes with random ones, and returns them. */
export type RandomBytes = (bytes: Uint8Array) => Uint8Array;

export const systemRandom: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

export function composeAccounts(database: Database, clock: Clock, ids: IdMint, random: RandomBytes) {
  const store = keyRows(database);
  const keys = createKeyService({ store, clock, ids, random });
  return {
    workspaces: createWorkspaceService(workspaceRows(database), clock, ids),
    keys,
    sessions: createSessionService({ store: sessionRows(database), keys, keyStore: store, clock, random }),
    delegation: createKeyDelegation({ store, keys, clock }),
  };
}
