import { type Static, Type } from "@sinclair/typebox";
import { maxQuestionLength } from "../../answering/asked-question.ts";
import { QueryRequest, RetrievalObject, RetrievedObject } from "../../api/answer-schemas.ts";
import { oneOf, strict } from "../../api/schema-parts.ts";

/** Of one request. */
export const mostSearchedExperts = 50;

const { k, top_k, min_score, filter, mode } = QueryRequest.properties;

const searchFields = {
  query: Type.String({ minLength: 1, maxLength: maxQuestionLength, pattern: "\\S" }),
  k,
  top_k,
  min_score,
  filter,
  mode,
  include: Type.Optional(Type.Array(oneOf(["scores"]), { maxItems: 1 })),
};

const otherNames = {
  ...QueryRequest.otherNames,
  query: ["question", "q", "text", "input", "search", "prompt"],
};

export const SearchRequest = Type.Object(searchFields, {
  $id: "SearchRequest",
  ...strict,
  otherNames,

  examples: [{ query: "replacing filters", k: 8 }],
});
export type SearchRequest = Static<typeof SearchRequest>;

export const SearchAllRequest = Type.Object(
  {
    ...searchFields,
    experts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        minItems: 1,
        maxItems: mostSearchedExperts,
        description: `By id, slug or alias; all that the key can reach when not given, at most ${mostSearchedExperts}.`,
      }),
    ),
  },
  {
    $id: "SearchAllRequest",
    ...strict,

    otherNames: { ...otherNames, experts: ["expert", "expert_ids", "models"] },
    examples: [{ query: "replacing filters", experts: ["heating-manual", "house"], k: 8 }],
  },
);

export const FoundPassages = Type.Object(
  { object: Type.Literal("list"), data: Type.Array(RetrievedObject), retrieval: RetrievalObject },
  { $id: "FoundPassages" },
);

const PassageOfExpert = Type.Object(
  { expert_id: Type.String(), ...RetrievedObject.properties },
  { $id: "PassageOfExpert" },
);

const SearchedExpert = Type.Object({ expert_id: Type.String(), retrieval: RetrievalObject }, { $id: "SearchedExpert" });

export const FoundInExperts = Type.Object(
  {
    object: Type.Literal("list"),
    data: Type.Array(PassageOfExpert, { description: "The best `k` of all, by score." }),
    experts: Type.Array(SearchedExpert, { description: "Each expert that was searched." }),
  },
  { $id: "FoundInExperts" },
);
