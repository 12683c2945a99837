/** The service itself, three times over one PostgreSQL: what a client does through one node holds through all. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

/** Nodes share the files that came in: any of them may read a document. */
const originals = mkdtempSync(join(tmpdir(), "docent-originals-"));
const nodes: TestService[] = [];
const schema = `nodes_${Bun.randomUUIDv7().replaceAll("-", "")}`;

/** @param second of its clock: ids that are made at one moment would be the same. */
function startNode(second: number, files = originals): Promise<TestService> {
  const database = `${postgresUrl}?schema=${schema}`;
  return startService({
    settings: { DOCENT_RATE_LIMIT: "0", DOCENT_DATABASE: database, DOCENT_FILES: files },
    clock: clockAt(`2026-11-21T08:00:0${second}.000Z`),
  });
}

beforeAll(async () => {
  for (const second of [0, 1, 2]) nodes.push(await startNode(second));
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  rmSync(originals, { recursive: true, force: true });
});

/** The fields that these tests read of any reply. */
interface Body {
  readonly id: string;
  readonly secret: string;
  readonly status: string;
  readonly answer: string;
  readonly abstained: boolean;
  readonly citations: readonly { readonly source_id: string; readonly title: string; readonly url: string | null }[];
  readonly retrieved: readonly { readonly metadata: Readonly<Record<string, unknown>> }[];
}

/** A request to a node, with a key that the first one made. */
async function through(at: number, method: string, path: string, body?: unknown) {
  const node = nodes[at % nodes.length]!;
  const headers = { authorization: `Bearer ${nodes[0]!.owner}` };
  const reply = await node.request(method, path, { headers, ...(body !== undefined && { body }) });
  return { status: reply.status, json: reply.json as Body };
}

describe("three services over one PostgreSQL", () => {
  test("answer from what was added through another, with citations", async () => {
    const made = await through(0, "POST", "/v1/experts", { name: "Pumps" });
    expect(made.status).toBe(201);
    const { id } = made.json;
    for (const [i, word] of ["filter", "seal", "valve"].entries()) {
      const text = `# Upkeep\n\nReplace the ${word} every ${i + 2} months.`;
      const added = await through(i, "POST", `/v1/experts/${id}/sources?wait=60`, { title: word, text });
      expect([added.status, added.json.status]).toEqual([201, "ready"]);
      for (const at of nodes.keys()) {
        const reply = await through(at, "POST", `/v1/experts/${id}/query`, {
          question: `How often is the ${word} replaced?`,
        });
        expect(reply.json.answer).toContain(`every ${i + 2} months`);
        expect(reply.json.citations[0]?.source_id).toBe(added.json.id);
      }
    }
  });

  test("turns of one conversation that come through all nodes at once are all kept", async () => {
    const { id } = (await through(0, "POST", "/v1/experts", { name: "Talks" })).json;
    const turns = Array.from({ length: 9 }, (_, i) => `The pump number ${i} hums.`);
    const say = (content: string, at: number) =>
      through(at, "POST", `/v1/experts/${id}/sources`, {
        type: "conversation",
        external_id: "talk",
        messages: [{ role: "user", content }],
      });
    const replies = await Promise.all(turns.map(say));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    const source = new Set(replies.map(({ json }) => json.id));
    expect(source.size).toBe(1);
    const headers = { authorization: `Bearer ${nodes[0]!.owner}` };
    const path = `/v1/experts/${id}/sources/${[...source][0]}/file`;
    const { text } = await nodes[1]!.request("GET", path, { headers });
    const kept = (JSON.parse(text) as { messages: { content: string }[] }).messages.map(({ content }) => content);
    expect(kept.toSorted()).toEqual(turns);
  });

  test("the report of a node names the kind and version of the database", async () => {
    const { text } = await nodes[1]!.request("GET", "/v1/system", {
      headers: { authorization: `Bearer ${nodes[0]!.owner}` },
    });
    expect(JSON.parse(text)).toMatchObject({ database: expect.stringMatching(/^PostgreSQL \d+/) });
  });

  test("a deleted source and a revoked key are gone through every node at once", async () => {
    const { id } = (await through(1, "POST", "/v1/experts", { name: "Boats" })).json;
    const added = await through(2, "POST", `/v1/experts/${id}/sources?wait=60`, {
      title: "Boat",
      text: "The hull of the boat is painted every five years.",
    });
    const before = await through(0, "POST", `/v1/experts/${id}/query`, { question: "How often is the hull painted?" });
    expect(before.json.abstained).toBe(false);
    await through(1, "DELETE", `/v1/experts/${id}/sources/${added.json.id}`);
    for (const at of nodes.keys()) {
      const reply = await through(at, "POST", `/v1/experts/${id}/query`, {
        question: "How often is the hull painted?",
      });
      expect(reply.json.abstained).toBe(true);
    }
    const key = (await through(0, "POST", "/v1/keys", { name: "short", scopes: ["query", "ingest", "admin"] })).json;
    const asks = async (at: number) =>
      (await nodes[at]!.request("GET", "/v1/experts", { headers: { authorization: `Bearer ${key.secret}` } })).status;
    expect(await Promise.all(nodes.keys().map(asks))).toEqual([200, 200, 200]);
    await through(2, "DELETE", `/v1/keys/${key.id}`);
    expect(await Promise.all(nodes.keys().map(asks))).toEqual([401, 401, 401]);
  });

  test("a changed title, address and metadata of a source show in the next answer of every node, which had read its passages before", async () => {
    const { id } = (await through(0, "POST", "/v1/experts", { name: "Mills" })).json;
    const text = "The stone of the mill is dressed every four years.";
    const facts = { title: "Mill", url: "https://mill.test/1", metadata: { edition: 1 }, external_id: "mill" };
    const added = await through(0, "POST", `/v1/experts/${id}/sources?wait=60`, { ...facts, text });
    const path = `/v1/experts/${id}/sources`;
    const own = `${path}/${added.json.id}`;
    const shown = async (at: number) => {
      const question = { question: "How often is the stone dressed?", include: ["retrieved"] };
      const { citations, retrieved } = (await through(at, "POST", `/v1/experts/${id}/query`, question)).json;
      return [citations[0]?.title, citations[0]?.url, retrieved[0]?.metadata];
    };
    const everywhere = () => Promise.all(nodes.keys().map(shown));
    const all = <One>(one: One) => nodes.map(() => one);
    expect(await everywhere()).toEqual(all(["Mill", "https://mill.test/1", { edition: 1 }]));
    await through(1, "PATCH", own, { url: "https://mill.test/2" });
    expect(await everywhere()).toEqual(all(["Mill", "https://mill.test/2", { edition: 1 }]));
    await through(2, "PATCH", own, { metadata: { edition: 2 } });
    expect(await everywhere()).toEqual(all(["Mill", "https://mill.test/2", { edition: 2 }]));
    const again = await through(1, "POST", path, { ...facts, metadata: { edition: 3 }, text });
    expect(again.status).toBe(200);
    expect(await everywhere()).toEqual(all(["Mill", "https://mill.test/1", { edition: 3 }]));
    await through(0, "PATCH", own, { title: "Windmill" });
    expect(await everywhere()).toEqual(all(["Windmill", "https://mill.test/1", { edition: 3 }]));
  });

  test("a node whose folder of files is empty does not start, because it would lack the originals", async () => {
    const empty = mkdtempSync(join(tmpdir(), "docent-unmounted-"));
    const refusal = await startNode(3, empty).then(() => "it started", String);
    expect(refusal).toContain("does not contain the files of this database");
    rmSync(empty, { recursive: true });
  });
});
