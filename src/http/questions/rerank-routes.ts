import { type Static, Type } from "@sinclair/typebox";
import { maxQuestionLength } from "../../answering/asked-question.ts";
import type { RankedDocument } from "../../answering/sent-texts.ts";
import { namedObject, unit } from "../../api/schema-parts.ts";
import { Fault } from "../../kernel/fault.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import { readJson } from "../body/request-body.ts";
import { costlyErrors } from "../description/operation.ts";
import { lenient } from "../openai/lenient-body.ts";
import { optional } from "../openai/shared-schemas.ts";
import { routesOf } from "../route.ts";

const mostDocuments = 1000;
/** UTF-16 units of all documents together. */
const mostText = 500_000;

const RerankText = Type.Object({ text: Type.String() }, { $id: "RerankText", additionalProperties: true });

const RerankRequest = Type.Object(
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
type RerankRequest = Static<typeof RerankRequest>;

const RerankResult = namedObject("RerankResult", {
  index: Type.Integer({ minimum: 0, description: "The document's place in the request." }),
  relevance_score: unit,
  document: Type.Optional(RerankText),
});

const SearchUnits = namedObject("SearchUnits", { search_units: Type.Integer() });

export const RerankReply = namedObject("RerankReply", {
  id: Type.String(),
  object: Type.Literal("list"),
  model: Type.String(),
  results: Type.Array(RerankResult, { description: "Best first." }),
  usage: namedObject("RerankUsage", { prompt_tokens: Type.Integer(), total_tokens: Type.Integer() }),
  meta: namedObject("RerankMeta", { billed_units: SearchUnits }),
});

const rerankRequest = lenient(RerankRequest);

function refuseLonger(documents: readonly string[]): void {
  const length = documents.reduce((sum, text) => sum + text.length, 0);
  if (length <= mostText) return;
  throw new Fault("payload_too_large", `The documents have ${length} characters; at most ${mostText} are allowed.`, {
    param: "documents",
    hint: "Send fewer documents, or only their parts that may fit.",
  });
}

function replyTo(
  { query, top_n, return_documents }: RerankRequest,
  documents: readonly string[],
  ranked: readonly RankedDocument[],
): Omit<Static<typeof RerankReply>, "id"> {
  const tokens = documents.reduce((sum, text) => sum + estimateTokens(text), estimateTokens(query));
  return {
    object: "list",
    model: "docent",
    results: ranked.slice(0, top_n ?? ranked.length).map(({ index, score }) => ({
      index,
      relevance_score: score,
      ...(return_documents === true && { document: { text: documents[index] ?? "" } }),
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
    meta: { billed_units: { search_units: 1 } },
  };
}

const rerankDocuments = (address: "POST /v1/rerank" | "POST /v2/rerank", version: "" | "V2") =>
  routesOf("Questions")(address, `rerankDocuments${version}`, {
    summary: version === "" ? "Rank texts for a query" : "Rank texts for a query, at Cohere's second address",
    scope: "query",
    description:
      "Ranks the texts of the request by how well they fit the query, in the form that clients of Cohere and Jina expect: by words, " +
      "and in English by the built-in model of meaning. Nothing is stored. It counts as one question.",
    body: { "application/json": RerankRequest },
    answers: { 200: { says: "The texts' places in the request, best first.", schema: RerankReply } },
    errors: costlyErrors,
    lane: "questions",
    answer: async ({ access, request, set }, { reranking }): Promise<Static<typeof RerankReply>> => {
      const asked = rerankRequest.parse(await readJson(request));
      const documents = asked.documents.map((document) => (typeof document === "string" ? document : document.text));
      refuseLonger(documents);
      const ranked = await reranking.rerank({ query: asked.query, documents }, access, request.signal);
      return { id: String(set.headers["x-request-id"]), ...replyTo(asked, documents, ranked) };
    },
  });

/** Clients of Cohere's second version ask at `/v2/rerank` below the address that they are given; the others at `/v1/rerank`. */
export const rerankRoutes = [rerankDocuments("POST /v1/rerank", ""), rerankDocuments("POST /v2/rerank", "V2")];
