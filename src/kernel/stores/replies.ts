import type { Awaitable } from "../awaitable.ts";
import type { KeyId } from "../ids.ts";
import type { PerformWrite, Write } from "./write.ts";

export interface RepeatableRequest {
  readonly keyId: KeyId;
  readonly route: string;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly at: number;
}

export interface StoredReply {
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

export interface EarlierReply extends StoredReply {
  readonly fingerprint: string;
}

export type Performed<T> = { readonly done: T } | { readonly earlier: EarlierReply };

export interface RepeatablePlan<T> {
  readonly write: Write<T>;
  readonly reply: (done: T) => StoredReply;
  readonly since: number;
}

export interface ReplyStore {
  find(request: RepeatableRequest, since: number): Awaitable<EarlierReply | null>;
  /** In one transaction. Of concurrent requests with one name, one does the work and the others get its reply. */
  perform<T>(request: RepeatableRequest, plan: RepeatablePlan<T>): Promise<Performed<T>>;
  /** Takes the name for a request of several parts. Null: it is new; else what was there. */
  claim(request: RepeatableRequest, since: number): Awaitable<EarlierReply | null>;
  readonly performOnce: PerformWrite;
  amend(request: RepeatableRequest, reply: StoredReply): Awaitable<void>;
}
