import { openapi } from "@elysiajs/openapi";
import { Elysia } from "elysia";
import { tags } from "./operation.ts";
import { wholeDocument } from "./whole-document.ts";

const address = "/openapi.json";

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
        contact: { name: "The authors of Docent" },
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      },
      servers: [{ url: "/" }],
      tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
      components: {
        securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key: `dk_…`." } },
      },
    },
  });
  let whole: object | null = null;
  return new Elysia({ name: "description" })
    .onAfterHandle(({ path, responseValue }) => {
      if (path !== address || !isDocument(responseValue)) return undefined;
      whole ??= wholeDocument(responseValue);
      return whole;
    })
    .use(documents);
}

function isDocument(value: unknown): value is { readonly paths: object } {
  return typeof value === "object" && value !== null && "paths" in value && typeof value.paths === "object";
}
