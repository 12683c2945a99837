import type { Awaitable } from "../kernel/awaitable.ts";
import type { WebhookId, WorkspaceId } from "../kernel/ids.ts";
import type { Webhook, WebhookMessage } from "./webhook.ts";

export interface NewWebhook extends Pick<Webhook, "id" | "workspaceId" | "url" | "events" | "createdAt"> {
  readonly secret: Uint8Array;
}

export interface WebhookEdit extends Partial<Pick<Webhook, "url" | "events">> {}

export interface DueMessage extends WebhookMessage {
  readonly no: number;
  readonly webhookNo: number;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly attempts: number;
}

/** Messages about sources and experts are written by the transaction of the change itself. */
export interface WebhookStore {
  add(webhook: NewWebhook, most: number): Awaitable<boolean>;
  list(workspace: WorkspaceId): Awaitable<readonly Webhook[]>;
  target(workspace: WorkspaceId, id: WebhookId): Awaitable<Pick<DueMessage, "url" | "secret"> | null>;
  /** A new address is enabled, and has no error yet. False: there is no such webhook. */
  edit(workspace: WorkspaceId, id: WebhookId, edit: WebhookEdit): Awaitable<boolean>;
  remove(workspace: WorkspaceId, id: WebhookId): Awaitable<boolean>;
  /** A message for each webhook that listens, once a month. */
  tellQuota(workspace: WorkspaceId, notice: QuotaNotice): Awaitable<void>;
  waiting(at: number): Awaitable<readonly WorkspaceId[]>;
  /** Oldest first; of each webhook and subject only the first. */
  due(at: number, workspace: WorkspaceId, most: number): Awaitable<readonly DueMessage[]>;
  arrived(message: DueMessage): Awaitable<void>;
  missed(message: DueMessage, error: string, dueAt: number | null): Awaitable<void>;
  disable(message: DueMessage, at: number): Awaitable<void>;
}

export interface QuotaNotice {
  readonly quota: string;
  readonly used: number;
  readonly limit: number;
  readonly month: string;
  readonly at: number;
}

export type Attempt =
  | { readonly outcome: "arrived" | "gone"; readonly status: number }
  | { readonly outcome: "missed"; readonly status: number | null; readonly error: string };

export interface WebhookSender {
  /** Never throws, except the signal's reason. */
  send(
    url: string,
    message: WebhookMessage,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Attempt>;
}
