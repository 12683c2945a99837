/** A webhook: an address that is told of events in a workspace. */
import type { WebhookId, WorkspaceId } from "../kernel/ids.ts";

export const webhookEvents = ["source.ready", "source.failed", "expert.deleted", "quota.near"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export interface Webhook {
  readonly id: WebhookId;
  readonly workspaceId: WorkspaceId;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  /** Set when the receiver answered 410 Gone. */
  readonly disabledAt: number | null;
  /** Of the last attempt that failed; null after one that arrived. */
  readonly lastError: string | null;
  /** Messages that have not arrived yet. */
  readonly pending: number;
}

/** What is sent: a body and its id, which stays the same in every attempt. */
export interface WebhookMessage {
  readonly id: string;
  readonly payload: string;
}

/** Milliseconds before each further attempt, as the Standard Webhooks specification proposes; three days in all. */
export const retryDelays = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
  (seconds) => 1000 * seconds,
);

/** A secret as a receiver's library expects it. */
export function shownSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/**
 * The headers of a message by the Standard Webhooks specification 1.0: HMAC-SHA256 over id, time and body.
 * @param at milliseconds since the Unix epoch
 */
export function signedHeaders({ id, payload }: WebhookMessage, secret: Uint8Array, at: number): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = new Bun.CryptoHasher("sha256", secret).update(`${id}.${timestamp}.${payload}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
