/** A memory whose vectors do not come from the configured model. */
import { describe, expect, test } from "bun:test";
import type { TestService } from "../support/service.ts";
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

const { embedder, service, restarted } = useEmbeddingServices();

describe("a memory whose embedding does not match the model", () => {
  const mode = async (docent: TestService, name: string) => {
    const reply = await docent.request("POST", "/v1/experts/garage/query", {
      body: { question: "doctor", mode: name },
    });
    return [reply.status, reply.error.code, reply.error.param, reply.error.message];
  };

  test("a memory without vectors stays so until it is reindexed", async () => {
    const before = await service({});
    await createGarage(before);
    await addNote(before, notes[0]!);
    expect(await mode(before, "vector")).toEqual([
      ...[400, "invalid_parameter", "mode"],
      'The mode "vector" needs an embedding model, and none is configured. Set DOCENT_EMBED_URL and DOCENT_EMBED_MODEL, or use auto or keyword.',
    ]);
    const docent = await restarted(before, settingsFor(embedder()));
    expect((await addNote(docent, notes[1]!)).status).toBe("ready");
    expect([await embeddingOf(docent), vectorCount(docent)]).toEqual([null, 0]);
    expect((await find(docent, "doctor")).retrieval.mode).toBe("keyword");
    expect(await mode(docent, "hybrid")).toEqual([
      ...[400, "invalid_parameter", "mode"],
      'The mode "hybrid" needs vectors, and the expert "garage" has none. Run `docent reindex garage`, or use auto or keyword.',
    ]);
  });

  test("another model is refused with the remedy, and the memory continues to answer by words", async () => {
    const before = await service(settingsFor(embedder()));
    await createGarage(before);
    await addNote(before, notes[1]!);
    const docent = await restarted(before, settingsFor(embedder(), "other"));
    const source = await addNote(docent, notes[0]!);
    const { expert_id: id } = source;
    expect([source.status, source.error?.code, source.error?.message]).toEqual([
      ...["failed", "embedding_failed"],
      "This expert's memory is embedded with synonyms (64 dimensions), but the configured model is other. Configure " +
        `that model again, or run \`docent reindex ${id}\` to bring the whole memory over; then retry this source.`,
    ]);
    expect(texts(await find(docent, "physician"))).toEqual([notes[1]!]);
    expect(await mode(docent, "vector")).toEqual([
      ...[400, "invalid_parameter", "mode"],
      'The expert "garage" is embedded with synonyms (64 dimensions), but the configured model is other. Run `docent reindex garage`, or use auto or keyword.',
    ]);
  });

  test("a model with other dimensions than before is another model", async () => {
    const before = await service(settingsFor(embedder()));
    await createGarage(before);
    await addNote(before, notes[1]!);
    const docent = await restarted(before, settingsFor(embedder(32)));
    expect((await addNote(docent, notes[0]!)).error?.code).toBe("embedding_failed");
    expect((await find(docent, "physician")).retrieval.mode).toBe("keyword");
  });

  test("an empty memory takes the configured model", async () => {
    const before = await service(settingsFor(embedder()));
    await createGarage(before);
    const { id } = await addNote(before, notes[1]!);
    await before.request("DELETE", `/v1/experts/garage/sources/${id}`);
    const docent = await restarted(before, settingsFor(embedder(32), "other"));
    expect((await find(docent, "doctor", "vector")).retrieved).toEqual([]);
    expect((await addNote(docent, notes[1]!)).status).toBe("ready");
    expect(await embeddingOf(docent)).toEqual({ model: "other", dimensions: 32 });
    expect(texts(await find(docent, "doctor", "vector"))).toEqual([notes[1]!]);
  });
});
