import type { Clock } from "../kernel/clock.ts";
import type { IdMint } from "../kernel/ids.ts";
import { createConversationKeeping } from "../keys/conversation-keeping.ts";
import { createKeyDelegation } from "../keys/key-delegation.ts";
import { createKeyService } from "../keys/key-service.ts";
import { createSessionService } from "../keys/session-service.ts";
import { createWorkspaceService } from "../keys/workspace-service.ts";
import type { Stores } from "./stores.ts";

export type RandomBytes = (bytes: Uint8Array) => Uint8Array;

export const systemRandom: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

interface AccountsParts {
  readonly stores: Pick<Stores, "workspaces" | "keys" | "sessions" | "tickets" | "replies" | "conversations">;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly random: RandomBytes;
}

export function composeAccounts({ stores, clock, ids, random }: AccountsParts) {
  const { keys: store, sessions, tickets, workspaces } = stores;
  const keys = createKeyService({ store, clock, ids, random });
  return {
    replies: stores.replies,
    workspaces: createWorkspaceService(workspaces, clock, ids),
    keys,
    sessions: createSessionService({ store: sessions, tickets, keys, keyStore: store, clock, random }),
    delegation: createKeyDelegation({ store, keys, clock }),
    conversations: createConversationKeeping(stores.conversations, clock),
  };
}
