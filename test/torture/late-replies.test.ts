/** A node that gives a request up after it waited for its database breaks no law; one that gives it up at once does. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ClusterNode, clusterNodes, throughAll } from "../../src/torture/cluster/cluster-nodes.ts";
import type { Spawner } from "../../src/torture/load/served-process.ts";
import { runOperation } from "../../src/torture/model/operation-running.ts";
import { smallWorld } from "./torture-samples.ts";

const replies = {
  gaveUp: () => Response.json({ error: { code: "not_ready" } }, { status: 503 }),
  streamed: () => new Response('event: error\ndata: {"error":{"code":"not_ready"}}\n\n'),
  listed: () => Response.json({ data: [] }),
};
let next: (keyof typeof replies)[] = [];
const server = Bun.serve({ port: 0, fetch: () => replies[next.shift() ?? "listed"]() });
afterAll(() => server.stop(true));

/** @param patience milliseconds; 0: every such reply is late */
async function nodeWith(patience: number) {
  const process = {
    address: Promise.resolve(`http://127.0.0.1:${server.port}`),
    kill: async () => undefined,
    terminate: () => undefined,
    pause: () => undefined,
    exited: Promise.resolve(0),
  };
  const spawner = { serve: async () => process } as Partial<Spawner> as Spawner;
  const nodes = clusterNodes({ spawner, folder: "/nowhere", apiKey: "key", count: 1, patience });
  const [node] = nodes.all as [ClusterNode];
  await nodes.start(node);
  return { nodes, node };
}

beforeAll(() => {
  next = [];
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
        const keys = { create: async () => null, revoke: async () => false };
        const operation = {
          kind: "query",
          expert: "pumps",
          question: "?",
          stream: reply === "streamed",
          leaves: false,
        };
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
