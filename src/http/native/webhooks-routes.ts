import type { Static } from "@sinclair/typebox";
import { deletedView, wholeListView } from "../../api/native-views.ts";
import {
  DeletedWebhook,
  NewWebhook,
  NewWebhookObject,
  WebhookList,
  WebhookObject,
  WebhookPatch,
  WebhookTest,
} from "../../api/webhook-schemas.ts";
import { timestamp } from "../../kernel/clock.ts";
import { type Webhook, webhookEvents } from "../../webhooks/webhook.ts";
import type { WebhookService } from "../../webhooks/webhook-service.ts";
import { routesOf } from "../route.ts";
import { addressOf } from "./add-source-request.ts";

const route = routesOf("Webhooks");

function editFrom({ url, events }: Static<typeof WebhookPatch>) {
  return {
    ...(url === undefined ? {} : { url: addressOf(url).href }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
  };
}

function attemptView(attempt: Awaited<ReturnType<WebhookService["test"]>>) {
  const error = attempt.outcome === "missed" ? attempt.error : null;
  return { object: "webhook.test" as const, delivered: attempt.outcome === "arrived", status: attempt.status, error };
}

function webhookView(webhook: Webhook): Static<typeof WebhookObject> {
  const { id, url, events, pending, lastError, disabledAt, createdAt } = webhook;
  return {
    id,
    object: "webhook",
    url,
    events: [...events],
    pending,
    last_error: lastError,
    disabled_at: disabledAt === null ? null : timestamp(disabledAt),
    created_at: timestamp(createdAt),
  };
}

const listWebhooks = route("GET /v1/webhooks", "listWebhooks", {
  summary: "List webhooks",
  description: "Secrets are not in the list: each was in the reply that made the webhook.",
  scope: "admin",
  answers: { 200: { says: "All webhooks of the workspace, the oldest first.", schema: WebhookList } },
  answer: async ({ access }, { webhooks }) => wholeListView((await webhooks.list(access)).map(webhookView)),
});

const createWebhook = route("POST /v1/webhooks", "createWebhook", {
  summary: "Add a webhook",
  description:
    "Docent sends events of the workspace to the address, signed as the Standard Webhooks specification says. Needs a key of " +
    "the whole workspace. A workspace has at most 100.",
  scope: "admin",
  body: { "application/json": NewWebhook },
  answers: { 201: { says: "The webhook with its secret.", schema: NewWebhookObject } },
  errors: ["webhooks_disabled", "storage_full"],
  answer: async ({ access, set, readBody }, { webhooks }) => {
    const { url, events = [...webhookEvents] } = await readBody();
    const { webhook, secret } = await webhooks.create(access, addressOf(url).href, [...new Set(events)]);
    set.headers["cache-control"] = "no-store";
    return { ...webhookView(webhook), secret };
  },
});

const updateWebhook = route("PATCH /v1/webhooks/:id", "updateWebhook", {
  summary: "Change a webhook",
  description:
    "Fields that are not given keep their value. Its secret stays. Messages that wait go to the new address, which is enabled " +
    "even if the old one had answered 410.",
  scope: "admin",
  body: { "application/json": WebhookPatch },
  answers: { 200: { says: "The webhook as it is now.", schema: WebhookObject } },
  errors: ["webhook_not_found", "storage_full"],
  answer: async ({ access, params, readBody }, { webhooks }) =>
    webhookView(await webhooks.edit(access, params.id, editFrom(await readBody()))),
});

const deleteWebhook = route("DELETE /v1/webhooks/:id", "deleteWebhook", {
  summary: "Delete a webhook",
  description: "Its messages that have not arrived are deleted with it.",
  scope: "admin",
  answers: { 200: { says: "It is gone.", schema: DeletedWebhook } },
  errors: ["webhook_not_found", "storage_full"],
  answer: async ({ access, params }, { webhooks }) => deletedView("webhook", await webhooks.remove(access, params.id)),
});

const testWebhook = route("POST /v1/webhooks/:id/test", "testWebhook", {
  summary: "Send a test message",
  description:
    "Sends one message of type `webhook.test` at once and says what the receiver answered. It is not repeated.",
  scope: "admin",
  answers: { 200: { says: "What came of it.", schema: WebhookTest } },
  errors: ["webhook_not_found", "webhooks_disabled"],
  answer: async ({ access, params, request }, { webhooks }) =>
    attemptView(await webhooks.test(access, params.id, request.signal)),
});

export const webhooksRoutes = [listWebhooks, createWebhook, updateWebhook, deleteWebhook, testWebhook];
