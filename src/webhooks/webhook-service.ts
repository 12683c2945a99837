import type { Awaitable } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { type IdMint, isId, type WebhookId } from "../kernel/ids.ts";
import type { Access } from "../keys/key.ts";
import type { Attempt, WebhookEdit, WebhookSender, WebhookStore } from "./ports.ts";
import { shownSecret, signedHeaders, type Webhook, type WebhookEvent } from "./webhook.ts";

const mostWebhooks = 100;

export interface WebhookService {
  /** @throws Fault `webhooks_disabled`, `invalid_parameter` (too many), `insufficient_scope` */
  create(access: Access, url: string, events: readonly WebhookEvent[]): Promise<CreatedWebhook>;
  list(access: Access): Awaitable<readonly Webhook[]>;
  /** Its secret stays. @throws Fault `webhook_not_found`, `insufficient_scope` */
  edit(access: Access, id: string, edit: WebhookEdit): Promise<Webhook>;
  /** @throws Fault `webhook_not_found`, `insufficient_scope` */
  remove(access: Access, id: string): Promise<WebhookId>;
  /** @throws as `remove`, and Fault `webhooks_disabled` */
  test(access: Access, id: string, signal: AbortSignal): Promise<Attempt>;
}

export interface CreatedWebhook {
  readonly webhook: Webhook;
  readonly secret: string;
}

interface WebhookServiceParts {
  readonly store: WebhookStore;
  readonly sender: WebhookSender | null;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly random: (bytes: Uint8Array) => Uint8Array;
}

const secretBytes = 32;

export function createWebhookService({ store, sender, clock, ids, random }: WebhookServiceParts): WebhookService {
  return {
    create: async (access, url, events) => {
      requireWorkspace(access);
      if (sender === null) throw disabled();
      const { workspaceId } = access;
      const secret = random(new Uint8Array(secretBytes));
      const webhook = { id: ids.mint("webhook"), workspaceId, url, events, createdAt: clock.now() };
      if (!(await store.add({ ...webhook, secret }, mostWebhooks))) throw tooMany();
      const unused = { disabledAt: null, lastError: null, pending: 0 };
      return { webhook: { ...webhook, ...unused }, secret: shownSecret(secret) };
    },
    list: (access) => {
      requireWorkspace(access);
      return store.list(access.workspaceId);
    },
    edit: async (access, id, edit) => {
      requireWorkspace(access);
      const { workspaceId } = access;
      const isThere = isId("webhook", id) && (await store.edit(workspaceId, id, edit));
      const edited = isThere ? (await store.list(workspaceId)).find((webhook) => webhook.id === id) : undefined;
      if (edited === undefined) throw notFound(id);
      return edited;
    },
    remove: async (access, id) => {
      requireWorkspace(access);
      if (isId("webhook", id) && (await store.remove(access.workspaceId, id))) return id;
      throw notFound(id);
    },
    test: async (access, id, signal) => {
      requireWorkspace(access);
      const target = isId("webhook", id) ? await store.target(access.workspaceId, id) : null;
      if (target === null) throw notFound(id);
      if (sender === null) throw disabled();
      const now = clock.now();
      const message = testMessage(id, now);
      return sender.send(target.url, message, signedHeaders(message, target.secret, now), signal);
    },
  };
}

function testMessage(id: string, now: number) {
  const timestamp = new Date(now).toISOString();
  const payload = JSON.stringify({ type: "webhook.test", timestamp, data: { webhook_id: id } });
  return { id: `msg_${id.slice(-26)}_${now}`, payload };
}

function requireWorkspace({ expertIds }: Access): void {
  if (expertIds === null) return;
  throw new Fault("insufficient_scope", "This key is limited to some experts; webhooks report on all experts.", {
    hint: "Use a key of the whole workspace.",
  });
}

function notFound(id: string): Fault {
  return new Fault("webhook_not_found", `There is no webhook "${id}".`, { hint: "GET /v1/webhooks lists them." });
}

function disabled(): Fault {
  return new Fault("webhooks_disabled", "This service is set to offline, so it sends no webhooks.", {
    hint: "Start it without --offline.",
  });
}

function tooMany(): Fault {
  return new Fault("invalid_parameter", `The workspace has ${mostWebhooks} webhooks, which is the limit.`, {
    param: "url",
    hint: "Delete one that is no longer needed.",
  });
}
