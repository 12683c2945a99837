import { openapi } from "@elysiajs/openapi";
import { Elysia } from "elysia";
import type { SchemaObject } from "./json-schema.ts";
import { type DescribedLater, tags } from "./operation.ts";

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

interface GeneratedOperation extends Partial<DescribedLater> {
  readonly parameters?: readonly { readonly name: string }[];
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly "x-path"?: Readonly<Record<string, SchemaObject>>;
  readonly "x-parameters"?: readonly unknown[];
  readonly "x-components"?: Readonly<Record<string, SchemaObject>>;
}

/**
 * The generator overwrites routes' parameters and omits components; the operations have them as `x-…`. @throws Error if
 * two schemas have the same name
 */
function wholeDocument(document: { readonly paths: object; readonly components?: object }): object {
  const schemas: Record<string, SchemaObject> = {};
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries<GeneratedOperation>(operations).map(([verb, generated]) => {
        const { "x-described": describe, ...rest } = generated;
        const operation: DescribedOperation = { ...rest, ...describe?.() };
        addComponents(schemas, operation["x-components"] ?? {});
        return [verb, wholeOperation(operation)];
      }),
    ),
  ]);
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, paths: Object.fromEntries(paths), components: { ...document.components, schemas: sorted } };
}

function wholeOperation(operation: DescribedOperation): object {
  const {
    "x-parameters": more = [],
    "x-components": _,
    "x-path": path = {},
    parameters: given = [],
    ...rest
  } = operation;
  const ofPath = given.map((each) => ({ ...each, ...(path[each.name] && { schema: path[each.name] }) }));
  const parameters = [...ofPath, ...more];
  return parameters.length === 0 ? rest : { ...rest, parameters };
}

function addComponents(schemas: Record<string, SchemaObject>, more: Readonly<Record<string, SchemaObject>>): void {
  for (const [name, schema] of Object.entries(more)) {
    const known = schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two schemas are named ${name}`);
    schemas[name] = schema;
  }
}
