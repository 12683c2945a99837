/** `POST /v1/embeddings`, answered by the configured model. */
import { describe, expect, test } from "bun:test";
import type { TestService } from "../../support/service.ts";
import { settingsFor, useEmbeddingServices } from "../../support/worlds/embedding-services.ts";

const { embedder, service } = useEmbeddingServices();

describe("POST /v1/embeddings", () => {
  const post = async (docent: TestService, body: unknown) => docent.request("POST", "/v1/embeddings", { body });

  test("is answered by the configured model, and counted", async () => {
    const docent = await service(settingsFor(embedder(4)));
    const reply = await post(docent, { model: "synonyms", input: ["cat", "kitten"] });
    const { data, usage, model } = JSON.parse(reply.text);
    expect([reply.status, model, usage]).toEqual([200, "synonyms", { prompt_tokens: 20, total_tokens: 20 }]);
    expect(data[0].embedding).toEqual(data[1].embedding);
    expect(data.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
    const report = JSON.parse((await docent.request("GET", "/v1/usage?group_by=expert")).text);
    expect([report.tokens.embedding, report.groups.map(({ key }: { key: string }) => key)]).toEqual([20, ["none"]]);
  });

  test("another model and other dimensions are refused", async () => {
    const docent = await service(settingsFor(embedder(4)));
    const other = await post(docent, { model: "text-embedding-3-small", input: "cat" });
    expect([other.status, other.error.code, other.error.message]).toEqual([
      ...[404, "model_not_found"],
      'There is no embedding model "text-embedding-3-small" here. Use "synonyms".',
    ]);
    const longer = await post(docent, { model: "synonyms", input: "cat", dimensions: 8 });
    expect([longer.status, longer.error.param]).toEqual([400, "dimensions"]);
  });

  test("capabilities name the model and the modes", async () => {
    const docent = await service({ ...settingsFor(embedder(4)), DOCENT_EMBED_DIMENSIONS: "4" });
    const { embedding, modes } = JSON.parse((await docent.request("GET", "/v1/capabilities")).text);
    expect([embedding, modes]).toEqual([{ model: "synonyms", dimensions: 4 }, ["auto", "keyword", "vector", "hybrid"]]);
  });
});
