import { Type } from "@sinclair/typebox";
import { maxQuestionLength } from "../answering/asked-question.ts";
import { RetrievedObject } from "./answer-schemas.ts";
import {
  deletedOf,
  instant,
  listOf,
  namedObject,
  nullable,
  oneOf,
  strict,
  strictObject,
  unit,
} from "./schema-parts.ts";

export const GapListQuery = strictObject({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
});

const GapObject = namedObject("Gap", {
  object: Type.Literal("gap"),
  question: Type.String({ description: "The wording that was used most often." }),
  others: Type.Array(Type.String(), { description: "At most ten other wordings." }),
  count: Type.Integer(),
  abstained: Type.Integer({
    description: "How many of them were not answered. The others were, with little confidence.",
  }),
  first_asked_at: instant,
  last_asked_at: instant,
  answered_now: Type.Boolean({ description: "Whether the expert answers it from what it has now." }),
  confidence_now: unit,
  nearest: Type.Array(RetrievedObject, { description: "At most three passages, best first." }),
});

export const GapList = namedObject("GapList", {
  object: Type.Literal("list"),
  data: Type.Array(GapObject, { description: "The largest first." }),
  has_more: Type.Boolean(),
  total_count: Type.Integer({ description: "All gaps." }),
  questions: Type.Integer({ description: "Questions that are kept." }),
  keep_questions: Type.Boolean({ description: "Whether the expert's settings allow keeping further ones." }),
});

export const DeletedGaps = namedObject("DeletedGaps", {
  object: Type.Literal("gaps.deleted"),
  deleted: Type.Literal(true),
  questions: Type.Integer(),
});

export const NewFeedback = Type.Object(
  {
    verdict: oneOf(["right", "wrong"]),
    note: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { $id: "FeedbackRequest", ...strict, examples: [{ verdict: "wrong", note: "The filter is changed every month." }] },
);

export const FeedbackObject = namedObject("Feedback", {
  object: Type.Literal("feedback"),
  query_id: Type.String(),
  verdict: oneOf(["right", "wrong"]),
  note: nullable(Type.String()),
  gap: Type.Boolean({ description: "Whether the question is now among the gaps: the answer was wrong." }),
  check_id: nullable(
    Type.String({ description: "The check of the question: the answer was right, and the key may make checks." }),
  ),
});

const expectedText = Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S" });

export const NewCheck = Type.Object(
  {
    question: Type.String({ minLength: 1, maxLength: maxQuestionLength, pattern: "\\S" }),
    contains: Type.Optional(
      Type.Array(expectedText, {
        minItems: 1,
        maxItems: 20,
        description: "Texts that the answer or its quotes must contain, without regard to case and white space.",
      }),
    ),
    cites: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        minItems: 1,
        maxItems: 20,
        description: "Sources that must be cited, by `external_id` or id.",
      }),
    ),
    refused: Type.Optional(Type.Boolean({ description: "true: the expert must abstain." })),
  },
  {
    $id: "CheckRequest",
    ...strict,
    otherNames: { question: ["query", "q"], contains: ["must_contain", "expected", "answer"], cites: ["sources"] },
    described: { minProperties: 2 },
    examples: [{ question: "How often are filters changed?", contains: ["six months"] }],
  },
);

const { question, refused } = NewCheck.properties;

export const CheckPatch = Type.Object(
  {
    question: Type.Optional(question),
    contains: Type.Optional(Type.Array(expectedText, { maxItems: 20 })),
    cites: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 20 })),
    refused,
  },
  { $id: "CheckChanges", ...strict },
);

const CheckRun = namedObject("CheckRun", {
  passed: Type.Boolean(),
  faults: Type.Array(Type.String()),
  answer: nullable(Type.String({ description: "Null: the expert abstained." })),
  confidence: unit,
  ran_at: instant,
});

export const CheckObject = namedObject("Check", {
  id: Type.String({ examples: ["check_01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
  object: Type.Literal("check"),
  expert_id: Type.String(),
  question: Type.String(),
  contains: Type.Array(Type.String()),
  cites: Type.Array(Type.String()),
  refused: Type.Boolean(),
  last_run: nullable(CheckRun),
  created_at: instant,
});

export const CheckList = listOf(CheckObject, "CheckList");

export const CheckReport = namedObject("CheckReport", {
  object: Type.Literal("check.report"),
  expert_id: Type.String(),
  total: Type.Integer(),
  passed: Type.Integer(),
  failed: Type.Integer(),
  data: Type.Array(CheckObject),
});

export const DeletedCheck = deletedOf("check", "DeletedCheck");

const asSent = (description: string) => Type.Object({}, { additionalProperties: true, description });

const ConversationTurn = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: "Made by the client; unique in the conversation." }),
    question: Type.Object(
      { question: Type.String({ minLength: 1, maxLength: maxQuestionLength, pattern: "\\S" }) },
      { $id: "KeptQuestion", additionalProperties: true, description: "The body of the query." },
    ),
    state: {
      ...oneOf(["asking", "done", "failed", "stopped", "removed"]),
      description: "`removed`: a source that the answer cited or showed was deleted, and the answer with it.",
    },
    text: Type.String({ description: "Of the answer, as far as it came." }),
    citations: Type.Array(asSent("As the query gave it.")),
    answer: nullable(asSent("As the query gave it; null before its end.")),
    problem: nullable(Type.String({ description: "Why the question failed." })),
  },
  { $id: "KeptTurn", ...strict },
);

export const ConversationChange = Type.Object(
  {
    expert_id: Type.String({ minLength: 1, maxLength: 64, description: "Id or slug of the expert that was asked." }),
    revision: Type.Integer({
      minimum: 0,
      description: "Of the conversation that was read and is replaced; 0: it is new.",
    }),
    turns: Type.Array(ConversationTurn, { minItems: 1, maxItems: 1000 }),
  },
  { $id: "KeptConversationChange", ...strict },
);

export const ConversationChoice = Type.Object(
  { keep: Type.Boolean({ description: "Whether the console keeps new conversations of this key in the service." }) },
  { $id: "KeepingChoice", ...strict },
);

export const ConversationHead = namedObject("KeptConversationHead", {
  id: Type.String(),
  object: Type.Literal("conversation"),
  expert_id: Type.String(),
  title: Type.String({ description: "The beginning of its first question." }),
  revision: Type.Integer({ description: "From 1; rises with each change." }),
  created_at: instant,
  updated_at: instant,
});

export const ConversationObject = namedObject("KeptConversation", {
  ...ConversationHead.properties,
  turns: Type.Array(ConversationTurn),
});

export const ConversationList = namedObject("KeptConversationList", {
  ...listOf(ConversationHead, "").properties,
  ...ConversationChoice.properties,
});

export const DeletedConversation = deletedOf("conversation", "DeletedConversation");
