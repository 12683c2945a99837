import { Type } from "@sinclair/typebox";
import { webhookEvents } from "../webhooks/webhook.ts";
import { deletedOf, instant, listOf, namedObject, nullable, oneOf, strict } from "./schema-parts.ts";

export const NewWebhook = Type.Object(
  {
    url: Type.String({
      pattern: String.raw`^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\u0000-\u001f\u007f-\u009f@<>"]+$`,
      maxLength: 2048,
      expected: "an http or https address without a user name",
      examples: ["https://example.org/docent"],
    }),
    events: Type.Optional(
      Type.Array(oneOf(webhookEvents), { minItems: 1, maxItems: 10, description: "All, when not given." }),
    ),
  },
  { $id: "WebhookRequest", ...strict, otherNames: { url: ["address", "endpoint"], events: ["types", "event_types"] } },
);

export const WebhookPatch = Type.Partial(NewWebhook, {
  $id: "WebhookChanges",
  ...strict,
  otherNames: { url: ["address", "endpoint"], events: ["types", "event_types"] },
});

const fields = {
  id: Type.String({ examples: ["whk_01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
  object: Type.Literal("webhook"),
  url: Type.String(),
  events: Type.Array(oneOf(webhookEvents)),
  pending: Type.Integer({ description: "Messages that have not arrived yet." }),
  last_error: nullable(Type.String({ description: "Of the last attempt that failed; null after one that arrived." })),
  disabled_at: nullable(instant),
  created_at: instant,
};

export const WebhookObject = namedObject("Webhook", fields);
export const NewWebhookObject = namedObject("CreatedWebhook", {
  ...fields,
  secret: Type.String({ description: "Verifies the signatures. Shown only here." }),
});
export const WebhookList = listOf(WebhookObject, "WebhookList");
export const DeletedWebhook = deletedOf("webhook", "DeletedWebhook");

export const WebhookTest = namedObject("WebhookTest", {
  object: Type.Literal("webhook.test"),
  delivered: Type.Boolean(),
  status: nullable(Type.Integer({ description: "Of the receiver; null if there was no answer." })),
  error: nullable(Type.String()),
});
