/** Questions through their routes, in both APIs: options, abstentions and streams. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Static, Type } from "@sinclair/typebox";
import { PassageObject, SourceObject } from "../../../src/api/source-schemas.ts";
import { ChatCompletionObject } from "../../../src/http/openai/dialects/chat-schemas.ts";
import { answerFrom } from "../../support/replies/cited-answer.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
const house = "/v1/experts/house";
const documents = [
  {
    external_id: "filters",
    metadata: { year: 2024, room: "cellar" },
    text: "# Filters\n\nThe filter is replaced every six months. It is white.",
  },
  {
    external_id: "boiler",
    metadata: { year: 2026, room: "cellar" },
    text: "# Boiler\n\nThe boiler is checked every autumn. Its filter is replaced each spring.",
  },
  {
    external_id: "roof",
    metadata: { year: 2026, room: "attic" },
    text: "# Roof\n\nThe roof was built in 1999 by Ada.",
  },
];
beforeAll(async () => {
  service = await startService();
  for (const name of ["House", "Empty"]) await service.request("POST", "/v1/experts", { body: { name } });
  for (const body of documents) {
    const added = await service.request("POST", `${house}/sources?wait=60`, { body });
    expect(added.as(SourceObject).status).toBe("ready");
  }
});
afterAll(() => service.close());

const question = "How often is the filter replaced?";
const post = (body: Record<string, unknown>, path = `${house}/query`) =>
  service.request("POST", path, { body: { question, ...body } });
const ask = async (body: Record<string, unknown> = {}, path?: string) => answerFrom(await post(body, path));
const unrelated = "Who conducted the opera in Vienna?";
/** Removes the fields that differ between repeated questions. */
const comparable = ({ id: _, created_at: __, timings: ___, ...rest }: Awaited<ReturnType<typeof ask>>) => rest;

describe("an answer", () => {
  test("contains the question, the passages and its sources", async () => {
    const answer = await ask();
    expect(answer).toMatchObject({
      object: "answer",
      question,
      abstained: false,
      abstain_reason: null,
      answer_mode: "extractive",
      model: null,
      retrieval: { mode: "keyword", k: 8, sources_ready: 3, sources_pending: 0 },
    });
    expect(answer.answer).toContain("[1]");
    expect(answer.confidence).toBeGreaterThan(0);
    expect(String(answer.confidence)).toMatch(/^0\.\d{1,3}$|^1$/);
    expect(answer.retrieved).toBeUndefined();
    expect(answer.timings).toBeUndefined();
    expect(answer.usage.total_tokens).toBe(answer.usage.prompt_tokens + answer.usage.completion_tokens);
    expect(answer.retrieval.used).toBeLessThanOrEqual(answer.retrieval.returned);
  });

  test("is the same for every request", async () => {
    expect(comparable(await ask())).toEqual(comparable(await ask()));
    expect(comparable(await ask({ question: `  ${question}\n` }))).toEqual(comparable(await ask()));
  });

  test("k is the number of passages, by either name", async () => {
    for (const name of ["k", "top_k"]) {
      const { retrieval, passages } = await ask({ [name]: 1, include: ["passages"] });
      expect([retrieval.k, retrieval.returned, passages?.length]).toEqual([1, 1, 1]);
    }
    await service.request("PATCH", house, { body: { settings: { k: 2 } } });
    expect((await ask()).retrieval.k).toBe(2);
    await service.request("PATCH", house, { body: { settings: { k: 8 } } });
  });

  test("the requested parts are included, ranked, and nothing else", async () => {
    const answer = await ask({ include: ["passages", "scores", "timings"] });
    const passages = answer.passages as {
      rank: number;
      score: number;
      scores: object;
      passage_id: string;
      text: string;
    }[];
    expect(passages.map(({ rank }) => rank)).toEqual(passages.map((_, i) => i + 1));
    expect(passages.map(({ score }) => score)).toEqual(passages.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(answer.timings?.total_ms).toBeGreaterThan(0);
    for (const passage of passages) {
      expect(Object.keys(passage.scores)).toContain("keyword");
      expect([passage.score >= 0, passage.score <= 1]).toEqual([true, true]);
    }
    const plain = (await ask({ include: ["passages"] })).passages as object[];
    expect(plain.every((passage) => !("scores" in passage))).toBe(true);
  });

  test("passages only: no answer, and every passage is in its source", async () => {
    const answer = await ask({ generate: false });
    expect(answer).toMatchObject({ answer: null, answer_mode: "none", abstained: false, citations: [] });
    const retrieved = answer.retrieved as { source_id: string; chunk_id: string; text: string; external_id: string }[];
    expect(
      retrieved
        .map(({ external_id }) => external_id)
        .sort()
        .slice(0, 2),
    ).toEqual(["boiler", "filters"]);
    for (const { source_id, chunk_id, text } of retrieved) {
      const { data } = (await service.request("GET", `${house}/sources/${source_id}/passages`)).pageOf(PassageObject);
      expect(data.find(({ id }) => id === chunk_id)?.text).toBe(text);
    }
  });
});

describe("a filter", () => {
  const cited = async (filter: object) => (await ask({ filter })).citations.map(({ external_id }) => external_id);

  test("decides which sources may answer", async () => {
    expect(await cited({ external_id: "boiler" })).toEqual(["boiler"]);
    expect(await cited({ year: { $lt: 2026 } })).toEqual(["filters"]);
    expect(await cited({ $and: [{ room: "cellar" }, { year: { $gte: 2026 } }] })).toEqual(["boiler"]);
    expect(await cited({ title: { $ne: "Boiler" } })).toEqual(["filters"]);
  });

  test("without a matching source abstains", async () => {
    expect(await ask({ filter: { room: "garage" } })).toMatchObject({
      abstained: true,
      abstain_reason: "filter_matched_nothing",
    });
  });
});

describe("it abstains, with the reason", () => {
  test.each([
    ["where there are no sources", {}, "/v1/experts/empty/query", "no_sources"],
    [
      "where nothing is good enough",
      { min_score: 1, question: "spring roof attic filter Ada" },
      undefined,
      "below_min_score",
    ],
    ["where nothing supports an answer", { question: unrelated }, undefined, "not_supported"],
  ] as const)("%s", async (_, body, path, reason) => {
    const answer = await ask(body, path);
    expect(answer).toMatchObject({ abstained: true, abstain_reason: reason, citations: [] });
    expect(answer.answer).not.toBe("");
  });

  test("in the expert's own words", async () => {
    await service.request("PATCH", house, { body: { settings: { refusal_text: "Nobody told me." } } });
    expect((await ask({ question: unrelated })).answer).toBe("Nobody told me.");
    await service.request("PATCH", house, { body: { settings: { refusal_text: null } } });
  });

  test("by the threshold in the expert's settings", async () => {
    await service.request("PATCH", house, { body: { settings: { min_confidence: 1 } } });
    expect(await ask()).toMatchObject({ abstained: true, abstain_reason: "not_supported" });
    await service.request("PATCH", house, { body: { settings: { min_confidence: null } } });
  });
});

describe("a repeated question", () => {
  const diary = "/v1/experts/diary";
  const asked = () => ask({ question: "Who painted the fence?" }, `${diary}/query`);
  const told = async () => (await asked()).citations.map(({ quote, title, metadata }) => [quote, title, metadata]);
  const tell = (text: string) =>
    service.request("POST", `${diary}/sources?wait=60`, { body: { external_id: "fence", title: "June", text } });

  test("is answered from the current sources", async () => {
    await service.request("POST", "/v1/experts", { body: { name: "Diary" } });
    expect(await asked()).toMatchObject({ abstain_reason: "no_sources" });
    const source = (await tell("Ada painted the fence on Monday.")).as(SourceObject);
    expect(await told()).toEqual([["Ada painted the fence on Monday.", "June", {}]]);
    await service.request("PATCH", `${diary}/sources/${source.id}`, { body: { metadata: { page: 4 } } });
    expect(await told()).toEqual([["Ada painted the fence on Monday.", "June", { page: 4 }]]);
    await tell("Carl painted the fence on Friday.");
    expect(await told()).toEqual([["Carl painted the fence on Friday.", "June", { page: 4 }]]);
    await service.request("DELETE", `${diary}/sources/${source.id}`);
    expect(await asked()).toMatchObject({ abstain_reason: "no_sources", citations: [] });
  });

  test("counts like any other, and has its own id", async () => {
    await tell("Ada painted the fence on Monday.");
    const queries = async () => JSON.parse((await service.request("GET", "/v1/usage")).text).requests.query;
    const before = await queries();
    const answers = [await asked(), await asked()];
    expect(new Set(answers.map(({ id }) => id)).size).toBe(2);
    expect(await queries()).toBe(before + 2);
  });
});

const Event = Type.Object({ text: Type.Optional(Type.String()) });

/** The events of a native stream: their names and data. */
function eventsOf(text: string): (readonly [name: string, data: unknown])[] {
  return text.split("\n\n").flatMap((frame) => {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    return name === undefined || data === undefined ? [] : [[name, JSON.parse(data)] as const];
  });
}

describe("a native stream", () => {
  test("delivers the same answer in order", async () => {
    const whole = await ask({ include: ["passages"] });
    const reply = await post({ stream: true, include: ["passages"] });
    expect(reply.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(reply.headers.get("x-request-id")).toMatch(/^req_/);
    const events = eventsOf(reply.text);
    const names = events.map(([name]) => name);
    expect([names[0], names[1], names.at(-1)]).toEqual(["start", "retrieval", "done"]);
    const deltas = events.filter(([name]) => name === "delta").map(([, data]) => (data as Static<typeof Event>).text);
    expect(deltas.join("")).toBe(whole.answer ?? "");
    expect(events.filter(([name]) => name === "citation").map(([, data]) => data)).toEqual([...whole.citations]);
    const done = events.at(-1)?.[1] as typeof whole;
    expect(comparable(done)).toEqual(comparable(whole));
  });

  test("a mistake before its start is an ordinary error", async () => {
    const reply = await post({ stream: true, mode: "vector" });
    expect([reply.status, reply.error.param]).toEqual([400, "mode"]);
  });
});

describe("chat", () => {
  const chat = (body: Record<string, unknown> = {}) =>
    service.request("POST", "/v1/chat/completions", {
      body: { model: "house", messages: [{ role: "user", content: question }], ...body },
    });

  test("has the content and citations of the native answer", async () => {
    const native = await ask();
    const { choices, model, usage } = (await chat()).as(ChatCompletionObject);
    const message = choices[0]?.message;
    expect(model).toBe("house");
    expect(message?.content).toStartWith(native.answer ?? "none");
    expect(message?.content).toContain("Sources:");
    expect(message?.context?.citations).toMatchObject(
      native.citations.map(({ quote, start, end }) => ({ quote, start, end })),
    );
    expect(usage).toMatchObject({ ...native.usage });
  });

  test("a stream is the same, piece by piece", async () => {
    const whole = (await chat()).as(ChatCompletionObject);
    const reply = await chat({ stream: true, stream_options: { include_usage: true } });
    const frames = reply.text.split("\n\n").filter((frame) => frame.startsWith("data: "));
    expect(frames.at(-1)).toBe("data: [DONE]");
    const chunks = frames.slice(0, -1).map((frame) => JSON.parse(frame.slice(6)) as StreamChunk);
    const text = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? "")).join("");
    expect(text).toBe(whole.choices[0]?.message.content ?? "");
    expect(new Set(chunks.map(({ id, model, created }) => `${id} ${model} ${created}`)).size).toBe(1);
    expect(chunks.flatMap(({ choices }) => choices.flatMap(({ finish_reason }) => finish_reason ?? []))).toEqual([
      "stop",
    ]);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { ...whole.usage } });
  });

  test("reaches the expert by slug, id and alias, and answers with the slug", async () => {
    await service.request("PATCH", house, { body: { aliases: ["gpt-4o-mini"] } });
    const { expert_id: id } = await ask();
    for (const model of ["house", id, "gpt-4o-mini"])
      expect((await chat({ model })).as(ChatCompletionObject).model).toBe("house");
  });

  test("links lead to the console's page for the cited passage", async () => {
    const { choices } = (await chat()).as(ChatCompletionObject);
    const [annotation] = choices[0]?.message.annotations ?? [];
    const { href } = new URL(annotation?.url_citation.url ?? "");
    const { expert_id, citations } = await ask();
    const { source_id, source_version, start, end } = citations[0]!;
    expect(href).toBe(`http://localhost/c/${expert_id}/${source_id}/${source_version}/${start}-${end}`);
  });

  test("writes nothing to the memory", async () => {
    const { usage_counters: _, ...before } = service.contents();
    await chat({
      messages: [{ role: "user", content: "Remember that the filter is green. What colour is the filter?" }],
    });
    const { usage_counters: __, ...after } = service.contents();
    expect(after).toEqual(before);
  });
});

interface StreamChunk {
  readonly id: string;
  readonly model: string;
  readonly created: number;
  readonly choices: readonly { readonly delta: { readonly content?: string }; readonly finish_reason: string | null }[];
}
