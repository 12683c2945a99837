/** From an empty folder to answers with citations, in both APIs, with the official client. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import OpenAI from "openai";
import type { CitationObject } from "../../src/api/answer-schemas.ts";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { sliceCodePoints } from "../../src/language/text/code-points.ts";
import { openBench, type RunningBinary } from "../support/binary.ts";

const bench = openBench();
let service: RunningBinary;
let client: OpenAI;

beforeAll(async () => {
  service = await bench.start({ dataDir: bench.folder() });
  client = new OpenAI({ baseURL: `${service.address}/v1`, apiKey: service.key, maxRetries: 0 });
  await learned("handbook");
});
afterAll(() => bench.clean());

/** Resolves when all sources of an expert are ready. */
async function learned(expert: string): Promise<void> {
  for (;;) {
    const { source_counts: counts } = (await service.request("GET", `/v1/experts/${expert}`)).as(ExpertObject);
    if (counts.failed > 0) throw new Error(`${counts.failed} sources of ${expert} failed`);
    if (counts.total > 0 && counts.ready === counts.total) return;
  }
}

async function quotesStand(expert: string, citations: readonly Static<typeof CitationObject>[]): Promise<void> {
  for (const { source_id, source_version, start, end, quote } of citations) {
    const path = `/v1/experts/${expert}/sources/${source_id}/content?version=${source_version}`;
    expect(sliceCodePoints((await service.request("GET", path)).text, start, end)).toBe(quote);
  }
}

const question = "How do I add a PDF?";

describe("the handbook answers at once", () => {
  test("on the native surface", async () => {
    const answer = (await service.request("POST", "/v1/experts/handbook/query", { question })).as(AnswerObject);
    expect([answer.abstained, answer.answer_mode]).toEqual([false, "extractive"]);
    expect(answer.answer).toContain("[1]");
    const citations = answer.citations as Static<typeof CitationObject>[];
    expect(citations.length).toBeGreaterThan(0);
    expect(citations.map(({ external_id }) => external_id)).toContain("handbook/adding-sources");
    await quotesStand("handbook", citations);
  });

  test("on OpenAI's", async () => {
    const completion = await client.chat.completions.create({
      model: "handbook",
      messages: [{ role: "user", content: question }],
    });
    const { message, finish_reason } = completion.choices[0]!;
    expect([completion.object, completion.model, finish_reason]).toEqual(["chat.completion", "handbook", "stop"]);
    expect(message.content).toContain("[1]");
    expect(message.annotations?.length).toBeGreaterThan(0);
    for (const { url_citation: cited } of message.annotations ?? []) {
      expect(message.content?.slice(cited.start_index, cited.end_index)).toMatch(/^\[\d+\]$/);
      expect(cited.url).toStartWith(`${service.address}/c/exp_`);
    }
    expect(completion.usage?.total_tokens).toBeGreaterThan(0);
  });
});

const manual =
  "# House\n\n## Filters\n\nReplace the filter every six months. 🧯\n\n## Boiler\n\nThe boiler is from 2019.";

describe("a document of the user", () => {
  beforeAll(async () => {
    expect((await service.request("POST", "/v1/experts", { name: "House manual" })).status).toBe(201);
    const path = "/v1/experts/house-manual/sources?wait=60";
    const added = (await service.request("POST", path, { title: "Manual", text: manual })).as(SourceObject);
    expect(added.status).toBe("ready");
  });
  const ask = {
    model: "house-manual",
    messages: [{ role: "user" as const, content: "How often is the filter replaced?" }],
  };

  test("is quoted and cited by the answer", async () => {
    const reply = await service.request("POST", "/v1/experts/house-manual/query", {
      question: ask.messages[0]?.content,
    });
    const { answer, citations } = reply.as(AnswerObject);
    expect(answer).toContain("Replace the filter every six months [1].");
    await quotesStand("house-manual", citations as Static<typeof CitationObject>[]);
  });

  test("a stream has the same content as an answer in one piece", async () => {
    const whole = await client.chat.completions.create(ask);
    const stream = await client.chat.completions.create({
      ...ask,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(stream);
    const choices = chunks.flatMap((chunk) => chunk.choices);
    const text = choices.map(({ delta }) => delta.content ?? "").join("");
    expect(text).toBe(whole.choices[0]?.message.content ?? "");
    expect(choices.flatMap(({ finish_reason }) => finish_reason ?? [])).toEqual(["stop"]);
    expect(chunks.flatMap(({ usage }) => usage ?? [])).toEqual([whole.usage].flatMap((usage) => usage ?? []));
  });

  test("the client library raises its errors for ours", async () => {
    const failure = async (attempt: Promise<unknown>) => {
      const error = await attempt.then(() => null).catch((thrown: unknown) => thrown);
      if (!(error instanceof OpenAI.APIError)) throw new Error("it did not fail as an API does");
      return [error.status, error.code, error.type, error.requestID === error.headers?.get("x-request-id")];
    };
    const nobody = { ...ask, model: "nobody" };
    expect(await failure(client.chat.completions.create(nobody))).toEqual([
      404,
      "model_not_found",
      "not_found_error",
      true,
    ]);
    const stranger = client.withOptions({ apiKey: "sk-nothing" });
    expect(await failure(stranger.models.list())).toEqual([401, "invalid_api_key", "authentication_error", true]);
    expect(await failure(client.models.retrieve("nobody"))).toEqual([404, "model_not_found", "not_found_error", true]);
  });

  test("experts are the models", async () => {
    const ids: string[] = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(["handbook", "house-manual"]);
    expect(await client.models.retrieve("house-manual")).toMatchObject({ id: "house-manual", object: "model" });
  });
});

test("the log contains no question, no text and no key", async () => {
  expect(await service.terminate()).toBe(0);
  const log = await service.log();
  expect(log).toContain('"event":"service.stopped"');
  for (const secret of [service.key, "filter", "boiler", question]) expect(log).not.toContain(secret);
});
