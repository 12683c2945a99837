import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import { OramaMemoryIndex } from "../../src/engine/orama/orama-memory-index.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { MemoryIndex, SearchMode } from "../../src/memory/index-ports.ts";
import type { SenseQuestion, SenseVector } from "../../src/memory/sense.ts";
import type { MakePeer, Peer } from "./peer.ts";

/** The sense of passages and questions, computed beforehand: encoding is measured elsewhere. */
export interface KnownSense {
  readonly model: string;
  ofPassage(no: number): SenseVector;
  ofQuestion(question: string): SenseQuestion;
}

/** By words alone. */
export const docentPeer: MakePeer = (folder) => docentWith(folder, null);

/** By words and sense. */
export function docentWith(folder: string, sense: KnownSense | null): Peer {
  const expert = "exp_00000000000000000000000000" as ExpertId;
  const profile = { language: "en", embedding: null, sense: sense?.model ?? null };
  const mode: SearchMode = sense === null ? "keyword" : "hybrid";
  const newEngine = () => createOramaMemory({ directory: folder, analyzers: createAnalyzers(), log: silentLog });
  const index = newEngine().create(expert, profile);
  if (!(index instanceof OramaMemoryIndex)) throw new Error("the engine is another one");
  const ask = (one: MemoryIndex) => (question: string) => {
    const asked = { question, sense: sense?.ofQuestion(question) ?? null };
    return one.search({ ...asked, k: 10, mode, questionVector: null, permitted: null }).hits.map(({ no }) => no);
  };
  return {
    add: (batch) =>
      index.add(
        batch.map(({ no, title, text }) => ({
          no,
          group: no,
          title,
          section: "",
          text,
          vector: null,
          sense: sense?.ofPassage(no) ?? null,
        })),
      ),
    // The service merges between requests, and compacts what is at rest; here nothing else would let it.
    finish: async () => {
      index.settle(1);
      await index.compact();
    },
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
}
