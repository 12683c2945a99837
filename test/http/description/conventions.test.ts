/** What is promised of all routes alike, read from the API's description. */
import { afterAll, expect, test } from "bun:test";
import { deprecations } from "../../../src/api/deprecations.ts";
import { startService } from "../../support/service.ts";

const service = await startService();
afterAll(() => service.close());
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Operation {
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly deprecated?: boolean }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}
interface Schema {
  readonly $ref?: string;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema & { readonly const?: unknown }>>;
}
const { paths, components } = (await service.request("GET", "/openapi.json", { key: null })).json as Described;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);
const resolved = (schema: Schema | undefined) =>
  schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split("/").at(-1) ?? ""];

/** POSTs that need no key against a repetition, and why. */
const once: Readonly<Record<string, string>> = {
  "POST /session": "a second sign-in replaces the first",
  "POST /v1/session/code": "the reply is a secret, which is not kept",
  "POST /v1/keys": "the reply is a secret, which is not kept",
  "POST /v1/webhooks": "the reply is a secret, which is not kept",
  "POST /v1/workspaces": "the reply is a secret, which is not kept",
  "POST /v1/experts/import": "its file may be larger than what is compared, and a second copy is an expert to delete",
  "POST /v1/system/backups": "it makes a backup of that moment",
};

test("every POST that makes something takes an Idempotency-Key", () => {
  const makers = operations.filter(
    ({ name, responses }) => name.startsWith("POST ") && ("201" in responses || /\/(?:sources|batch)$/.test(name)),
  );
  const without = makers.filter(({ parameters = [] }) => !parameters.some((each) => each.name === "Idempotency-Key"));
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(once).toSorted());
  expect(makers.length).toBeGreaterThan(Object.keys(once).length + 5);
});

test("every list says whether there is more", () => {
  const lists = operations.flatMap(({ name, responses }) => {
    const fields = resolved(responses["200"]?.content?.["application/json"]?.schema)?.properties;
    return name.startsWith("GET ") && fields?.object?.const === "list" ? [{ name, fields }] : [];
  });
  expect(lists.length).toBeGreaterThan(9);
  // OpenAI's list has no pages.
  expect(lists.flatMap(({ name, fields }) => ("has_more" in fields ? [] : [name]))).toEqual(["GET /v1/models"]);
});

test("what is deprecated in the description is what the table of old names has", () => {
  const fields = Object.values(components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, { deprecated }]) => (deprecated === true ? [name] : [])),
  );
  const paths = operations.flatMap(({ name, deprecated }) => (deprecated === true ? [name.split("/").at(-1)] : []));
  expect([...new Set([...fields, ...paths])].toSorted()).toEqual(Object.keys(deprecations).toSorted());
});

test("a page that people read has each old name, its new one and its last day", async () => {
  const page = await Bun.file(`${import.meta.dir}/../../../docs/handbook/running-it.md`).text();
  for (const [name, { instead, until }] of Object.entries(deprecations)) {
    expect(page).toMatch(new RegExp(`\\| \`${name}\`[^|]*\\| \`${instead}\`[^|]*\\| ${until} \\|`));
  }
});

/** What asks by each old name; null: it is only in replies, beside the new one. */
const asked = { question: "How often are filters changed?" };
const byOldName: Readonly<Record<string, readonly (readonly [path: string, body?: object])[] | null>> = {
  top_k: [
    ["/v1/experts/pumps/query", { ...asked, top_k: 3 }],
    ["/v1/experts/pumps/query", { ...asked, top_k: 3, stream: true }],
    ["/v1/experts/pumps/search", { query: "filters", top_k: 3 }],
    ["/v1/search", { query: "filters", top_k: 3 }],
  ],
  retrieved: [
    ["/v1/experts/pumps/query", { ...asked, include: ["retrieved"] }],
    ["/v1/experts/pumps/query", { ...asked, generate: false }],
  ],
  chunks: [["/v1/experts/pumps/sources/SOURCE/chunks"]],
  chunk_id: null,
  chunk_count: null,
};

test("every old name is answered, with its last day; new ones without", async () => {
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  const body = { text: "A pump has a filter." };
  const added = await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body });
  const headersOf = async (path: string, body?: object) => {
    const given = path.replace("SOURCE", String(Object(added.json).id));
    const { status, headers } = await service.request(body ? "POST" : "GET", given, body ? { body } : {});
    return [status, headers.get("deprecation"), headers.get("sunset"), headers.get("link")];
  };
  const link = '</docs/handbook#running-it--what-stays-the-same-between-versions>; rel="deprecation"; type="text/html"';
  expect(Object.keys(byOldName).toSorted()).toEqual(Object.keys(deprecations).toSorted());
  for (const [name, requests] of Object.entries(byOldName)) {
    const { since, until } = deprecations[name]!;
    const old = [200, `@${Date.parse(since) / 1000}`, new Date(until).toUTCString(), link];
    for (const [path, body] of requests ?? []) expect([name, ...(await headersOf(path, body))]).toEqual([name, ...old]);
  }
  for (const current of [
    { ...asked, k: 3 },
    { ...asked, k: 3, include: ["passages"] },
    { ...asked, generate: false, include: ["passages"] },
  ]) {
    expect(await headersOf("/v1/experts/pumps/query", current)).toEqual([200, null, null, null]);
  }
  expect(await headersOf("/v1/experts/pumps/sources/SOURCE/passages")).toEqual([200, null, null, null]);
  const shown = await service.request("GET", "/docs/handbook", { key: null });
  expect(shown.text).toContain('id="running-it--what-stays-the-same-between-versions"');
  await service.request("DELETE", `/v1/experts/pumps/sources/${String(Object(added.json).id)}`);
});

test("what has a new name is answered under the one that was asked for; replies have both", async () => {
  const added = await service.request("POST", "/v1/experts/pumps/sources?wait=60", {
    body: { text: "The pump is blue." },
  });
  const source = added.json as Record<string, unknown>;
  expect([source.passage_count, source.chunk_count]).toEqual([1, 1]);
  const path = `/v1/experts/pumps/sources/${String(source.id)}`;
  const [old, current] = await Promise.all(
    ["chunks", "passages"].map((name) => service.request("GET", `${path}/${name}`)),
  );
  const listed = (reply: typeof old) => Object(reply?.json).data as Record<string, unknown>[];
  expect(listed(old)).toEqual(listed(current).map((passage) => ({ ...passage, object: "chunk" })));
  expect(listed(current)[0]).toMatchObject({ object: "passage", text: "The pump is blue." });
  expect([old?.headers.get("sunset"), current?.headers.get("sunset")]).toEqual(["Sat, 27 Nov 2027 00:00:00 GMT", null]);

  const ask = async (more: object) => {
    const body = { question: "Which colour has the pump?", ...more };
    return (await service.request("POST", "/v1/experts/pumps/query", { body })).json as Record<string, unknown>;
  };
  const namesIn = (answer: object) => Object.keys(answer).filter((name) => ["passages", "retrieved"].includes(name));
  expect(namesIn(await ask({}))).toEqual([]);
  expect(namesIn(await ask({ include: ["retrieved"] }))).toEqual(["retrieved"]);
  expect(namesIn(await ask({ generate: false }))).toEqual(["retrieved"]);
  const { passages } = await ask({ generate: false, include: ["passages"] });
  const { retrieved } = await ask({ include: ["retrieved"] });
  expect(passages).toEqual(retrieved);
  const id = listed(current)[0]?.id;
  expect(passages).toEqual([expect.objectContaining({ passage_id: id, chunk_id: id })]);
  const usage = (await service.request("GET", "/v1/usage")).json as Record<string, Record<string, unknown>>;
  const counts = [usage.ingest!, usage.storage!].map(({ passages: count, chunks: old }) => [count, old]);
  // One more was added and deleted above.
  expect(counts).toEqual([
    [2, 2],
    [1, 1],
  ]);
});
