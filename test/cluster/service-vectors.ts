/** Nodes over one PostgreSQL with an embedding server, and with a model pack: each finds by vectors what another stored. */
import { afterAll, afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { putPack } from "../../src/store/sqlite/folder/model-packs.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { synonymServer } from "../support/fakes/synonym-embedder.ts";
import { randomDensePack } from "../support/models/random-dense-pack.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { addNote, createGarage, find, settingsFor, texts } from "../support/worlds/embedding-services.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

const folders: string[] = [];
const newFolder = () => {
  const made = mkdtempSync(join(tmpdir(), "docent-vectors-"));
  folders.push(made);
  return made;
};
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

/** Starts nodes of a new database, one after another; all of them take the first one's key. */
function nodesOf(settings: Readonly<Record<string, string>>) {
  const shared = {
    DOCENT_RATE_LIMIT: "0",
    DOCENT_DATABASE: `${postgresUrl}?schema=vectors_${Bun.randomUUIDv7().replaceAll("-", "")}`,
    DOCENT_FILES: newFolder(),
  };
  let second = 0;
  return async (resume?: { dataDir: string; owner: string }): Promise<TestService> => {
    const clock = clockAt(`2026-11-21T08:00:${String(++second).padStart(2, "0")}.000Z`);
    const node = await startService({ settings: { ...shared, ...settings }, clock, ...(resume && { resume }) });
    open.push(node);
    return node;
  };
}

test("a node finds by meaning what another has embedded with a server", async () => {
  const server = synonymServer();
  open.push({ close: server.stop });
  const start = nodesOf(settingsFor(server));
  const first = await start();
  const second = await start({ dataDir: newFolder(), owner: first.owner });
  await createGarage(first);
  expect(await addNote(second, "Mend the automobile quickly.")).toMatchObject({ status: "ready" });
  expect(await addNote(first, "Kittens sleep all day.")).toMatchObject({ status: "ready" });
  for (const node of [first, second]) {
    const found = await find(node, "repair the car", "vector");
    expect([found.retrieval.mode, texts(found)[0]]).toEqual(["vector", "Mend the automobile quickly."]);
  }
});

test("vectors of a model pack come later, from one of the nodes, and every node searches by them", async () => {
  const shape = { depth: 1, width: 32, heads: 1, feedForward: 32, positions: 16, normEpsilon: 1e-12 };
  const pack = randomDensePack({ shape, pieces: new Map([["\u2581a", -1]]) }, seededRandom(1).next);
  const start = nodesOf({});
  const { owner } = await start();
  const nodes: TestService[] = [];
  for (const dataDir of [newFolder(), newFolder()]) {
    await putPack(dataDir, "random", pack);
    nodes.push(await start({ dataDir, owner }));
  }
  const [one, other] = nodes as [TestService, TestService];
  await createGarage(one);
  await addNote(one, "Kittens sleep all day.");
  await addNote(other, "The physician is in on Mondays.");
  for (const node of nodes) {
    await vectorsDone(node);
    // By words it would not be found.
    expect(texts(await find(node, "doctor", "vector"))).toHaveLength(2);
  }
});

/** Resolves when all passages have their vectors. */
async function vectorsDone(node: TestService): Promise<void> {
  for (;;) {
    const { json } = await node.request("GET", "/v1/experts/garage");
    const { vectors } = json as { vectors: { done: number; total: number } | null };
    if (vectors !== null && vectors.total === 2 && vectors.done === 2) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
