/** What workspaces, keys and sessions need from the outside. */
import type { KeyId, WorkspaceId } from "../kernel/ids.ts";
import type { ApiKey } from "./key.ts";

export interface Workspace {
  readonly id: WorkspaceId;
  /** 1–64 lower-case letters, digits, `-` and `_`; unique. */
  readonly name: string;
  readonly createdAt: number;
}

export interface WorkspaceStore {
  /** False when the name is taken. */
  add(workspace: Workspace): boolean;
  /** Oldest first. */
  list(): Workspace[];
  byName(name: string): Workspace | null;
}

/** A key with the SHA-256 of its secret. */
export interface StoredKey {
  readonly key: ApiKey;
  readonly hash: Uint8Array;
}

export interface KeyStore {
  add(key: ApiKey, hash: Uint8Array): void;
  /** Also revoked and expired ones: the service tells them apart. */
  byHash(hash: Uint8Array): StoredKey | null;
  byId(workspace: WorkspaceId, id: KeyId): ApiKey | null;
  /** Newest first. */
  list(workspace: WorkspaceId): ApiKey[];
  /** False when there is no such key in the workspace, or it is revoked already. */
  revoke(workspace: WorkspaceId, id: KeyId, at: number): boolean;
  touch(id: KeyId, at: number): void;
}

/** Who is signed in to the console. A session is known by the SHA-256 of its two halves alone. */
export interface SessionStore {
  /** Forgets those that ended before it began. */
  add(session: {
    readonly hash: Uint8Array;
    readonly keyId: KeyId;
    readonly createdAt: number;
    readonly expiresAt: number;
  }): void;
  /** With the current state of its key. */
  find(hash: Uint8Array): { readonly key: ApiKey; readonly expiresAt: number } | null;
  remove(hash: Uint8Array): void;
}
