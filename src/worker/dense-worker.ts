/** One thread serves questions, another one passages, which give way to all else. */
import type { TextSpan } from "../language/text/sentences.ts";
import type { Embeddings, TextUse } from "../memory/embedder-ports.ts";
import { createDenseModel } from "../models/dense-model.ts";
import { readDensePack } from "../models/dense-pack.ts";
import { type DividedVector, openVectorModel } from "../models/vector-model.ts";
import { serveRequests, workInBackground } from "./thread-serving.ts";
import type { DenseRequest } from "./threaded-dense.ts";

serveRequests(openedLater());

function openedLater(): (request: DenseRequest) => Embeddings {
  let embed: ReturnType<typeof openModel> | null = null;
  return ({ pack, texts, use, sentences = [] }) => {
    if (embed === null && use === "passage") workInBackground();
    embed ??= openModel(pack);
    const model = embed;
    const embedded = texts.map((text, i) => model(text, use, sentences[i]));
    // The model in the executable is charged for only where vectors are what was asked for.
    const isFree = pack === null && use !== "plain";
    const tokens = isFree ? 0 : embedded.reduce((sum, { pieces }) => sum + pieces, 0);
    return { vectors: embedded.map(({ vector }) => vector), sentences: embedded.map(({ spans }) => spans), tokens };
  };
}

function openModel(path: string | null) {
  return path === null ? openBuiltIn() : openPack(path);
}

type Embed = (text: string, use: TextUse, sentences?: readonly TextSpan[]) => DividedVector;

function openBuiltIn(): Embed {
  const model = openVectorModel();
  return (text, _use, sentences = []) => model.embedDivided(text, sentences);
}

function openPack(path: string): Embed {
  const pack = readDensePack(Bun.mmap(path));
  const model = createDenseModel(pack);
  return (text, use) => {
    const prefix = use === "plain" ? "" : (pack.facts.prefixes[use === "sentence" ? "passage" : use] ?? "");
    const pieces = model.pieces(prefix + text);
    return { vector: model.embed(pieces), spans: [], pieces: pieces.length };
  };
}
