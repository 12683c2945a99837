/** Libraries for programs: the question is separated from its scaffolding, and the reply has the expected form. */
import { afterAll, expect, test } from "bun:test";
import { startService } from "../../support/service.ts";

const service = await startService();
afterAll(() => service.close());

// The threshold is off, because the words around a question lower its confidence.
await service.request("POST", "/v1/experts", { body: { name: "Pump manual", settings: { min_confidence: 0 } } });
await service.request("POST", "/v1/experts/pump-manual/sources?wait=60", {
  body: { title: "Manual", text: "Replace the filter every six months.\n\nThe warranty lasts two years." },
});

async function chat(messages: readonly object[], more: object = {}) {
  const body = { model: "pump-manual", messages, ...more };
  const { status, json } = await service.request("POST", "/v1/chat/completions", { body });
  expect(status).toBe(200);
  const [{ message }] = (json as { choices: [{ message: Record<string, unknown> }] }).choices;
  return message as {
    content: string;
    annotations: { url_citation: { start_index: number; end_index: number } }[];
    context: { citations: Record<string, unknown>[] };
  };
}

const dspy = (inputs: string, fields: string) =>
  `${inputs}\n\nRespond with the corresponding output fields, starting with the field ${fields}, and then ending with the marker for \`[[ ## completed ## ]]\`.`;
const signature = {
  role: "system",
  content:
    "Your input fields are:\n1. `question` (str)\nYour output fields are:\n1. `answer` (str)\nAll interactions will be structured.",
};
const question = "How often is the filter replaced?";

test("DSPy: a question and its answer", async () => {
  const content = dspy(`[[ ## question ## ]]\n${question}`, "`[[ ## answer ## ]]`");
  const { content: said, annotations } = await chat([signature, { role: "user", content }]);
  expect(said).toBe("[[ ## answer ## ]]\nReplace the filter every six months [1].\n\n[[ ## completed ## ]]");
  const [place] = annotations;
  expect(said.slice(place?.url_citation.start_index, place?.url_citation.end_index)).toBe("[1]");
});

test("DSPy: a field of reasoning stays empty, other inputs are texts to answer from", async () => {
  const inputs = `[[ ## context ## ]]\nParcels arrive on Tuesdays.\n\n[[ ## question ## ]]\nWhen do parcels arrive?`;
  const content = dspy(inputs, "`[[ ## reasoning ## ]]`, then `[[ ## answer ## ]]`");
  const message = await chat([signature, { role: "user", content }]);
  expect(message.content).toBe(
    "[[ ## reasoning ## ]]\n\n\n[[ ## answer ## ]]\nParcels arrive on Tuesdays [1].\n\n[[ ## completed ## ]]",
  );
  const [citation] = message.context.citations;
  expect(citation).toMatchObject({ origin: "message", message: 1, title: "context" });
  expect(content.slice(Number(citation?.start), Number(citation?.end))).toBe("Parcels arrive on Tuesdays.");
});

const schema = {
  title: "Care",
  type: "object",
  properties: { answer: { title: "Answer", type: "string" } },
  required: ["answer"],
};
const instructor = `As a genius expert, your task is to understand the content and provide\nthe parsed objects in json that match the following json_schema:\n\n\n${JSON.stringify(schema, null, 2)}\n\nMake sure to return an instance of the JSON, not the schema itself\n`;

test("Instructor: a schema in the instructions, the reply in a fence", async () => {
  const content = `${question}\n\nReturn the correct JSON response within a \`\`\`json codeblock. not the JSON_SCHEMA`;
  const message = await chat([
    { role: "system", content: instructor },
    { role: "user", content },
  ]);
  expect(message.content).toBe('```json\n{"answer":"Replace the filter every six months."}\n```');
  const [place] = message.annotations;
  expect(message.content.slice(place?.url_citation.start_index, place?.url_citation.end_index)).toBe(
    "Replace the filter every six months.",
  );
});

test("Instructor: a schema in the instructions, JSON by response_format", async () => {
  const messages = [
    { role: "system", content: `Be kind.\n\n${instructor}` },
    { role: "user", content: question },
  ];
  const message = await chat(messages, { response_format: { type: "json_object" } });
  expect(message.content).toBe('{"answer":"Replace the filter every six months."}');
});

test("a question about such words is a question", async () => {
  const message = await chat([{ role: "user", content: `${question} [[ ## answer ## ]]` }]);
  expect(message.content).toStartWith("Replace the filter");
});

test("streamed, the same", async () => {
  const content = dspy(`[[ ## question ## ]]\n${question}`, "`[[ ## answer ## ]]`");
  const body = { model: "pump-manual", messages: [signature, { role: "user", content }], stream: true };
  const { text } = await service.request("POST", "/v1/chat/completions", { body });
  const deltas = [...text.matchAll(/"delta":\{"content":("(?:[^"\\]|\\.)*")/g)].map(([, said]) =>
    JSON.parse(said ?? '""'),
  );
  expect(deltas.join("")).toBe("[[ ## answer ## ]]\nReplace the filter every six months [1].\n\n[[ ## completed ## ]]");
});
