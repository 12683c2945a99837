/** Requests that need a missing model are refused with the settings to change. */
import { expect, test } from "bun:test";
import OpenAI from "openai";
import { embeddingModel } from "./pump-manual.ts";
import { failureOf, service } from "./service.ts";

const client = new OpenAI({ baseURL: service.baseURL, apiKey: service.apiKey });

test("embeddings", async () => {
  const error = await failureOf(client.embeddings.create({ model: embeddingModel, input: "filter" }));
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({
    status: 400,
    param: "model",
    message: expect.stringContaining("Add a model pack with `docent model add FILE`, or set DOCENT_EMBED_URL"),
  });
});
