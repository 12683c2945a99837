/** One thread serves questions, another one passages, which give way to all else. */
import type { Embeddings, TextUse } from "../memory/embedder-ports.ts";
import { createDenseModel } from "../models/dense-model.ts";
import { readDensePack } from "../models/dense-pack.ts";
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
    const tokens = embedded.reduce((sum, { pieces }) => sum + pieces, 0);
    return { vectors: embedded.map(({ vector }) => vector), tokens };
  };
}

function openModel(path: string) {
  const pack = readDensePack(Bun.mmap(path));
  const model = createDenseModel(pack);
  const { prefixes } = pack.facts;
  return (text: string, use: TextUse) => {
    const prefix = use === "plain" ? "" : prefixes[use === "sentence" ? "passage" : use];
    const pieces = model.pieces(prefix + text);
    return { vector: model.embed(pieces), pieces: pieces.length };
  };
}
