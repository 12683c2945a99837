/** The OpenAPI 3.1 document of the whole service, collected from the routes. */
import { openapi } from "@elysiajs/openapi";
import type { TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { AnswerObject, CitationObject, RetrievedObject } from "../native/answer-schemas.ts";
import { ExpertObject } from "../native/expert-schemas.ts";
import { KeyObject, NewKeyObject } from "../native/key-schemas.ts";
import { ChunkObject, SourceObject } from "../native/source-schemas.ts";
import { CapabilitiesObject } from "../native/system-routes.ts";
import { UsageObject } from "../native/usage-schemas.ts";
import { ChatCompletionObject, ModelObject } from "../openai/openai-schemas.ts";
import { jsonSchema, withAllParameters } from "./operation.ts";
import { ErrorObject } from "./schema-parts.ts";

const components: Readonly<Record<string, TSchema>> = {
  Expert: ExpertObject,
  Source: SourceObject,
  Chunk: ChunkObject,
  Answer: AnswerObject,
  Citation: CitationObject,
  RetrievedPassage: RetrievedObject,
  Usage: UsageObject,
  Key: KeyObject,
  NewKey: NewKeyObject,
  ChatCompletion: ChatCompletionObject,
  Model: ModelObject,
  Capabilities: CapabilitiesObject,
  Error: ErrorObject,
};

const address = "/openapi.json";

/** Serves `/openapi.json`. */
export function description(version: string) {
  const documents = openapi({
    provider: null,
    specPath: address,
    openapiVersion: "3.1.1",
    exclude: { paths: [address, "/openapi", "/*"] },
    documentation: {
      info: {
        title: "Docent",
        version,
        description: "A self-hosted memory service: experts that answer from your documents, with citations.",
        license: { name: "Apache-2.0" },
      },
      servers: [{ url: "/" }],
      tags: ["Experts", "Sources", "Questions", "OpenAI", "Usage", "Keys", "System"].map((name) => ({ name })),
      components: {
        schemas: Object.fromEntries(Object.entries(components).map(([name, schema]) => [name, jsonSchema(schema)])),
        securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key: `dk_…`." } },
      },
    },
  });
  return new Elysia({ name: "description" })
    .onAfterHandle(({ path, responseValue }) =>
      path === address && isDocument(responseValue) ? withAllParameters(responseValue) : undefined,
    )
    .use(documents);
}

function isDocument(value: unknown): value is { readonly paths: object } {
  return typeof value === "object" && value !== null && "paths" in value && typeof value.paths === "object";
}
