/** Greetings, thanks and "what can you do?": answered from the expert's properties, and not counted as answers. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { UsageObject } from "../../../src/api/usage-schemas.ts";
import { ChatCompletionObject } from "../../../src/http/openai/dialects/chat-schemas.ts";
import { answerFrom } from "../../support/replies/cited-answer.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
const documents = [
  { title: "Filters", text: "# Filters\n\nFilters are replaced every six months. Filters of the kitchen are white." },
  { title: "Boiler", text: "# The boiler\n\nThe boiler is checked every autumn by a plumber." },
  { title: "Roof [1]", text: "# Roof tiles\n\nRoof tiles are checked after every storm." },
  { title: "Garden", text: "# The garden\n\nThe garden is watered in the evening." },
];
const experts = [
  { name: "House", description: "Knows how the house is kept." },
  { name: "Empty" },
  { name: "Haus", language: "de" },
];

beforeAll(async () => {
  service = await startService();
  for (const body of experts) await service.request("POST", "/v1/experts", { body });
  for (const body of documents) {
    const added = await service.request("POST", "/v1/experts/house/sources?wait=60", { body });
    expect(added.as(SourceObject).status).toBe("ready");
  }
});
afterAll(() => service.close());

const ask = async (question: string, expert = "house", more: Record<string, unknown> = {}) =>
  answerFrom(await service.request("POST", `/v1/experts/${expert}/query`, { body: { question, ...more } }));
const questionsIn = (answer: string | null) => (answer ?? "").split("\n").filter((line) => line.startsWith("- "));

test("a greeting is answered with the expert's name, description and sources", async () => {
  const answer = await ask("Hello!");
  expect(answer).toMatchObject({ answer_mode: "talk", abstained: false, abstain_reason: null, citations: [] });
  expect(answer.retrieval).toMatchObject({ returned: 0, used: 0, sources_ready: 4 });
  for (const part of ["House", "Knows how the house is kept.", "Garden", "Boiler", "…"])
    expect(answer.answer).toContain(part);
});

test("what it can help with is answered like a greeting", async () => {
  const greeting = (await ask("Hello!")).answer ?? "";
  const helps = await ask("What can you help me with?");
  expect([helps.answer_mode, helps.answer]).toEqual(["talk", greeting.replace("Hello! ", "")]);
});

test("documents are summarised where they say something; else the expert introduces itself", async () => {
  const answer = await ask("Summarise the documents.");
  expect([answer.answer_mode, answer.citations.length]).toEqual(["extractive", 4]);
  for (const title of ["Filters", "Boiler", "Garden"]) expect(answer.answer).toContain(title);
  const empty = await ask("Summarise the documents.", "empty");
  expect([empty.answer_mode, empty.answer]).toEqual(["talk", "I am Empty.\nI have no sources yet."]);
  const german = await ask("Fasse alle Dokumente zusammen.", "haus");
  expect([german.answer_mode, german.answer]).toEqual(["talk", "Ich bin Haus.\nIch habe noch keine Quellen."]);
});

test("a title that looks like a marker is not one", async () => {
  expect((await ask("hi")).answer).toContain("Roof (1)");
});

test("it proposes four questions, and answers each of them", async () => {
  const questions = questionsIn((await ask("What can you do?")).answer);
  expect(questions).toHaveLength(4);
  for (const question of questions) {
    const answer = await ask(question.slice(2));
    expect([question, answer.abstained, answer.citations.length > 0]).toEqual([question, false, true]);
  }
});

test("thanks and a farewell get one line", async () => {
  expect((await ask("Thanks!")).answer).toBe("You are welcome.");
  expect((await ask("bye")).answer).toBe("Goodbye.");
});

test("an expert without sources says so, and one in another language speaks it", async () => {
  expect((await ask("hello", "empty")).answer).toBe("Hello! I am Empty.\nI have no sources yet.");
  expect((await ask("Danke!", "haus")).answer).toBe("Gern geschehen.");
});

test("talk counts as a request, but not as an answer or an abstention", async () => {
  const usage = async () => (await service.request("GET", "/v1/usage")).as(UsageObject);
  const before = await usage();
  await ask("Hello!");
  const after = await usage();
  expect(after.requests.query).toBe(before.requests.query + 1);
  expect(after.answers).toEqual(before.answers);
});

test("a question that begins with a greeting is a question", async () => {
  expect((await ask("Hello, how often are filters replaced?")).answer_mode).toBe("extractive");
});

test("if only passages are requested, a greeting is searched like any text", async () => {
  expect((await ask("hello", "house", { generate: false })).answer_mode).toBe("none");
});

test("chat says the same, without a list of sources", async () => {
  const body = { model: "house", messages: [{ role: "user", content: "Hello!" }] };
  const reply = (await service.request("POST", "/v1/chat/completions", { body })).as(ChatCompletionObject);
  const message = reply.choices[0]?.message;
  expect(message?.content).toBe((await ask("Hello!")).answer);
  expect(message?.annotations ?? []).toEqual([]);
  expect(message?.context).toMatchObject({ abstained: false, citations: [] });
});

test("its stream ends with the complete reply", async () => {
  const body = { question: "Hello!", stream: true };
  const reply = await service.request("POST", "/v1/experts/house/query", { body });
  const events = reply.text.split("\n\n").filter((frame) => frame.startsWith("event: "));
  const names = events.map((frame) => /^event: (\w+)/.exec(frame)?.[1]);
  expect([names[0], names[1], names.at(-1)]).toEqual(["start", "retrieval", "done"]);
});
