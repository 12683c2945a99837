/** The first reply of a model, of which it is not known whether it begins inside a thought. */
import { afterEach, describe, expect, test } from "bun:test";
import type { ModelEvent } from "../../src/answering/ports.ts";
import { createCallPermits } from "../../src/providers/call-permits.ts";
import { openAiChat } from "../../src/providers/openai-chat.ts";
import { type Script, type ScriptedModel, scriptedModel } from "../support/fakes/scripted-model.ts";

const running: ScriptedModel[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const request = { messages: [{ role: "user" as const, content: "How often?" }], maxTokens: 100, sampling: {} };

function model(scripts: readonly Script[]) {
  const server = scriptedModel(scripts);
  running.push(server);
  const calls = createCallPermits();
  return { chat: openAiChat({ url: server.url, model: "small", apiKey: null, contextTokens: 4096, calls }) };
}

const all = (events: AsyncIterable<ModelEvent>) => Array.fromAsync(events);

describe("a model whose prompt opens its thoughts", () => {
  const opened: Script = { kind: "stream", pieces: ["I plan hunter2 ", "to say.\n</think>\n\n", "Six ", "months."] };
  const texts = (events: readonly ModelEvent[]) => events.flatMap((event) => (event.type === "text" ? event.text : []));

  test("is known from its first reply on, of which no thought is shown", async () => {
    const { chat } = model([opened]);
    const ask = async () => texts(await all(chat.complete(request, new AbortController().signal)));
    expect(await ask()).toEqual(["Six ", "months."]);
    expect(chat.learned.habit).toEqual({ opened: true, thinks: true });
    expect(await ask()).toEqual(["Six ", "months."]);
  });

  test("so the first reply of any model is held until it is known, and a later one is not", async () => {
    const { chat } = model([{ kind: "stream", pieces: ["Six ", "months."] }]);
    const ask = async () => texts(await all(chat.complete(request, new AbortController().signal)));
    expect([await ask(), await ask()]).toEqual([["Six months."], ["Six ", "months."]]);
  });

  test("a thought that is marked, or in a field of its own, tells it at once", async () => {
    for (const first of [{ content: "<think>hunter2</think>" }, { reasoning_content: "hunter2" }]) {
      const { chat } = model([
        { kind: "deltas", deltas: [first, { content: "Six " }, { content: "months." }], finish: "stop" },
      ]);
      expect(texts(await all(chat.complete(request, new AbortController().signal)))).toEqual(["Six ", "months."]);
    }
  });
});
