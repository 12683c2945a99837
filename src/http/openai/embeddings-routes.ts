import { Fault, invalidParameter } from "../../kernel/fault.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import { readJson } from "../body/request-body.ts";
import { answeringErrors } from "../description/operation.ts";
import { routesOf } from "../route.ts";
import { type EmbeddingsRequest, embeddingList, parseEmbeddingsRequest } from "./embeddings-request.ts";
import { EmbeddingListObject, EmbeddingsRequestBody } from "./shared-schemas.ts";

function chooseEmbedder(embedder: Embedder | null, wanted: EmbeddingsRequest): Embedder {
  if (embedder === null) {
    const hint = "Add a model pack with `docent model add FILE`, or set DOCENT_EMBED_URL and DOCENT_EMBED_MODEL.";
    throw new Fault("invalid_parameter", "No embedding model is configured.", { param: "model", hint });
  }
  if (wanted.model !== embedder.model) {
    const message = `There is no embedding model "${wanted.model}" here.`;
    throw new Fault("model_not_found", message, { param: "model", hint: `Use "${embedder.model}".` });
  }
  checkDimensions(wanted, embedder.dimensions);
  return embedder;
}

function checkDimensions({ dimensions }: EmbeddingsRequest, given: number | null): void {
  if (dimensions === null || given === null || dimensions === given) return;
  throw invalidParameter("dimensions", `The configured embedding model gives vectors of ${given} dimensions.`);
}

/** @param model for an example that works */
export const createEmbedding = (model: string | null) =>
  routesOf("OpenAI")("POST /v1/embeddings", "createEmbedding", {
    summary: "Embed texts, as with OpenAI's API",
    scope: "query",
    description:
      "By the configured embedding model, the texts as they are: prefixes that a model wants for questions or passages " +
      "are the caller's. Vectors have length one.",
    body: {
      "application/json": {
        ...EmbeddingsRequestBody,
        ...(model !== null && { examples: [{ model, input: ["How often are filters changed?"] }] }),
      },
    },
    answers: { 200: { says: "The vectors, in the order of the texts.", schema: EmbeddingListObject } },
    errors: [...answeringErrors, "model_not_found"],
    lane: "questions",
    answer: async ({ access, request }, { embedder, usage, clock }) => {
      const wanted = parseEmbeddingsRequest(await readJson(request));
      const chosen = chooseEmbedder(embedder, wanted);
      const { vectors, tokens } = await chosen.embed(wanted.texts, "plain", request.signal);
      checkDimensions(wanted, vectors[0]?.length ?? null);
      const account = { workspaceId: access.workspaceId, expertId: null, keyId: access.keyId };
      await usage.record({ ...account, at: clock.now(), add: { embeddingTokens: tokens } });
      return embeddingList({ model: chosen.model, vectors, encoding: wanted.encoding, promptTokens: tokens });
    },
  });
