import { expect, test } from "bun:test";
import { composePackVectors } from "../../src/compose/models/pack-vectors.ts";
import type { MemoryService } from "../../src/memory/memory-service.ts";
import type { DenseRows } from "../../src/memory/row-ports.ts";

test("passages of a language that the model does not know wait for nothing", async () => {
  const lacking = [
    { language: "en", lacking: 3 },
    { language: "auto", lacking: 2 },
    { language: "de", lacking: 40 },
  ];
  const rows = { waiting: () => lacking } as unknown as DenseRows;
  const embedder = {
    model: "english",
    recipe: "1",
    dimensions: 2,
    batch: 1,
    inBackground: true,
    speaks: (language: string) => language === "en",
    embed: async () => ({ vectors: [], tokens: 0 }),
  };
  const stores = { dense: () => rows } as unknown as Parameters<typeof composePackVectors>[1]["stores"];
  const runner = { add: (kind: unknown) => kind } as Parameters<typeof composePackVectors>[1]["runner"];
  const made = composePackVectors(embedder, { stores, runner }, {} as MemoryService, {});
  expect(await made?.waiting()).toBe(5);
});
