/** Conversations of the console that the service keeps for a key, if its holder wants it. */
import type { Clock } from "../kernel/clock.ts";
import { Fault, invalidParameter } from "../kernel/fault.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Access } from "./key.ts";
import type { ConversationStore, ConversationTurn } from "./ports.ts";

const mostConversations = 200;
/** Bytes of a conversation's turns as JSON. */
const mostBytes = 1_000_000;
const longestTitle = 200;

export type ConversationKeeping = ReturnType<typeof createConversationKeeping>;

export interface ReplacedConversation {
  readonly id: string;
  readonly expertId: ExpertId;
  readonly revision: number;
  readonly turns: readonly ConversationTurn[];
}

export function createConversationKeeping(store: ConversationStore, clock: Clock) {
  return {
    list: async ({ keyId }: Access) => ({ keep: await store.keeps(keyId), conversations: await store.list(keyId) }),
    choose: async ({ keyId }: Access, keep: boolean) => store.choose(keyId, keep),
    find: async ({ keyId }: Access, id: string) => {
      const found = await store.find(keyId, id);
      if (found === null) throw notKept(id);
      return found;
    },
    /** @throws Fault `conversation_changed`, `payload_too_large`, `invalid_parameter` */
    put: async ({ keyId }: Access, { revision, ...wanted }: ReplacedConversation) => {
      if (!/^[\w-]{8,64}$/.test(wanted.id))
        throw invalidParameter("id", "The id of a conversation is 8 to 64 letters, digits, hyphens and underscores.");
      if (Buffer.byteLength(JSON.stringify(wanted.turns)) > mostBytes) throw tooLong();
      const title = (wanted.turns[0]?.question.question ?? "").trim().slice(0, longestTitle).toWellFormed();
      const now = clock.now();
      const times = { createdAt: now, updatedAt: now };
      const put = await store.put(keyId, { ...wanted, ...times, title, revision: revision + 1 }, mostConversations);
      if (put === null) throw changed(wanted.id);
      return put;
    },
    remove: async ({ keyId }: Access, id: string) => {
      if (!(await store.remove(keyId, id))) throw notKept(id);
      return id;
    },
  };
}

function notKept(id: string): Fault {
  return new Fault("conversation_not_found", `This key has no conversation "${id}".`, {
    hint: "GET /v1/conversations lists them.",
  });
}

function changed(id: string): Fault {
  return new Fault("conversation_changed", `The conversation "${id}" was changed or deleted since it was read.`, {
    param: "revision",
    hint: "Read it again, and repeat the change on what it has become.",
  });
}

function tooLong(): Fault {
  return new Fault("payload_too_large", `The turns of a conversation have at most ${mostBytes} bytes as JSON.`, {
    param: "turns",
    hint: "Begin another conversation.",
  });
}
