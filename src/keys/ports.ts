/** What keys, and what they ask for, need from the outside. */
import type { KeyId, WorkspaceId } from "../kernel/ids.ts";
import type { ApiKey } from "./key.ts";

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
  /** With its key as it is now. */
  find(hash: Uint8Array): { readonly key: ApiKey; readonly expiresAt: number } | null;
  remove(hash: Uint8Array): void;
}

/** A request that its client may repeat, by the name it gave it (`Idempotency-Key`). */
export interface RepeatableRequest {
  readonly keyId: KeyId;
  /** Method and path. */
  readonly route: string;
  readonly idempotencyKey: string;
  /** Tells what was asked for: a repetition has the same. */
  readonly fingerprint: string;
  readonly at: number;
}

export interface RememberedReply {
  readonly status: number;
  readonly location: string;
  /** As it was sent. */
  readonly body: string;
}

/** Replies to repeatable requests. */
export interface ReplyStore {
  /** The reply to a request of this name, not older than `since`, with the fingerprint of the request. */
  find(request: RepeatableRequest, since: number): (RememberedReply & { readonly fingerprint: string }) | null;
  /** One transaction: does the work, remembers its reply, and forgets those from before `since`. */
  perform<T>(request: RepeatableRequest, work: () => { done: T; reply: RememberedReply }, since: number): Promise<T>;
  /** One transaction: does the work. Its reply is not remembered. */
  performOnce<T>(work: () => T): Promise<T>;
  /** The reply as it was sent in the end. */
  amend(request: RepeatableRequest, reply: RememberedReply): void;
}
