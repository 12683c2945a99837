/** The contracts of models on other machines. */
import { afterEach, describe, expect, test } from "bun:test";
import type { ChatModel, ModelEvent, ModelRequest } from "../../src/answering/ports.ts";
import type { Embedder } from "../../src/memory/embedder-ports.ts";
import { createCallPermits } from "../../src/providers/call-permits.ts";
import { openAiChat } from "../../src/providers/openai-chat.ts";
import { openAiEmbedder } from "../../src/providers/openai-embedder.ts";
import { fakeEmbedder } from "../support/fakes/fake-embedder.ts";
import { type Script, scriptedModel } from "../support/fakes/scripted-model.ts";
import { synonymServer } from "../support/fakes/synonym-embedder.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const never = new AbortController().signal;
const aborted = () => AbortSignal.abort(new Error("the client left"));

function embedderOverServer(): Embedder {
  const server = synonymServer(8);
  toClose.push(() => server.stop());
  const calls = createCallPermits();
  return openAiEmbedder({ url: server.url, apiKey: null, model: "synonyms", dimensions: null, batch: 2, calls });
}

const embedders: readonly (readonly [string, () => Embedder])[] = [
  ["a server of OpenAI's protocol", embedderOverServer],
  ["the fake", () => fakeEmbedder({ model: "lengths", dimensions: 8 })],
];

describe.each(embedders)("Embedder: %s", (_name, open) => {
  test("gives one unit vector for each text, in order, for more texts than a batch", async () => {
    const embedder = open();
    const texts = ["car", "a doctor", "quick cats", "repair it", "kitten"];
    const { vectors, tokens } = await embedder.embed(texts, "passage", never);
    expect([vectors.length, tokens > 0]).toEqual([5, true]);
    for (const vector of vectors) {
      expect(vector.length).toBe(8);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
    for (const [i, text] of texts.entries()) {
      expect((await embedder.embed([text], "passage", never)).vectors[0]).toEqual(vectors[i]!);
    }
  });

  test("knows its dimensions after the first reply, and has a name, a recipe and a batch size", async () => {
    const embedder = open();
    await embedder.embed(["car"], "question", never);
    expect(embedder.dimensions).toBe(8);
    expect([embedder.model, embedder.recipe].every((name) => name !== "")).toBe(true);
    expect(embedder.batch).toBeGreaterThanOrEqual(1);
  });

  test("no texts give no vectors", async () => {
    expect((await open().embed([], "passage", never)).vectors).toEqual([]);
  });

  test("rejects with the reason of the signal", async () => {
    await expect(open().embed(["car"], "passage", aborted())).rejects.toThrow("the client left");
  });
});

function chatOver(...scripts: Script[]): ChatModel {
  const server = scriptedModel(scripts);
  toClose.push(() => server.stop());
  const calls = createCallPermits();
  return openAiChat({ url: server.url, apiKey: null, model: "small", contextTokens: 8192, calls });
}

const models = [
  ["a server that streams", () => chatOver({ kind: "stream", pieces: ["Every ", "month."] })],
  ["a server that replies in one piece", () => chatOver({ kind: "whole", text: "Every month." })],
] as const;
const request: ModelRequest = { messages: [{ role: "user", content: "When?" }], maxTokens: 10, sampling: {} };

describe.each(models)("ChatModel: %s", (_name, open) => {
  test("gives the text in pieces, and the end last", async () => {
    const events: ModelEvent[] = await Array.fromAsync(open().complete(request, never));
    expect(events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("")).toBe("Every month.");
    expect(events.map(({ type }) => type).indexOf("end")).toBe(events.length - 1);
  });

  test("reports the length of its context", async () => {
    expect(await open().contextTokens(never)).toBe(8192);
  });

  test("rejects with the reason of the signal", async () => {
    await expect(Array.fromAsync(open().complete(request, aborted()))).rejects.toThrow("the client left");
  });
});

test("ChatModel: a server that refuses is a fault of the upstream", async () => {
  const refusing = chatOver({ kind: "status", status: 400 });
  await expect(Array.fromAsync(refusing.complete(request, never))).rejects.toMatchObject({
    code: "upstream_model_error",
  });
});
