/** The OpenAPI 3.1 document of the whole service, collected from the routes. */
import { openapi } from "@elysiajs/openapi";
import { Elysia } from "elysia";
import { wholeDocument } from "./whole-document.ts";

const address = "/openapi.json";

const tags = {
  Experts: "Experts: named memories, each with its own sources and settings.",
  Sources: "The documents that an expert answers from.",
  Questions: "Questions to an expert, and answers with citations.",
  OpenAI: "The same experts for clients of OpenAI's API.",
  Agents: "The experts as tools for agents (Model Context Protocol).",
  Usage: "The usage of a workspace.",
  Keys: "API keys of a workspace.",
  Sessions: "Signing in to the console.",
  System: "The service itself.",
} as const;

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
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      },
      servers: [{ url: "/" }],
      tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
      components: {
        securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key: `dk_…`." } },
      },
    },
  });
  return new Elysia({ name: "description" })
    .onAfterHandle(({ path, responseValue }) =>
      path === address && isDocument(responseValue) ? wholeDocument(responseValue) : undefined,
    )
    .use(documents);
}

function isDocument(value: unknown): value is { readonly paths: object } {
  return typeof value === "object" && value !== null && "paths" in value && typeof value.paths === "object";
}
