/** One thread serves questions, another one passages, which give way to all else. */
import type { Embeddings, TextUse } from "../memory/embedder-ports.ts";
import { createDenseModel } from "../models/dense-model.ts";
import { readDensePack } from "../models/dense-pack.ts";
import { openVectorModel } from "../models/vector-model.ts";
import { serveRequests, workInBackground } from "./thread-serving.ts";
import type { DenseRequest } from "./threaded-dense.ts";

serveRequests(openedLater());

function openedLater(): (request: DenseRequest) => Embeddings {
  let embed: ReturnType<typeof openModel> | null = null;
  return ({ pack, texts, use }) => {
    if (embed === null && use === "passage") workInBackground();
    embed ??= openModel(pack);
    const model = embed;
    const embedded = texts.map((text) => model(text, use));
    // The model in the executable is charged for only where vectors are what was asked for.
    const isFree = pack === null && use !== "plain";
    const tokens = isFree ? 0 : embedded.reduce((sum, { pieces }) => sum + pieces, 0);
    return { vectors: embedded.map(({ vector }) => vector), tokens };
  };
}

function openModel(path: string | null) {
  const pack = path === null ? null : readDensePack(Bun.mmap(path));
  const model = pack === null ? openVectorModel() : createDenseModel(pack);
  return (text: string, use: TextUse) => {
    const prefix = use === "plain" ? "" : (pack?.facts.prefixes[use === "sentence" ? "passage" : use] ?? "");
    const pieces = model.pieces(prefix + text);
    return { vector: model.embed(pieces), pieces: pieces.length };
  };
}
