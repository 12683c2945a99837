/** Creates, lists, tests and deletes the webhooks of a workspace. */
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { type IdMint, isId, type WebhookId } from "../kernel/ids.ts";
import type { Access } from "../keys/key.ts";
import type { Attempt, WebhookSender, WebhookStore } from "./ports.ts";
import { shownSecret, signedHeaders, type Webhook, type WebhookEvent } from "./webhook.ts";

/** Most webhooks of a workspace. */
export const mostWebhooks = 100;

export interface WebhookService {
  /**
   * The secret is shown only here.
   * @throws Fault `webhooks_disabled` offline, `invalid_parameter` when there are as many as allowed, `insufficient_scope`
   */
  create(access: Access, url: string, events: readonly WebhookEvent[]): { webhook: Webhook; secret: string };
  /** Oldest first. @throws Fault `insufficient_scope` */
  list(access: Access): readonly Webhook[];
  /** @throws Fault `webhook_not_found`, `insufficient_scope` */
  remove(access: Access, id: string): WebhookId;
  /** Sends a message of type `webhook.test` at once. @throws as `remove`, and Fault `webhooks_disabled` */
  test(access: Access, id: string, signal: AbortSignal): Promise<Attempt>;
}

interface WebhookServiceParts {
  readonly store: WebhookStore;
  /** Null: the service is offline. */
  readonly sender: WebhookSender | null;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly random: (bytes: Uint8Array) => Uint8Array;
}

const secretBytes = 32;

export function createWebhookService({ store, sender, clock, ids, random }: WebhookServiceParts): WebhookService {
  const find = ({ workspaceId }: Access, id: string): Webhook => {
    const found = store.list(workspaceId).find((webhook) => webhook.id === id);
    if (found !== undefined) return found;
    throw new Fault("webhook_not_found", `There is no webhook "${id}".`, { hint: "GET /v1/webhooks lists them." });
  };
  return {
    create: (access, url, events) => {
      requireWorkspace(access);
      if (sender === null) throw disabled();
      const { workspaceId } = access;
      if (store.list(workspaceId).length >= mostWebhooks) throw tooMany();
      const secret = random(new Uint8Array(secretBytes));
      const webhook = { id: ids.mint("webhook"), workspaceId, url, events, createdAt: clock.now() };
      store.add({ ...webhook, secret });
      return { webhook: find(access, webhook.id), secret: shownSecret(secret) };
    },
    list: (access) => {
      requireWorkspace(access);
      return store.list(access.workspaceId);
    },
    remove: (access, id) => {
      requireWorkspace(access);
      const webhook = find(access, id);
      store.remove(access.workspaceId, webhook.id);
      return webhook.id;
    },
    test: async (access, id, signal) => {
      requireWorkspace(access);
      const { url, id: known } = find(access, id);
      const secret = isId("webhook", known) ? store.secretOf(access.workspaceId, known) : null;
      if (sender === null || secret === null) throw disabled();
      const timestamp = new Date(clock.now()).toISOString();
      const payload = JSON.stringify({ type: "webhook.test", timestamp, data: { webhook_id: known } });
      const message = { id: `msg_${known.slice(-26)}_${clock.now()}`, payload };
      return sender.send(url, message, signedHeaders(message, secret, clock.now()), signal);
    },
  };
}

/** Events name experts of the whole workspace, so a key that is limited to some experts may not listen. */
function requireWorkspace({ expertIds }: Access): void {
  if (expertIds === null) return;
  throw new Fault("insufficient_scope", "This key is limited to some experts; webhooks tell of all experts.", {
    hint: "Use a key of the whole workspace.",
  });
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
