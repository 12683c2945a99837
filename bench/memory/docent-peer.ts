import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import type { MemoryIndex } from "../../src/memory/ports.ts";
import { createAnalyzers } from "../../src/orama/analyzer.ts";
import { createOramaMemory } from "../../src/orama/orama-memory.ts";
import type { MakePeer } from "./peer.ts";

export const docentPeer: MakePeer = (folder) => {
  const expert = "exp_00000000000000000000000000" as ExpertId;
  const profile = { language: "en", embedding: null, sense: null };
  const newEngine = () => createOramaMemory({ directory: folder, analyzers: createAnalyzers(), log: silentLog });
  const index = newEngine().create(expert, profile);
  const ask = (one: MemoryIndex) => (question: string) =>
    one
      .search({ question, k: 10, mode: "keyword", sense: null, questionVector: null, permitted: null })
      .hits.map(({ no }) => no);
  return {
    add: (batch) =>
      index.add(
        batch.map(({ no, title, text }) => ({ no, group: no, title, section: "", text, vector: null, sense: null })),
      ),
    finish: () => index.settle(1),
    search: ask(index),
    save: () => index.save(),
    size: () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
    reopen: async () => {
      const { index: opened } = await newEngine().open(expert, profile);
      if (opened === null) throw new Error("the snapshot does not fit");
      return { search: ask(opened) };
    },
    close: () => index.close(),
  };
};
