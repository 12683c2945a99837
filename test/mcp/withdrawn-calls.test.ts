/** A client that leaves, or withdraws a call, ends the work for it: the model's server sees the connection close. */
import { describe, expect, test } from "bun:test";
import { createRunningCalls } from "../../src/mcp/protocol-endpoint.ts";
import { type ScriptedModel, scriptedModel } from "../support/fakes/scripted-model.ts";
import { connectAgent, revisionNames } from "../support/processes/agent.ts";
import { type LoopbackService, listenOnLoopback } from "../support/processes/loopback-service.ts";

async function slowService(): Promise<{ readonly model: ScriptedModel; readonly service: LoopbackService }> {
  const model = scriptedModel([
    { kind: "stream", pieces: ["Replace the filter every six months [1]."] },
    { kind: "stream", pieces: ["Replace the filter every six months [1]. ", "It "], ending: "stall" },
  ]);
  const service = await listenOnLoopback({ settings: { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "slow" } });
  await service.request("POST", "/v1/experts", { body: { name: "Manual" } });
  const text = "Replace the filter every six months.";
  await service.request("POST", "/v1/experts/manual/sources?wait=60", { body: { text } });
  // The first reply of a model is held until its end.
  await service.request("POST", "/v1/experts/manual/query", { body: { question: ask.arguments.question } });
  return { model, service };
}

/** Called when the model has begun to answer. */
const writing = "Writing the answer";
const ask = { name: "ask_expert", arguments: { expert: "manual", question: "How often is the filter replaced?" } };

describe.each(revisionNames)("revision %s", (revision) => {
  test("a withdrawn call also ends at the model server, and does not count", async () => {
    const { model, service } = await slowService();
    const agent = await connectAgent(service, { revision });
    const leaving = new AbortController();
    const reply = agent.callTool(ask, {
      signal: leaving.signal,
      onprogress: ({ message }) => {
        if (message === writing) leaving.abort();
      },
    });
    await expect(reply).rejects.toThrow();
    await model.left;
    const { requests } = JSON.parse((await service.request("GET", "/v1/usage")).text);
    expect([requests.query, requests.failed]).toEqual([1, 0]);
    expect((await agent.listTools()).tools).toHaveLength(10);
    await service.close();
    await model.stop();
  });

  test("a cut connection ends a call too", async () => {
    const { model, service } = await slowService();
    const agent = await connectAgent(service, { revision });
    const reply = agent.callTool(ask, {
      onprogress: ({ message }) => {
        if (message === writing) void agent.close();
      },
    });
    await expect(reply).rejects.toThrow();
    await model.left;
    await service.close();
    await model.stop();
  });
});

test("a client cannot withdraw another client's call", async () => {
  const calls = createRunningCalls();
  const mine = { caller: "key_1", session: "a", id: 1 };
  const signal = calls.open(mine);
  for (const other of [
    { ...mine, caller: "key_2" },
    { ...mine, session: "b" },
    { ...mine, id: "1" },
  ])
    calls.withdraw(other);
  expect(signal.aborted).toBe(false);
  calls.withdraw(mine);
  expect(signal.aborted).toBe(true);
  calls.close(mine);
  expect(calls.count).toBe(0);
  calls.withdraw(mine);
});
