/** A memory with vectors, while its embedding server answers and while it does not. */
import { describe, expect, test } from "bun:test";
import { SourceObject } from "../../src/api/source-schemas.ts";
import {
  addNote,
  createGarage,
  embeddingOf,
  find,
  notes,
  settingsFor,
  texts,
  useEmbeddingServices,
  vectorCount,
} from "../support/worlds/embedding-services.ts";

const { embedder, service } = useEmbeddingServices();

describe("a memory with vectors", () => {
  test("finds by meaning what words miss, and reports the mode", async () => {
    const docent = await service(settingsFor(embedder()));
    await createGarage(docent);
    for (const note of notes) expect((await addNote(docent, note)).status).toBe("ready");
    expect(await embeddingOf(docent)).toEqual({ model: "synonyms", dimensions: 64 });
    expect(texts(await find(docent, "doctor", "keyword"))).toEqual([]);
    const found = await find(docent, "doctor");
    expect([found.retrieval.mode, texts(found)[0]]).toEqual(["hybrid", notes[1]!]);
    expect(found.retrieved[0]?.scores).toEqual({ keyword: null, sense: null, vector: expect.any(Number) });
    const byVector = await find(docent, "repair a car", "vector");
    expect([byVector.retrieval.mode, texts(byVector)[0]]).toEqual(["vector", notes[0]!]);
  });

  test("counts the tokens of sources and questions, a repeated question once", async () => {
    const docent = await service(settingsFor(embedder()));
    await createGarage(docent);
    await addNote(docent, notes[0]!);
    const used = async () => JSON.parse((await docent.request("GET", "/v1/usage")).text).tokens.embedding;
    const ingested = await used();
    await find(docent, "doctor");
    await find(docent, "doctor");
    expect([ingested % 10, (await used()) - ingested]).toEqual([0, 10]);
  });

  test("says in the reply, and to agents, that vectors took no part because the model did not answer", async () => {
    const server = embedder();
    const docent = await service(settingsFor(server));
    await createGarage(docent);
    await addNote(docent, notes[0]!);
    expect((await find(docent, "repair a car")).retrieval).not.toHaveProperty("warnings");
    server.behave("badly");
    const warnings = [
      "vectors: the embedding model gave no vector of the question in time, so passages were searched without vectors.",
    ];
    expect((await find(docent, "mend it")).retrieval).toMatchObject({ mode: "keyword", warnings });
    for (const [name, asked] of [
      ["ask_expert", { question: "Who mends the automobile?" }],
      ["search_memory", { query: "mend" }],
    ] as const) {
      const call = { name, arguments: { expert: "garage", ...asked } };
      const { text } = await docent.request("POST", "/mcp", {
        headers: { accept: "application/json, text/event-stream" },
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
      });
      const { structuredContent, content } = JSON.parse(text.slice(text.indexOf("{"))).result;
      expect([structuredContent.warnings, content[0].text]).toEqual([warnings, expect.stringContaining(warnings[0]!)]);
    }
  });

  test("deletes the vectors with the source, and with its old version", async () => {
    const docent = await service(settingsFor(embedder()));
    await createGarage(docent);
    await addNote(docent, notes[0]!, "a");
    const { id } = await addNote(docent, notes[1]!, "b");
    expect(vectorCount(docent)).toBe(2);
    await addNote(docent, "The physician has left.", "b");
    expect(vectorCount(docent)).toBe(2);
    await docent.request("DELETE", `/v1/experts/garage/sources/${id}`);
    expect([vectorCount(docent), texts(await find(docent, "doctor", "vector"))]).toEqual([1, [notes[0]!]]);
    await docent.request("DELETE", "/v1/experts/garage");
    expect([vectorCount(docent), docent.contents().embeddings]).toEqual([0, []]);
  });

  test("reports the stage and its progress", async () => {
    const server = embedder();
    const docent = await service(settingsFor(server));
    await createGarage(docent);
    const stuck = server.silentAt(3); // after the call for the dimensions, and the first batch
    const text = Array.from({ length: 5 }, (_, i) => `# Part ${i}\n\nWhat stands in part ${i}.`).join("\n\n");
    const headers = { "content-type": "text/markdown" };
    const sent = await docent.request("POST", "/v1/experts/garage/sources", { body: text, headers });
    await stuck;
    const source = (await docent.request("GET", `/v1/experts/garage/sources/${sent.as(SourceObject).id}`)).as(
      SourceObject,
    );
    expect([source.status, source.stage, source.progress]).toEqual([
      ...["processing", "embedding"],
      { done: 2, total: 5, unit: "passages", percent: 40 },
    ]);
    expect(texts(await find(docent, "part", "keyword"))).toEqual([]);
  });
});

describe("an embedding server that is down", () => {
  test("makes auto use words; a named mode reports the failure", async () => {
    const server = embedder();
    const docent = await service(settingsFor(server));
    await createGarage(docent);
    for (const note of notes) await addNote(docent, note);
    server.behave("badly");
    const found = await find(docent, "physician");
    expect([found.retrieval.mode, texts(found)]).toEqual(["keyword", [notes[1]!]]);
    const calls = server.calls.length;
    await find(docent, "automobile");
    expect(server.calls.length).toBe(calls); // not called for a while
    const body = { question: "doctor", mode: "vector" };
    const reply = await docent.request("POST", "/v1/experts/garage/query", { body });
    expect([reply.status, reply.error.code]).toEqual([502, "upstream_model_error"]);
    server.behave("well");
    docent.clock.advance(20_000);
    expect((await find(docent, "automobile")).retrieval.mode).toBe("hybrid");
  });

  test("fails a source after some attempts, and a retry succeeds", async () => {
    const server = embedder();
    const docent = await service(settingsFor(server));
    await createGarage(docent);
    server.behave("badly");
    const source = await addNote(docent, notes[0]!);
    expect({ status: source.status, attempts: source.attempts, error: source.error }).toEqual({
      status: "failed",
      attempts: 5,
      error: {
        code: "embedding_failed",
        message:
          "Its passages could not be embedded. The model server answered with status 500. " +
          "Check that it is running, and that its address, model name and key are correct.",
        retryable: true,
      },
    });
    expect(docent.contents().chunks).toEqual([]);
    server.behave("well");
    await docent.request("POST", `/v1/experts/garage/sources/${source.id}/retry`);
    expect((await addNote(docent, notes[0]!)).status).toBe("ready");
  });
});
