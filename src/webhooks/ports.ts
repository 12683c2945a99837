/** What webhooks need from the outside. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { WebhookId, WorkspaceId } from "../kernel/ids.ts";
import type { Webhook, WebhookMessage } from "./webhook.ts";

export interface NewWebhook extends Pick<Webhook, "id" | "workspaceId" | "url" | "events" | "createdAt"> {
  readonly secret: Uint8Array;
}

/** A message with where it goes. */
export interface DueMessage extends WebhookMessage {
  readonly no: number;
  readonly webhookNo: number;
  readonly url: string;
  readonly secret: Uint8Array;
  /** How often it was tried. */
  readonly attempts: number;
}

/**
 * Webhooks and their messages. Messages about sources and experts are written by the transaction of the change itself,
 * wherever it is made.
 */
export interface WebhookStore {
  /** In one transaction: writes it unless its workspace has `most` already. Whether it was written. */
  add(webhook: NewWebhook, most: number): Awaitable<boolean>;
  /** Oldest first. */
  list(workspace: WorkspaceId): Awaitable<readonly Webhook[]>;
  /** Where its messages go; null if the workspace has no such webhook. */
  target(workspace: WorkspaceId, id: WebhookId): Awaitable<Pick<DueMessage, "url" | "secret"> | null>;
  /** With its messages. Whether it was there. */
  remove(workspace: WorkspaceId, id: WebhookId): Awaitable<boolean>;
  /** In one transaction: a message for each webhook that listens, unless this was told of the quota in this month. */
  tellQuota(workspace: WorkspaceId, notice: QuotaNotice): Awaitable<void>;
  /** The workspaces that have messages that are due. */
  waiting(at: number): Awaitable<readonly WorkspaceId[]>;
  /** A workspace's messages that are due, oldest first; of each webhook and subject only the first, so that the others wait for it. */
  due(at: number, workspace: WorkspaceId, most: number): Awaitable<readonly DueMessage[]>;
  /** It arrived. */
  arrived(message: DueMessage): Awaitable<void>;
  /** It did not. @param dueAt null: it is given up */
  missed(message: DueMessage, error: string, dueAt: number | null): Awaitable<void>;
  /** The receiver wants no more: its messages are deleted. */
  disable(message: DueMessage, at: number): Awaitable<void>;
}

export interface QuotaNotice {
  readonly quota: string;
  readonly used: number;
  readonly limit: number;
  /** `2026-11` */
  readonly month: string;
  readonly at: number;
}

/** The outcome of an attempt. */
export type Attempt =
  | { readonly outcome: "arrived" | "gone"; readonly status: number }
  | { readonly outcome: "missed"; readonly status: number | null; readonly error: string };

export interface WebhookSender {
  /** Sends a message and waits for its answer, for some seconds at most. Never throws, except the signal's reason. */
  send(
    url: string,
    message: WebhookMessage,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Attempt>;
}
