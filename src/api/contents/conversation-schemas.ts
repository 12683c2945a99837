import { type Static, Type } from "@sinclair/typebox";
import { conversationRoles, mostTurns } from "../../sources/conversation/conversation.ts";
import { MetadataSchema, momentPattern, oneOf, secondsPattern, strict } from "../schema-parts.ts";

const NewMessage = Type.Object(
  {
    role: oneOf(conversationRoles),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: String.raw`^[^\u0000-\u001f\u007f:]*[^\s\u0000-\u001f\u007f:][^\u0000-\u001f\u007f:]*$`,
        expected: "a name of 1 to 64 characters without a colon",
        description: "The speaker. Without it, `User` or `Assistant`.",
      }),
    ),
    content: Type.String({ minLength: 1, described: { pattern: "\\S" } }),
    created_at: Type.Optional(
      Type.String({
        pattern: momentPattern(`(?:${secondsPattern})?`),
        expected: "a time such as 2026-03-23T14:05:00+01:00",
        description:
          "When it was said, with the local offset, because `yesterday` depends on it. Without it, answers name no date.",
        examples: ["2026-03-23T14:05:00+01:00"],
      }),
    ),
  },
  {
    $id: "ConversationMessage",
    ...strict,
    otherNames: {
      content: ["text", "message"],
      created_at: ["timestamp", "time", "date"],
      name: ["speaker", "author"],
    },
  },
);

export const ConversationSource = Type.Object(
  {
    type: Type.Literal("conversation"),
    messages: Type.Array(NewMessage, {
      minItems: 1,
      maxItems: mostTurns,
      description: "In order. Turns that repeat the end of the known conversation are not added again.",
    }),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    external_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "Identifies the conversation, so that later turns can be appended.",
      }),
    ),
    metadata: Type.Optional(MetadataSchema),
  },
  {
    $id: "ConversationRequest",
    ...strict,
    otherNames: { messages: ["turns"], external_id: ["id", "conversation_id", "session_id"] },
    examples: [
      {
        type: "conversation",
        external_id: "chat-17",
        messages: [
          {
            role: "user",
            name: "Maria",
            content: "I had an audition yesterday.",
            created_at: "2026-03-23T14:05:00+01:00",
          },
        ],
      },
    ],
  },
);
export type ConversationSource = Static<typeof ConversationSource>;
