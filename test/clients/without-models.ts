/** Without a model server or a pack, embeddings come from the model in the executable. */
import { expect, test } from "bun:test";
import OpenAI from "openai";
import { embeddingModel } from "./pump-manual.ts";
import { failureOf, service } from "./service.ts";

const client = new OpenAI({ baseURL: service.baseURL, apiKey: service.apiKey });

test("embeddings are the built-in model's, whose name a refusal says", async () => {
  const error = await failureOf(client.embeddings.create({ model: embeddingModel, input: "filter" }));
  expect(error).toBeInstanceOf(OpenAI.NotFoundError);
  expect(error).toMatchObject({ status: 404, param: "model", message: expect.stringContaining('"all-MiniLM-L6-v2"') });
  const { data, usage } = await client.embeddings.create({ model: "all-MiniLM-L6-v2", input: ["filter", "pump"] });
  expect(data.map(({ embedding }) => embedding.length)).toEqual([384, 384]);
  expect(usage.prompt_tokens).toBe(6);
});
