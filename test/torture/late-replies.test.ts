/** A node that gives a request up after it waited for its database breaks no law; one that gives it up at once does. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chargeLateSearch } from "../../src/torture/checks/answer-replies.ts";
import type { Spawner } from "../../src/torture/load/served-process.ts";
import { serviceClient } from "../../src/torture/load/service-client.ts";
import { runOperation } from "../../src/torture/model/operation-running.ts";
import { imbalances, noCounts, rebase } from "../../src/torture/model/usage-ledger.ts";
import { expertOf } from "../../src/torture/model/world.ts";
import { type ClusterNode, clusterNodes, throughAll } from "../../src/torture/troubles/cluster-nodes.ts";
import { filesAway } from "../../src/torture/troubles/files-troubles.ts";
import { smallWorld } from "./torture-samples.ts";

const replies = {
  gaveUp: () => Response.json({ error: { code: "not_ready" } }, { status: 503 }),
  streamed: () => new Response('event: error\ndata: {"error":{"code":"not_ready"}}\n\n'),
  overloaded: () => Response.json({ error: { code: "overloaded" } }, { status: 503 }),
  listed: () => Response.json({ data: [] }),
};
type ReplyKind = keyof typeof replies;
let next: ReplyKind[] = [];
const server = Bun.serve({ port: 0, fetch: () => replies[next.shift() ?? "listed"]() });
afterAll(() => server.stop(true));

/** @param patience milliseconds; 0: every such reply is late */
async function nodeWith(patience: number) {
  const process = {
    address: Promise.resolve(`http://127.0.0.1:${server.port}`),
    kill: async () => undefined,
    terminate: () => undefined,
    stop: async () => 0,
    pause: () => undefined,
    exited: Promise.resolve(0),
  };
  const spawner = { serve: () => process } as Partial<Spawner> as Spawner;
  const nodes = clusterNodes({ spawner, folder: "/nowhere", apiKey: "key", count: 1, patience });
  const [node] = nodes.all as [ClusterNode];
  await nodes.start(node);
  return { nodes, node };
}

beforeAll(() => {
  next = [];
});

const query = { kind: "query", expert: "pumps", question: "?", stream: false, leaves: false };
const keys = { create: async () => null, revoke: async () => false };

test.each([
  [0, [], 1],
  [1e9, ["reply_off"], 0],
])("a question that was given up after %d ms at least: violations %j", async (patience, violations, late) => {
  const { world } = smallWorld();
  next = ["overloaded"];
  const client = serviceClient(`http://127.0.0.1:${server.port}`, "key", { patience });
  await runOperation(world, query as never, { client, keys, ending: () => false });
  expect(world.violations.map(({ kind }) => kind)).toEqual(violations as never);
  expect(world.lateReplies).toBe(late);
});

test("a search that was given up late may count once, as a failed one too", () => {
  const { world } = smallWorld();
  const { ledger } = expertOf(world, "pumps");
  rebase(ledger, noCounts);
  chargeLateSearch(world, "pumps", { type: "cut", late: true });
  const said = (query: number) => imbalances(ledger, { ...noCounts, query, failed: 1 });
  expect([said(1), said(2)]).toEqual([[], ["query rose by 2 instead of 0 to 1"]]);
});

test("a node may learn a little later that the folder of files is away or back", async () => {
  const { nodes } = await nodeWith(0);
  const { world } = smallWorld();
  const folder = mkdtempSync(join(tmpdir(), "docent-files-"));
  const files = join(folder, "files");
  mkdirSync(files);
  next = ["listed", "listed", "gaveUp", "gaveUp", "gaveUp", "listed"];
  await filesAway({ world, nodes, files }, async () => undefined);
  rmSync(folder, { recursive: true });
  expect([world.violations, next]).toEqual([[], []]);
});

describe("a request that the node gave up", () => {
  for (const { patience, violations } of [
    { patience: 0, violations: [] },
    { patience: 1e9, violations: ["reply_off"] },
  ]) {
    test(`is ${violations.length === 0 ? "allowed" : "a violation"} after ${patience === 0 ? "a long" : "no long"} wait`, async () => {
      const { nodes, node } = await nodeWith(patience);
      for (const reply of ["gaveUp", "streamed"] as const) {
        const { world } = smallWorld();
        next = [reply];
        const client = throughAll(nodes);
        const operation = { ...query, stream: reply === "streamed" };
        await runOperation(world, operation as never, { client, keys, ending: () => false });
        expect(world.violations.map(({ kind }) => kind)).toEqual(violations as never);
      }
      // Its outcome is not known, so the node is ended before everything is compared.
      expect([node.owesAnswers, node.lateReplies]).toEqual([true, violations.length === 0 ? 2 : 0]);
    });
  }

  test("is sent again if it changes nothing", async () => {
    const { nodes } = await nodeWith(0);
    const all = throughAll(nodes);
    next = ["gaveUp", "gaveUp", "listed"];
    expect((await all.send({ method: "GET", path: "/v1/experts" })).type).toBe("received");
    next = ["gaveUp", "listed"];
    expect(await all.send({ method: "DELETE", path: "/v1/experts/pumps" })).toEqual({ type: "cut", late: true });
  });
});
