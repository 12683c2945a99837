/** Ranks clients' texts, so that nothing else waits for it. */
import { rerank } from "../answering/reranking.ts";
import { createOramaMemory } from "../engine/orama/orama-memory.ts";
import { silentLog } from "../kernel/log.ts";
import { createAnalyzers } from "../language/words/analyzer.ts";
import { openSenseModel } from "../models/sense-model.ts";
import type { RerankReply, RerankTask } from "./threaded-reranker.ts";

declare const self: Worker;

// Nothing is saved, so there is no folder.
const engine = createOramaMemory({ directory: "", analyzers: createAnalyzers(), log: silentLog });
const model = openSenseModel();

self.onmessage = ({ data }: MessageEvent<RerankTask>) => {
  self.postMessage(replyTo(data));
};

function replyTo({ input, sense }: RerankTask): RerankReply {
  try {
    return { kind: "done", ranked: rerank({ engine, sense: sense ? model : null }, input) };
  } catch (error) {
    return { kind: "broken", description: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
