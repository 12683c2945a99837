/** One thread serves questions, another one passages, which give way to all else. */

import type { TextUse } from "../memory/embedder-ports.ts";
import { createDenseModel } from "../models/dense-model.ts";
import { readDensePack } from "../models/dense-pack.ts";
import { workInBackground } from "./background-priority.ts";
import type { DenseReply, DenseRequest } from "./threaded-dense.ts";

declare const self: Worker;

const answer = createAnswer();

self.onmessage = ({ data }: MessageEvent<DenseRequest>) => {
  self.postMessage(answer(data));
};

function createAnswer(): (request: DenseRequest) => DenseReply {
  let embed: ReturnType<typeof openModel> | null = null;
  const ready = ({ pack, use }: DenseRequest) => {
    if (embed !== null) return embed;
    if (use === "passage") workInBackground();
    embed = openModel(pack);
    return embed;
  };
  return (request) => {
    try {
      const model = ready(request);
      const embedded = request.texts.map((text) => model(text, request.use));
      const tokens = embedded.reduce((sum, { pieces }) => sum + pieces, 0);
      return { kind: "done", vectors: embedded.map(({ vector }) => vector), tokens };
    } catch (error) {
      return { kind: "broken", description: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
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
