/** Every failure of a model's server on every surface: what test/golden/model-failures.md has. */
import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import {
  type FailureCase,
  type FailureRow,
  type FailureScene,
  failures,
  failuresPage,
  type Outcome,
  question,
  renderFailures,
  startFailing,
  surfaces,
} from "../support/requests/model-failure-cases.ts";

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.close();
});

async function scene(failure: FailureCase): Promise<FailureScene> {
  const service = await startFailing(failure);
  running.push(service);
  return service;
}

const named = (name: string) => failures.find((failure) => failure.name === name)!;
const unknown = "Who painted the ceiling of the housing for the bishop of Geneva?";
const rows: FailureRow[] = [];

describe.each(failures.map((failure) => [failure.name, failure] as const))("%s", (name, failure) => {
  test("is named on every surface, without a word of the server's own", async () => {
    const service = await scene(failure);
    const outcomes: Outcome[] = [];
    // Each waits until it calls a server again that is gone; others are asked in order, because some count calls.
    const gone = failure.isGone && (await Promise.all(Object.values(surfaces).map((ask) => ask(service, question))));
    for (const [i, [surface, ask]] of Object.entries(surfaces).entries()) {
      const { outcome, text } = gone?.[i] ?? (await ask(service, question));
      outcomes.push(outcome);
      expect([surface, text.includes("hunter2"), text.includes("six") || outcome !== "sources"]).toEqual([
        surface,
        false,
        true,
      ]);
      const fails = failure.what !== null && (failure.on?.includes(surface) ?? true);
      if (fails) expect([surface, text.includes(failure.what)]).toEqual([surface, true]);
      else expect([surface, outcome]).toEqual([surface, "model"]);
    }
    rows.push({ name, outcomes });
  });
});

test("test/golden/model-failures.md has the current outcomes; `make matrix` writes it", () => {
  expect(readFileSync(failuresPage, "utf8")).toBe(renderFailures(rows));
});

test("without an answer in the sources the failure is the error", async () => {
  const service = await scene(named("thoughts only"));
  for (const name of ["query", "chat", "MCP"]) {
    const { outcome, text } = await surfaces[name]!(service, unknown);
    expect([name, outcome === "sources", text.includes("wrote its thoughts and no answer")]).toEqual([
      name,
      false,
      true,
    ]);
  }
});

test("with the setting `none` every failure is the error", async () => {
  const service = await scene(named("an empty reply"));
  await service.request("PATCH", "/v1/experts/pump", { body: { settings: { fallback: "none" } } });
  expect((await surfaces.query!(service, question)).outcome).toBe("502");
});

test("the operator sees the server's reason, and can try the model again", async () => {
  const service = await scene(named("status 401"));
  await surfaces.query!(service, question);
  const before = await service.request("GET", "/v1/system");
  expect(before.text).toContain("It says: hunter2");
  expect(before.json).toMatchObject({
    model: {
      model: "small",
      trial: { problem: null, context_tokens: 4096, context_known: true, tools: true, thoughts: false },
      failure: expect.stringContaining("answered with status 401"),
    },
  });
  const { status, json } = await service.request("POST", "/v1/system/model");
  expect([status, json]).toEqual([200, expect.objectContaining({ model: "small", failure: null })]);
});

test("a client's wish for fewer tokens is kept to, and the setting is the limit of more", async () => {
  const service = await scene(named("status 500"));
  const limits = [];
  for (const max_tokens of [undefined, 300, 1_000_000]) {
    const messages = [{ role: "user", content: question }];
    await service.request("POST", "/v1/chat/completions", {
      body: { model: "pump", messages, max_tokens, reasoning_effort: "low" },
    });
    const { body } = service.model.calls.at(-1)!;
    limits.push([body.max_tokens, body.reasoning_effort]);
  }
  expect(limits).toEqual([
    [1024, "low"],
    [300, "low"],
    [2048, "low"],
  ]);
});

test("the first sentence is shown while the model still writes, and nothing that is shown is taken back", async () => {
  const pieces = ["Replace the fil", "ter every six months [1]. ", "Whales sing [1]. Rinse "];
  const scripts: FailureCase = {
    name: "",
    what: null,
    script: { kind: "stream", pieces, ending: "stall" },
  };
  const service = await scene(scripts);
  const leaving = new AbortController();
  const reply = await fetch(`${service.address}/v1/experts/pump/query`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.owner}`, "content-type": "application/json" },
    body: JSON.stringify({ question, stream: true }),
    signal: leaving.signal,
  });
  let seen = "";
  const decoder = new TextDecoder();
  for await (const piece of reply.body ?? []) {
    seen += decoder.decode(piece, { stream: true });
    if (seen.includes("event: citation")) break;
  }
  leaving.abort();
  await service.model.left;
  const shown = [...seen.matchAll(/^event: delta\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!).text).join("");
  expect(shown).toBe("Replace the filter every six months [1].");

  const whole = await scene({
    ...scripts,
    script: { kind: "stream", pieces: [...pieces, "the housing with clean water [1]."] },
  });
  const { text } = await whole.request("POST", "/v1/experts/pump/query", { body: { question, stream: true } });
  const deltas = [...text.matchAll(/^event: delta\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!).text).join("");
  const done = JSON.parse(/^event: done\ndata: (.*)$/m.exec(text)?.[1] ?? "null");
  expect([done.answer, done.removed]).toEqual([deltas, ["Whales sing."]]);
});
