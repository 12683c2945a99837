/** Embeddings, through every client that has them. */
import { describe, expect, test } from "bun:test";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { OpenAIEmbeddings } from "@langchain/openai";
import { OpenAIEmbedding } from "@llamaindex/openai";
import { embedMany } from "ai";
import OpenAI from "openai";
import { embeddingDimensions as dimensions, embeddingModel as model, unembeddable } from "./pump-manual.ts";
import { countingFetch, failureOf, service } from "./service.ts";

const { baseURL, apiKey } = service;
const counted = countingFetch();
const client = new OpenAI({ baseURL, apiKey, fetch: counted.fetch });
const input = ["Replace the filter.", "Rinse the housing."];

const lengthOf = (vector: readonly number[]) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
/** Float32 has seven digits, and JSON may have more of them. */
const rounded = (vectors: readonly (readonly number[])[]) =>
  vectors.map((vector) => vector.map((value) => Math.fround(value)));

const { data } = await client.embeddings.create({ model, input, encoding_format: "float" });
const expected = rounded(data.map(({ embedding }) => embedding));

describe("openai", () => {
  test("unit vectors, one a text, in their order", async () => {
    const reply = await client.embeddings.create({ model, input, encoding_format: "float" });
    expect({ object: reply.object, model: reply.model, indices: reply.data.map(({ index }) => index) }).toEqual({
      object: "list",
      model,
      indices: [0, 1],
    });
    expect(expected.map((vector) => [vector.length, lengthOf(vector).toFixed(6)])).toEqual([
      [dimensions, "1.000000"],
      [dimensions, "1.000000"],
    ]);
    expect(expected[0]).not.toEqual(expected[1]!);
    expect(reply.usage).toEqual({ prompt_tokens: 2, total_tokens: 2 });
  });

  test("base64, which the client asks for by itself and unpacks", async () => {
    const reply = await client.embeddings.create({ model, input, dimensions });
    expect(rounded(reply.data.map(({ embedding }) => Array.from(embedding)))).toEqual(expected);
  });

  test("base64, packed", async () => {
    const reply = await client.embeddings.create({ model, input: input[0]!, encoding_format: "base64" });
    const packed = Buffer.from(reply.data[0]!.embedding as unknown as string, "base64");
    const vector = Array.from({ length: packed.length / 4 }, (_, i) => packed.readFloatLE(i * 4));
    expect(rounded([vector])).toEqual([expected[0]!]);
  });

  test.each([
    [{ dimensions: 3 }, { name: "BadRequestError", status: 400, param: "dimensions" }],
    [{ model: "text-embedding-3-small" }, { name: "NotFoundError", status: 404, param: "model" }],
    [{ input: "" }, { name: "BadRequestError", status: 400, param: "input" }],
    [{ input: unembeddable }, { name: "InternalServerError", status: 502, param: null }],
  ])("%j is refused once", async (changes, { name, ...wanted }) => {
    counted.requests.length = 0;
    const error = await failureOf(client.embeddings.create({ model, input, ...changes }));
    expect(error).toMatchObject(wanted);
    expect([error?.constructor.name, counted.requests.length]).toEqual([name, 1]);
  });
});

test("@langchain/openai", async () => {
  const embeddings = new OpenAIEmbeddings({ model, apiKey, configuration: { baseURL } });
  expect(rounded(await embeddings.embedDocuments(input))).toEqual(expected);
  expect(rounded([await embeddings.embedQuery(input[1]!)])).toEqual([expected[1]!]);
});

test("@llamaindex/openai", async () => {
  const embeddings = new OpenAIEmbedding({ model, apiKey, baseURL });
  expect(rounded(await embeddings.getTextEmbeddings(input))).toEqual(expected);
});

test("@ai-sdk/openai-compatible", async () => {
  const provider = createOpenAICompatible({ name: "docent", ...service });
  const { embeddings, usage } = await embedMany({ model: provider.textEmbeddingModel(model), values: input });
  expect({ embeddings: rounded(embeddings), usage }).toEqual({ embeddings: expected, usage: { tokens: 2 } });
});
