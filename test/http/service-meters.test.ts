import { expect, test } from "bun:test";
import { createRegistry } from "../../src/http/metric-registry.ts";
import { createServiceMeters } from "../../src/http/service-meters.ts";
import type { Embedder } from "../../src/memory/embedder-ports.ts";

const never = new AbortController().signal;

const packEmbedder: Embedder = {
  model: "pack",
  recipe: "pack-1",
  dimensions: 2,
  batch: 8,
  inBackground: true,
  embed: async (texts) => ({ vectors: texts.map(() => Float32Array.of(1, 0)), tokens: 3 }),
  turn: (vector, language) => (language === "en" ? { from: "de", vector, offset: 0.25 } : null),
};

test("a metered embedder has everything that the embedder has", async () => {
  const metered = createServiceMeters(createRegistry()).embedder(packEmbedder);
  expect(Object.keys(metered).sort()).toEqual(Object.keys(packEmbedder).sort());
  const [question] = (await metered.embed(["a"], "question", never)).vectors;
  expect(metered.turn?.(question!, "en")).toEqual({ from: "de", vector: question!, offset: 0.25 });
  expect(metered.turn?.(question!, "de")).toBeNull();
});

test("an embedder of a server has nothing more when it is metered", () => {
  const { inBackground: _, turn: __, ...server } = packEmbedder;
  const metered = createServiceMeters(createRegistry()).embedder(server);
  expect(Object.keys(metered).sort()).toEqual(Object.keys(server).sort());
});
