/** What workspaces, keys and sessions need from the outside. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { KeyId, WorkspaceId } from "../kernel/ids.ts";
import type { Foreseen } from "../kernel/stores/foreseen.ts";
import type { ApiKey } from "./key.ts";

export interface Workspace {
  readonly id: WorkspaceId;
  /** 1–64 lower-case letters, digits, `-` and `_`; unique. */
  readonly name: string;
  readonly createdAt: number;
}

export interface WorkspaceStore {
  /** False when the name is taken. */
  add(workspace: Workspace): Awaitable<boolean>;
  /** Oldest first. */
  list(): Awaitable<Workspace[]>;
  byName(name: string): Awaitable<Workspace | null>;
}

/** A key with the SHA-256 of its secret. */
export interface StoredKey {
  readonly key: ApiKey;
  readonly hash: Uint8Array;
  /** Absent: nothing was read ahead. */
  readonly foreseen?: Foreseen;
}

export interface KeyStore {
  add(key: ApiKey, hash: Uint8Array): Awaitable<void>;
  /**
   * Also revoked and expired ones: the service tells them apart.
   * @param expert the id or name of the expert that the request asks for, if it is known, to be read ahead
   */
  byHash(hash: Uint8Array, expert?: string): Awaitable<StoredKey | null>;
  byId(workspace: WorkspaceId, id: KeyId): Awaitable<ApiKey | null>;
  /** Newest first. */
  list(workspace: WorkspaceId): Awaitable<ApiKey[]>;
  /** False when there is no such key in the workspace, or it is revoked already. */
  revoke(workspace: WorkspaceId, id: KeyId, at: number): Awaitable<boolean>;
  /**
   * The same in one transaction, unless it is the workspace's last lasting key (`isLasting`): two keys that are revoked at
   * once do not both count on the other.
   */
  revokeUnlessLast(workspace: WorkspaceId, id: KeyId, at: number): Awaitable<"revoked" | "missing" | "last">;
  /** Records its use. */
  touch(id: KeyId, at: number): Awaitable<void>;
}

/** Who is signed in to the console. A session is known by the SHA-256 of its two halves alone. */
export interface SessionStore {
  /** Forgets those that ended before it began. */
  add(session: {
    readonly hash: Uint8Array;
    readonly keyId: KeyId;
    readonly createdAt: number;
    readonly expiresAt: number;
  }): Awaitable<void>;
  /** With the current state of its key. */
  find(hash: Uint8Array): Awaitable<{ readonly key: ApiKey; readonly expiresAt: number } | null>;
  remove(hash: Uint8Array): Awaitable<void>;
}
