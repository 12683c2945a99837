/** The two places that keep conversations, the browser and the service, behind one rule: nobody overwrites what they have not read. */
import { computed, signal } from "@preact/signals";
import type { ApiClient } from "../app/api-client.ts";
import { ApiProblem } from "../app/api-problem.ts";
import { storagePrefix } from "../app/base-path.ts";
import { keep, onKeptChange, readKept } from "../app/kept.ts";
import { createResource } from "../app/resource.ts";
import type { AskedTurn, ConversationPlace, KeptConversation } from "./asked-conversation.ts";

const inBrowser = "conversations.";
const keptAtMost = 30;

export function expertsInBrowser(): readonly string[] {
  const prefix = storagePrefix + inBrowser;
  return Object.keys(localStorage).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}

export function browserPlace(expertId: string): ConversationPlace & { empty(): void } {
  const name = inBrowser + expertId;
  let unstored: readonly KeptConversation[] = [];
  const all = () => readConversations(name) ?? unstored;
  const kept = signal(all());
  const look = () => {
    kept.value = all();
  };
  const write = (conversations: readonly KeptConversation[]) => {
    unstored = storeConversations(name, conversations) ? [] : conversations;
    look();
  };
  const others = (id: string) => all().filter((each) => each.id !== id);
  onKeptChange(name, look);
  return {
    kept,
    look,
    read: async (id) => all().find((each) => each.id === id) ?? null,
    put: async (conversation) => {
      const revision = all().find(({ id }) => id === conversation.id)?.revision ?? 0;
      if (revision !== conversation.revision) return null;
      const put = { ...conversation, revision: revision + 1 };
      write([put, ...others(put.id)].slice(0, keptAtMost));
      return put;
    },
    remove: async (id) => write(others(id)),
    empty: () => write([]),
  };
}

/** Other tabs of this browser look again when it changes. */
const changed = "changed-conversations";

export type ServicePlaces = ReturnType<typeof servicePlaces>;

export function servicePlaces(api: ApiClient) {
  const keeps = signal(false);
  const { data, ...heads } = createResource(async () => {
    const list = await api.request("GET", "/v1/conversations", {});
    keeps.value = list.keep;
    return list.data;
  });
  const look = () => {
    keep(changed, `${Date.now()} ${Math.random()}`);
    void heads.refresh();
  };
  onKeptChange(changed, () => void heads.refresh());
  return {
    keeps,
    look: heads.refresh,
    clear: () => {
      heads.clear();
      keeps.value = false;
    },
    empty: async () => {
      for (const cid of (await api.request("GET", "/v1/conversations", {})).data.map(({ id }) => id))
        await api.request("DELETE", "/v1/conversations/{cid}", { path: { cid } });
      look();
    },
    of: (expertId: string): ConversationPlace => ({
      kept: computed(() =>
        (data.value ?? []).flatMap(({ expert_id: of, ...head }) => (of === expertId ? [{ ...head, turns: null }] : [])),
      ),
      look,
      ...callsFor(api, expertId),
    }),
  };
}

function callsFor(api: ApiClient, expertId: string): Pick<ConversationPlace, "read" | "put" | "remove"> {
  const at = (cid: string) => ({ path: { cid } });
  return {
    read: (id) =>
      unless("conversation_not_found", async () => {
        const { turns, ...head } = await api.request("GET", "/v1/conversations/{cid}", at(id));
        return { ...head, turns: turns.map(readTurn) };
      }),
    put: ({ id, revision, turns }) =>
      unless("conversation_changed", async () => {
        const sent = (turns ?? []).map((turn) => ({ ...turn, citations: [...turn.citations] }));
        const body = { expert_id: expertId, revision, turns: sent };
        return { ...(await api.request("PUT", "/v1/conversations/{cid}", { ...at(id), body })), turns };
      }),
    remove: async (id) => {
      await unless("conversation_not_found", () => api.request("DELETE", "/v1/conversations/{cid}", at(id)));
    },
  };
}

export async function unless<T>(code: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ApiProblem && cause.code === code) return null;
    throw cause;
  }
}

/** What was being answered counts as stopped: its page may be closed. Earlier versions gave turns numbers, not ids. */
function readTurn(kept: object): AskedTurn {
  const { id, no, question, state, text, citations, answer, problem } = kept as StoredTurn;
  const now = state === "asking" ? "stopped" : state;
  return { id: id ?? String(no), question, state: now, text, citations, answer, problem };
}

type StoredTurn = Omit<AskedTurn, "id"> & { readonly id?: string; readonly no?: number };

function readConversations(name: string): readonly KeptConversation[] | null {
  try {
    const kept: unknown = JSON.parse(readKept(name) ?? "null");
    if (!Array.isArray(kept)) return null;
    return kept.map(
      ({ id, revision = 1, turns }: Pick<KeptConversation, "id" | "turns"> & { readonly revision?: number }) => {
        const all = (turns ?? []).map(readTurn);
        return { id, revision, title: all[0]?.question.question ?? "", turns: all };
      },
    );
  } catch {
    return null;
  }
}

function storeConversations(name: string, conversations: readonly KeptConversation[]): boolean {
  for (let kept = conversations; kept.length > 0; kept = kept.slice(0, -1))
    if (keep(name, JSON.stringify(kept))) return true;
  return keep(name, null) && conversations.length === 0;
}
