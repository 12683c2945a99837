/** The official client's Responses API. */
import { expect, test } from "bun:test";
import OpenAI from "openai";
import { answer, footer, model, question, sourceTitle } from "./pump-manual.ts";
import { failureOf, service } from "./service.ts";

const client = new OpenAI({ baseURL: service.baseURL, apiKey: service.apiKey });

const annotationsOf = (response: OpenAI.Responses.Response) =>
  response.output.flatMap((item) =>
    item.type === "message"
      ? item.content.flatMap((part) => (part.type === "output_text" ? part.annotations : []))
      : [],
  );
const cited = [expect.objectContaining({ type: "url_citation", title: sourceTitle, start_index: 36 })];

test("a string, and messages with instructions", async () => {
  const response = await client.responses.create({ model, input: question });
  expect({ text: response.output_text, status: response.status }).toEqual({
    text: answer + footer,
    status: "completed",
  });
  expect(annotationsOf(response)).toEqual(cited);
  const again = await client.responses.create({
    model,
    instructions: "Be brief.",
    input: [{ role: "user", content: [{ type: "input_text", text: question }] }],
  });
  expect(again.output_text).toBe(answer + footer);
});

test("a stream: the client's own accumulation ends in the same response", async () => {
  const stream = client.responses.stream({ model, input: question });
  const types: string[] = [];
  for await (const event of stream) types.push(event.type);
  const response = await stream.finalResponse();
  expect(annotationsOf(response)).toEqual(cited);
  expect(response.output_text).toBe(answer + footer);
  expect([
    types[0],
    types.at(-1),
    types.filter((type) => type === "response.output_text.annotation.added").length,
  ]).toEqual(["response.created", "response.completed", 1]);
});

test("nothing is stored, and that is said", async () => {
  expect(await client.responses.create({ model, input: question, store: true })).toMatchObject({ store: false });
  const request = client.responses.create({ model, input: question, previous_response_id: "resp_1" });
  expect(await failureOf(request)).toMatchObject({ status: 400, param: "previous_response_id" });
});
