import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../kernel/ids.ts";
import type { Foreseen } from "../kernel/stores/write.ts";
import type { ApiKey } from "./key.ts";

export interface Workspace {
  readonly id: WorkspaceId;
  /** 1–64 lower-case letters, digits, `-` and `_`; unique. */
  readonly name: string;
  readonly createdAt: number;
}

export interface WorkspaceStore {
  add(workspace: Workspace): Awaitable<boolean>;
  /** Oldest first. */
  list(): Awaitable<Workspace[]>;
  byName(name: string): Awaitable<Workspace | null>;
}

export interface StoredKey {
  readonly key: ApiKey;
  readonly hash: Uint8Array;
  readonly foreseen?: Foreseen;
}

export interface KeyEdit extends Partial<Pick<ApiKey, "name" | "expiresAt">> {}

export interface KeyStore {
  add(key: ApiKey, hash: Uint8Array): Awaitable<void>;
  /** Also revoked and expired keys. @param expert id or name of an expert to read ahead */
  byHash(hash: Uint8Array, expert?: string): Awaitable<StoredKey | null>;
  byId(workspace: WorkspaceId, id: KeyId): Awaitable<ApiKey | null>;
  /** Newest first. */
  list(workspace: WorkspaceId): Awaitable<ApiKey[]>;
  revoke(workspace: WorkspaceId, id: KeyId, at: number): Awaitable<boolean>;
  /** In one transaction; refuses the last lasting key. */
  revokeUnlessLast(workspace: WorkspaceId, id: KeyId, at: number): Awaitable<"revoked" | "missing" | "last">;
  /** Not of a revoked key. The last lasting key gets no end. */
  edit(workspace: WorkspaceId, id: KeyId, edit: KeyEdit): Awaitable<"edited" | "missing" | "last">;
  touch(id: KeyId, at: number): Awaitable<void>;
}

/** As the console shows it. What a client sends of question, citations and answer is not looked into. */
export interface ConversationTurn {
  readonly id: string;
  readonly question: { readonly question: string };
  readonly state: "asking" | "done" | "failed" | "stopped" | "removed";
  readonly text: string;
  readonly citations: readonly object[];
  readonly answer: object | null;
  readonly problem: string | null;
}

export interface ConversationHead {
  readonly id: string;
  readonly expertId: ExpertId;
  readonly title: string;
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredConversation extends ConversationHead {
  readonly turns: readonly ConversationTurn[];
}

/** Conversations of the console, each of one key, and whether that key wants them kept. */
export interface ConversationStore {
  keeps(key: KeyId): Awaitable<boolean>;
  choose(key: KeyId, keeps: boolean): Awaitable<void>;
  list(key: KeyId): Awaitable<readonly ConversationHead[]>;
  find(key: KeyId, id: string): Awaitable<StoredConversation | null>;
  /** In place of the revision before the given one; 1 is new. Keeps only the newest `most`. Null: it has changed. */
  put(key: KeyId, conversation: StoredConversation, most: number): Awaitable<ConversationHead | null>;
  remove(key: KeyId, id: string): Awaitable<boolean>;
}

/** Sessions of the console, known by a hash of both halves. */
export interface SessionStore {
  /** Also forgets sessions that ended before. */
  add(session: {
    readonly hash: Uint8Array;
    readonly keyId: KeyId;
    readonly createdAt: number;
    readonly expiresAt: number;
  }): Awaitable<void>;
  find(hash: Uint8Array): Awaitable<{ readonly key: ApiKey; readonly expiresAt: number } | null>;
  remove(hash: Uint8Array): Awaitable<void>;
}
