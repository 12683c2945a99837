/** The published description: a valid document, and true to the program. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { documentFaults, operationsOf } from "../../support/replies/openapi-document.ts";
import { routeScenarios } from "../../support/requests/route-scenarios.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
let document: unknown;
beforeAll(async () => {
  service = await startService({ ingesting: false });
  document = (await service.request("GET", "/openapi.json", { key: null })).json;
});
afterAll(() => service.close());

test("it is a valid OpenAPI 3.1 document", () => {
  expect(documentFaults(document)).toEqual([]);
});

test("it has every route and no other", () => {
  const routes = service.docent.app.routes.filter(({ path }) =>
    /^\/(v[12]\/|mcp$|healthz|readyz|metrics|session|files\/)[^*]*$/.test(path),
  );
  const described = operationsOf(document).map(({ name }) => name.replace(/\{[^}]+\}/g, "{}"));
  const there = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, "{}")}`);
  expect(described.sort()).toEqual(there.sort());
});

test("it names the scopes that a route asks for", () => {
  for (const { name, operation } of operationsOf(document)) {
    const scenario = routeScenarios[name.replace(/\{(\w+)\}/g, ":$1")];
    if (scenario !== undefined) expect([operation["x-scope"]].flat()).toEqual([...(scenario.scopes ?? ["any"])]);
  }
});

test("routes that need a key say so, with their errors", () => {
  for (const { path, operation } of operationsOf(document)) {
    const open = !/^\/v[12]\//.test(path) && path !== "/mcp";
    expect(operation.security).toEqual(open ? [] : [{ apiKey: [] }]);
    const statuses = Object.keys(Object(operation.responses));
    // One needs a key from elsewhere, the other takes it in its body.
    const refuses = operation.operationId === "getMetrics" || operation.operationId === "createSession";
    expect(statuses.includes("401")).toBe(!open || refuses);
    expect(statuses).toContain("500");
    expect(statuses).toContain("503");
  }
});

test("every object with fields has a name, and every closed set of words is an enum", () => {
  const components = Object.entries(record(record(document).components).schemas ?? {});
  const inline = [...schemasIn(document)]
    .filter(([pointer, schema]) => {
      const isComponent = /^#\/components\/schemas\/[^/]+$/.test(pointer);
      const ofConstants = [schema.anyOf].flat().some((each) => record(each).const !== undefined);
      const hasFields = Object.keys(record(schema.properties)).length > 0;
      return ofConstants || "patternProperties" in schema || (hasFields && !isComponent);
    })
    .map(([pointer]) => pointer);
  expect(inline).toEqual([]);
  expect(components.length).toBeGreaterThan(60);
});

test("a reply that can be a stream has the type of its JSON, and describes the stream's events separately", () => {
  const streams = operationsOf(document).filter(({ operation }) => "stream" in fieldsOf(operation));
  expect(streams.map(({ name }) => name)).toEqual([
    ...["POST /v1/experts/{id}/query", "POST /v1/chat/completions"],
    ...["POST /v1/completions", "POST /v1/responses"],
  ]);
  for (const { operation } of streams) {
    const ok = record(record(operation.responses)["200"]);
    expect(Object.keys(record(ok.content))).toEqual(["application/json"]);
    expect(record(ok["x-event-stream"]).mediaType).toBe("text/event-stream");
  }
  const [query] = streams;
  const events = record(record(record(query?.operation.responses)["200"])["x-event-stream"]).events;
  expect(Object.keys(record(events))).toEqual(["start", "retrieval", "delta", "citation", "done", "error"]);
});

test("the example of embeddings names the configured model, and is left out without one", async () => {
  const exampleIn = (described: unknown) =>
    record(record(record(record(described).components).schemas).EmbeddingsRequest).examples;
  expect(exampleIn(document)).toBeUndefined();
  const settings = { DOCENT_EMBED_URL: "http://127.0.0.1:9/v1", DOCENT_EMBED_MODEL: "all-minilm" };
  const embedding = await startService({ ingesting: false, settings });
  const described = (await embedding.request("GET", "/openapi.json", { key: null })).json;
  expect(exampleIn(described)).toEqual([{ model: "all-minilm", input: ["How often are filters changed?"] }]);
  await embedding.close();
});

type Schema = Readonly<Record<string, unknown>>;
test("nothing in it makes generators fail: null alone, names that begin with New, true as a constant, null in a required enum", () => {
  const text = JSON.stringify(document);
  const alone = /"[^"]+":\{(?:"description":"[^"]*",)?"type":"null"/.exec(text);
  expect([alone, /"const":(?:true|false)/.exec(text)]).toEqual([null, null]);
  const { components, info } = record(document);
  const nullable = [...schemasIn(components)].flatMap(([pointer, { required, properties }]) =>
    [required].flat().flatMap((name) => {
      const { enum: words } = record(record(properties)[String(name)]);
      return [words].flat().includes(null) ? [`${pointer} ${name}`] : [];
    }),
  );
  expect(nullable).toEqual([]);
  const names = Object.keys(record(record(components).schemas));
  // Namespaces of C#'s clients, and an error that typescript-fetch has itself.
  const taken = new Set(["System", "Model", "Api", "Client", "ResponseError"]);
  expect(names.filter((name) => name.startsWith("New") || taken.has(name))).toEqual([]);
  expect(record(info).contact).toBeDefined();
});

test("forms that exclude each other say so, rules that join fields too, and numbers in paths are numbers", () => {
  const schemas = record(record(record(document).components).schemas);
  const forms = ["TextRequest", "UrlRequest", "ConversationRequest", "SiteSourceRequest"];
  const oneOf = forms.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  expect(record(schemas.SourceOrSiteRequest).oneOf).toEqual(oneOf);
  expect(record(schemas.SiteSourceRequest).required).toEqual(["type", "url"]);
  expect(record(schemas.CheckRequest).minProperties).toBe(2);
  const { id } = record(record(schemas.JsonRpcMessage).properties);
  expect(record(id).anyOf).toContainEqual({ type: "integer", minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 });
  const numbers = operationsOf(document).flatMap(({ operation }) =>
    [operation.parameters]
      .flat()
      .map(record)
      .filter(({ in: place, schema }) => place === "path" && record(schema).type === "integer"),
  );
  expect(numbers.map(({ name }) => String(name)).toSorted()).toEqual(["number", "page", "version"]);
});

const record = (value: unknown): Schema => (typeof value === "object" && value !== null ? { ...value } : {});

function* schemasIn(value: unknown, pointer = "#"): Generator<readonly [string, Schema]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [pointer, record(value)];
  for (const [name, each] of Object.entries(value)) {
    if (name !== "example" && name !== "examples") yield* schemasIn(each, `${pointer}/${name}`);
  }
}

/** The fields of an operation's JSON body. */
function fieldsOf(operation: Schema): Schema {
  const media = record(record(record(operation.requestBody).content)["application/json"]);
  const name = String(record(media.schema).$ref).split("/").at(-1) ?? "";
  return record(record(record(record(record(document).components).schemas)[name]).properties);
}
