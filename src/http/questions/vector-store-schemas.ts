import { type Static, Type } from "@sinclair/typebox";
import { maxQuestionLength } from "../../answering/asked-question.ts";
import { nullable, oneOf, unit } from "../../api/schema-parts.ts";
import { OpenObject, optional } from "../openai/shared-schemas.ts";

const query = Type.String({ minLength: 1, maxLength: maxQuestionLength, pattern: "\\S" });

const RankingOptions = Type.Object(
  { score_threshold: optional(unit) },
  { $id: "RankingOptions", additionalProperties: true },
);

export const VectorStoreSearch = Type.Object(
  {
    query: Type.Union([query, Type.Array(query, { minItems: 1, maxItems: 16 })]),
    max_num_results: optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    filters: optional({ ...OpenObject, description: "`{type, key, value}`, or `and` and `or` of such `filters`." }),
    ranking_options: optional(RankingOptions),
  },
  { $id: "VectorStoreSearch", additionalProperties: true, examples: [{ query: "How often are filters changed?" }] },
);
export type VectorStoreSearch = Static<typeof VectorStoreSearch>;

const VectorStoreText = Type.Object({ type: Type.Literal("text"), text: Type.String() }, { $id: "VectorStoreText" });

const VectorStoreResult = Type.Object(
  {
    file_id: Type.String({ description: "The id of the source." }),
    filename: Type.String({ description: "The title of the source." }),
    score: unit,
    attributes: Type.Unsafe<Record<string, string | number | boolean>>(OpenObject),
    content: Type.Array(VectorStoreText),
  },
  { $id: "VectorStoreResult" },
);

export const VectorStoreResults = Type.Object(
  {
    object: oneOf(["vector_store.search_results.page"]),
    search_query: Type.Array(Type.String()),
    data: Type.Array(VectorStoreResult, { description: "Best first." }),
    has_more: Type.Boolean(),
    next_page: nullable(Type.String()),
  },
  { $id: "VectorStoreResults" },
);
