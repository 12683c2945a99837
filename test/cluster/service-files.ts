/** Two services over one PostgreSQL whose original files are in an object store, and what clients see when it fails. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { fakeS3 } from "../support/fakes/fake-s3.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

const store = fakeS3();
const nodes: TestService[] = [];
beforeAll(async () => {
  const settings = {
    DOCENT_RATE_LIMIT: "0",
    DOCENT_DATABASE: `${postgresUrl}?schema=files_${Bun.randomUUIDv7().replaceAll("-", "")}`,
    DOCENT_FILES: `s3://docent/team?endpoint=${store.endpoint}&region=eu-central-1`,
    DOCENT_S3_KEY_ID: "key",
    DOCENT_S3_SECRET: "secret",
  };
  for (const second of [1, 2])
    nodes.push(await startService({ settings, clock: clockAt(`2026-11-21T08:00:0${second}.000Z`) }));
});
afterAll(async () => {
  store.behave("well");
  for (const node of nodes) await node.close();
  await store.stop();
});

interface Body {
  readonly id: string;
  readonly status: string;
  readonly total_count: number;
  readonly error: { readonly code: string };
}

async function through(at: number, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${nodes[0]!.owner}` };
  const reply = await nodes[at]!.request(method, path, { headers, ...(body !== undefined && { body }) });
  const { status, text } = reply;
  return { status, text, retryAfter: reply.headers.get("retry-after"), body: () => reply.json as Body };
}

const originals = () => [...store.objects.keys()].filter((name) => name.startsWith("team/originals/"));

test("a document that came through one node is read and sent by both", async () => {
  await through(0, "POST", "/v1/experts", { name: "Pumps" });
  const text = "# Upkeep\n\nReplace the filter every two months.";
  const added = await through(1, "POST", "/v1/experts/pumps/sources?wait=60", { title: "Filter", text });
  expect([added.status, added.body().status, originals().length]).toEqual([201, "ready", 1]);
  for (const at of nodes.keys())
    expect((await through(at, "GET", `/v1/experts/pumps/sources/${added.body().id}/file`)).text).toBe(text);
});

test("while the store fails, documents are refused for the moment, and questions are answered", async () => {
  store.behave("badly");
  const refused = await through(0, "POST", "/v1/experts/pumps/sources", { title: "Valve", text: "The valve drips." });
  expect([refused.status, refused.body().error.code, refused.retryAfter]).toEqual([503, "not_ready", "5"]);
  const question = { question: "How often is the filter replaced?" };
  expect((await through(1, "POST", "/v1/experts/pumps/query", question)).text).toContain("every two months");
  expect((await through(1, "GET", "/v1/experts/pumps/sources")).body().total_count).toBe(1);
  store.behave("well");
  const accepted = await through(0, "POST", "/v1/experts/pumps/sources?wait=60", {
    title: "Valve",
    text: "The valve drips.",
  });
  expect([accepted.status, originals().length]).toEqual([201, 2]);
});
