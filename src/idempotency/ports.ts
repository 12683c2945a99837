/** What repeatable requests (`Idempotency-Key`) need from the outside. */
import type { KeyId } from "../kernel/ids.ts";

/** A request that its client may send again, under the name that the client gave it (`Idempotency-Key`). */
export interface RepeatableRequest {
  readonly keyId: KeyId;
  /** Method and path. */
  readonly route: string;
  readonly idempotencyKey: string;
  /** A hash of what is asked for. A repetition has the same. */
  readonly fingerprint: string;
  readonly at: number;
}

export interface StoredReply {
  readonly status: number;
  readonly location: string;
  /** As it was sent. */
  readonly body: string;
}

/** The stored replies to repeatable requests. */
export interface ReplyStore {
  /** The reply to a request of this name, not older than `since`, with the fingerprint of the request. */
  find(request: RepeatableRequest, since: number): (StoredReply & { readonly fingerprint: string }) | null;
  /** In one transaction: does the work, stores its reply, and deletes replies from before `since`. */
  perform<T>(request: RepeatableRequest, work: () => { done: T; reply: StoredReply }, since: number): Promise<T>;
  /** In one transaction: does the work. Its reply is not stored. */
  performOnce<T>(work: () => T): Promise<T>;
  /** Replaces the stored reply by the one that was sent. */
  amend(request: RepeatableRequest, reply: StoredReply): void;
}
