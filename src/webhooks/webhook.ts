import type { WebhookId, WorkspaceId } from "../kernel/ids.ts";

export const webhookEvents = ["source.ready", "source.failed", "expert.deleted", "quota.near"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export interface Webhook {
  readonly id: WebhookId;
  readonly workspaceId: WorkspaceId;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  /** The receiver answered 410 Gone. */
  readonly disabledAt: number | null;
  /** Null after a message that arrived. */
  readonly lastError: string | null;
  readonly pending: number;
}

/** The id stays the same in every attempt. */
export interface WebhookMessage {
  readonly id: string;
  readonly payload: string;
}

/** Milliseconds before each further attempt, by Standard Webhooks; three days in all. */
export const retryDelays = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
  (seconds) => 1000 * seconds,
);

export function shownSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/** Standard Webhooks 1.0: HMAC-SHA256 over id, time and body. @param at milliseconds */
export function signedHeaders({ id, payload }: WebhookMessage, secret: Uint8Array, at: number): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = new Bun.CryptoHasher("sha256", secret).update(`${id}.${timestamp}.${payload}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
