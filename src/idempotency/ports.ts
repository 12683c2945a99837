/** What repeatable requests (`Idempotency-Key`) need from the outside. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { KeyId } from "../kernel/ids.ts";
import type { PerformWrite, Write } from "../kernel/stores/write.ts";

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

/** A reply with the fingerprint of its request. */
export interface EarlierReply extends StoredReply {
  readonly fingerprint: string;
}

/** Either the work was done now, or a request of the same name was faster. */
export type Performed<T> = { readonly done: T } | { readonly earlier: EarlierReply };

/** How a request is carried out. */
export interface RepeatablePlan<T> {
  readonly write: Write<T>;
  /** The reply to store. If it throws, nothing is written. */
  readonly reply: (done: T) => StoredReply;
  /** Replies from before this time do not count any more. */
  readonly since: number;
}

/** The stored replies to repeatable requests. */
export interface ReplyStore {
  /** The reply to a request of this name, not older than `since`. */
  find(request: RepeatableRequest, since: number): Awaitable<EarlierReply | null>;
  /**
   * In one transaction: makes the write, stores its reply, and deletes old replies. Of requests of the same name that come
   * together, one does the work, and the others wait for its reply.
   */
  perform<T>(request: RepeatableRequest, plan: RepeatablePlan<T>): Promise<Performed<T>>;
  /** In one transaction: makes the write. Its reply is not stored. */
  readonly performOnce: PerformWrite;
  /** Replaces the stored reply by the one that was sent. */
  amend(request: RepeatableRequest, reply: StoredReply): Awaitable<void>;
}
