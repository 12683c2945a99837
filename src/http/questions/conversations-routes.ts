import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { deletedView, wholeListView } from "../../api/native-views.ts";
import {
  ConversationChange,
  ConversationChoice,
  ConversationHead,
  ConversationList,
  ConversationObject,
  DeletedConversation,
} from "../../api/question-schemas.ts";
import { checked } from "../../api/validation.ts";
import { timestamp } from "../../kernel/clock.ts";
import type { Access } from "../../keys/key.ts";
import type { ConversationHead as Head } from "../../keys/ports.ts";
import { readBody } from "../body/request-body.ts";
import { operationsOf } from "../description/operation.ts";
import type { RouteParts } from "../route-parts.ts";

const operation = operationsOf("Sessions");
const change = checked(ConversationChange);
const choice = checked(ConversationChoice);

export function conversationsRoutes(parts: RouteParts) {
  const { auth, conversations } = parts;
  return new Elysia({ name: "conversations-routes", prefix: "/v1/conversations" })
    .use(auth)
    .get(
      "",
      async ({ access }) => {
        const { keep, conversations: all } = await conversations.list(access);
        return { ...wholeListView(all.map(headView)), keep };
      },
      listConversations(),
    )
    .patch(
      "",
      async ({ access, request }) => {
        const { keep } = await readBody(request, choice);
        await conversations.choose(access, keep);
        return { keep };
      },
      chooseConversations(),
    )
    .get(
      "/:cid",
      async ({ access, params }) => {
        const found = await conversations.find(access, params.cid);
        return { ...headView(found), turns: found.turns };
      },
      getConversation(),
    )
    .put("/:cid", ({ access, params, request }) => keep(parts, { access, id: params.cid, request }), putConversation())
    .delete(
      "/:cid",
      async ({ access, params }) => deletedView("conversation", await conversations.remove(access, params.cid)),
      deleteConversation(),
    );
}

async function keep(
  { conversations, experts }: RouteParts,
  { access, id, request }: { access: Access; id: string; request: Request },
) {
  const { expert_id, revision, turns } = await readBody(request, change);
  const { id: expertId } = await experts.find(access, expert_id);
  return headView(await conversations.put(access, { id, expertId, revision, turns }));
}

function headView({ id, expertId, title, revision, createdAt, updatedAt }: Head): Static<typeof ConversationHead> {
  const times = { created_at: timestamp(createdAt), updated_at: timestamp(updatedAt) };
  return { id, object: "conversation", expert_id: expertId, title, revision, ...times };
}

const listConversations = operation("listConversations", {
  summary: "List the kept conversations of this key",
  scope: "query",
  description:
    "Of the console, the one that changed last first: at most 200, older ones make room. Each key sees its own, and they are deleted when " +
    "it is revoked. `keep` says where the console keeps new ones: in the service, or, by default, in the browser alone.",
  answers: { 200: { says: "The conversations, without their turns.", schema: ConversationList } },
});

const chooseConversations = operation("chooseConversations", {
  summary: "Choose where the console keeps new conversations",
  scope: "query",
  description: "For all browsers that sign in with this key. What is kept already stays where it is.",
  body: { "application/json": ConversationChoice },
  answers: { 200: { says: "The choice.", schema: ConversationChoice } },
  errors: ["storage_full"],
});

const getConversation = operation("getConversation", {
  summary: "Get a kept conversation",
  scope: "query",
  description: "With all turns, oldest first. When a source is deleted, so are the answers that cite or show it.",
  answers: { 200: { says: "The conversation.", schema: ConversationObject } },
  errors: ["conversation_not_found"],
});

const putConversation = operation("putConversation", {
  summary: "Keep a conversation",
  scope: "query",
  description:
    "Under an id that the client made. Replaces the revision that the client has read: if another client changed it since, this is " +
    "409 `conversation_changed`, and the client reads it, repeats its change on that, and sends it again.",
  body: { "application/json": ConversationChange },
  answers: { 200: { says: "It is kept, with its new revision.", schema: ConversationHead } },
  errors: ["expert_not_found", "conversation_changed", "payload_too_large", "storage_full"],
});

const deleteConversation = operation("deleteConversation", {
  summary: "Delete a kept conversation",
  scope: "query",
  description: "The others stay.",
  answers: { 200: { says: "It is gone.", schema: DeletedConversation } },
  errors: ["conversation_not_found"],
});
