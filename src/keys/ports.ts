import type { Awaitable } from "../kernel/awaitable.ts";
import type { KeyId, WorkspaceId } from "../kernel/ids.ts";
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
