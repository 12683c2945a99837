import type { Static } from "@sinclair/typebox";
import { deletedView, wholeListView } from "../../api/native-views.ts";
import {
  ConversationChange,
  ConversationChoice,
  ConversationHead,
  ConversationList,
  ConversationObject,
  DeletedConversation,
} from "../../api/question-schemas.ts";
import { timestamp } from "../../kernel/clock.ts";
import type { ConversationHead as Head } from "../../keys/ports.ts";
import { routesOf } from "../route.ts";

const route = routesOf("Sessions");

function headView({ id, expertId, title, revision, createdAt, updatedAt }: Head): Static<typeof ConversationHead> {
  const times = { created_at: timestamp(createdAt), updated_at: timestamp(updatedAt) };
  return { id, object: "conversation", expert_id: expertId, title, revision, ...times };
}

const listConversations = route("GET /v1/conversations", "listConversations", {
  summary: "List the kept conversations of this key",
  scope: "query",
  description:
    "Of the console, the one that changed last first: at most 200, older ones make room. Each key sees its own, and they are deleted when " +
    "it is revoked. `keep` says where the console keeps new ones: in the service, or, by default, in the browser alone.",
  answers: { 200: { says: "The conversations, without their turns.", schema: ConversationList } },
  answer: async ({ access }, { conversations }) => {
    const { keep, conversations: all } = await conversations.list(access);
    return { ...wholeListView(all.map(headView)), keep };
  },
});

const chooseConversations = route("PATCH /v1/conversations", "chooseConversations", {
  summary: "Choose where the console keeps new conversations",
  scope: "query",
  description: "For all browsers that sign in with this key. What is kept already stays where it is.",
  body: { "application/json": ConversationChoice },
  answers: { 200: { says: "The choice.", schema: ConversationChoice } },
  errors: ["storage_full"],
  answer: async ({ access, readBody }, { conversations }) => {
    const { keep } = await readBody();
    await conversations.choose(access, keep);
    return { keep };
  },
});

const getConversation = route("GET /v1/conversations/:cid", "getConversation", {
  summary: "Get a kept conversation",
  scope: "query",
  description: "With all turns, oldest first. When a source is deleted, so are the answers that cite or show it.",
  answers: { 200: { says: "The conversation.", schema: ConversationObject } },
  errors: ["conversation_not_found"],
  answer: async ({ access, params }, { conversations }) => {
    const found = await conversations.find(access, params.cid);
    return { ...headView(found), turns: found.turns };
  },
});

const putConversation = route("PUT /v1/conversations/:cid", "putConversation", {
  summary: "Keep a conversation",
  scope: "query",
  description:
    "Under an id that the client made. Replaces the revision that the client has read: if another client changed it since, this is " +
    "409 `conversation_changed`, and the client reads it, repeats its change on that, and sends it again.",
  body: { "application/json": ConversationChange },
  answers: { 200: { says: "It is kept, with its new revision.", schema: ConversationHead } },
  errors: ["expert_not_found", "conversation_changed", "payload_too_large", "storage_full"],
  answer: async ({ access, params, readBody }, { conversations, experts }) => {
    const { expert_id, revision, turns } = await readBody();
    const { id: expertId } = await experts.find(access, expert_id);
    return headView(await conversations.put(access, { id: params.cid, expertId, revision, turns }));
  },
});

const deleteConversation = route("DELETE /v1/conversations/:cid", "deleteConversation", {
  summary: "Delete a kept conversation",
  scope: "query",
  description: "The others stay.",
  answers: { 200: { says: "It is gone.", schema: DeletedConversation } },
  errors: ["conversation_not_found"],
  answer: async ({ access, params }, { conversations }) =>
    deletedView("conversation", await conversations.remove(access, params.cid)),
});

export const conversationsRoutes = [
  listConversations,
  chooseConversations,
  getConversation,
  putConversation,
  deleteConversation,
];
