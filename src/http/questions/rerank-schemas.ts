import { type Static, Type } from "@sinclair/typebox";
import { maxQuestionLength } from "../../answering/asked-question.ts";
import { unit } from "../../api/schema-parts.ts";
import { optional } from "../openai/shared-schemas.ts";

export const mostDocuments = 1000;
/** UTF-16 units of all documents together. */
export const mostText = 500_000;

const RerankText = Type.Object({ text: Type.String() }, { $id: "RerankText", additionalProperties: true });

export const RerankRequest = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: maxQuestionLength, pattern: "\\S" }),
    documents: Type.Array(Type.Union([Type.String(), RerankText]), {
      minItems: 1,
      maxItems: mostDocuments,
      description: `At most ${mostText} characters together.`,
    }),
    top_n: optional(Type.Integer({ minimum: 1, description: "How many results to return; all when not given." })),
    return_documents: optional(Type.Boolean({ default: false })),
    model: optional(Type.String({ description: "Any name: the service ranks with what it has." })),
  },
  {
    $id: "RerankRequest",
    additionalProperties: true,
    examples: [
      { query: "How often are filters changed?", documents: ["Filters: every six months.", "Paint the door."] },
    ],
  },
);
export type RerankRequest = Static<typeof RerankRequest>;

const RerankResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: "The document's place in the request." }),
    relevance_score: unit,
    document: Type.Optional(RerankText),
  },
  { $id: "RerankResult" },
);

const SearchUnits = Type.Object({ search_units: Type.Integer() }, { $id: "SearchUnits" });

export const RerankReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal("list"),
    model: Type.String(),
    results: Type.Array(RerankResult, { description: "Best first." }),
    usage: Type.Object({ prompt_tokens: Type.Integer(), total_tokens: Type.Integer() }, { $id: "RerankUsage" }),
    meta: Type.Object({ billed_units: SearchUnits }, { $id: "RerankMeta" }),
  },
  { $id: "RerankReply" },
);
