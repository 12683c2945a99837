/** A service with an embedding server, from the first source to the change of the model. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ExpertObject } from "../../src/http/native/expert-schemas.ts";
import { SourceObject } from "../../src/http/native/source-schemas.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { type SynonymServer, synonymServer } from "../support/synonym-embedder.ts";

// Some of them start the program several times.
setDefaultTimeout(60_000);

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

function embedder(dimensions?: number): SynonymServer {
  const server = synonymServer(dimensions);
  open.push({ close: () => server.stop() });
  return server;
}

const settingsFor = ({ url }: SynonymServer, model = "synonyms") => ({
  DOCENT_EMBED_URL: url,
  DOCENT_EMBED_MODEL: model,
  DOCENT_EMBED_BATCH: "2",
});

async function service(settings: Record<string, string>, resume?: TestService): Promise<TestService> {
  // Later than the one before: ids are made of the time.
  const continued = resume && { resume, clock: clockAt(resume.clock.now() + 1000) };
  const started = await startService({ settings, ...continued });
  open.push(started);
  return started;
}

/** Ends one and starts another on its folder. */
async function restarted(before: TestService, settings: Record<string, string>): Promise<TestService> {
  await before.stop();
  open.splice(open.indexOf(before), 1);
  return service(settings, before);
}

async function garage(docent: TestService): Promise<void> {
  await docent.request("POST", "/v1/experts", { body: { name: "Garage" } });
}

async function tell(docent: TestService, text: string, externalId?: string) {
  const body = { text, title: "Note", ...(externalId && { external_id: externalId }) };
  return (await docent.request("POST", "/v1/experts/garage/sources?wait=20", { body })).as(SourceObject);
}

interface Retrieved {
  readonly retrieval: { readonly mode: string };
  readonly retrieved: readonly { readonly text: string; readonly scores: Record<string, number | null> }[];
}

async function find(docent: TestService, question: string, mode?: string): Promise<Retrieved> {
  const body = { question, generate: false, include: ["scores"], ...(mode && { mode }) };
  const reply = await docent.request("POST", "/v1/experts/garage/query", { body });
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text);
}

const texts = ({ retrieved }: Retrieved) => retrieved.map(({ text }) => text);
const embeddingOf = async (docent: TestService) =>
  (await docent.request("GET", "/v1/experts/garage")).as(ExpertObject).embedding;
const vectorCount = (docent: TestService) => docent.contents().chunk_vectors!.length;

const notes = ["Mend the automobile quickly.", "The physician is in on Mondays.", "Kittens sleep all day."];

describe("a memory with vectors", () => {
  test("finds by meaning what words miss, and says by what", async () => {
    const docent = await service(settingsFor(embedder()));
    await garage(docent);
    for (const note of notes) expect((await tell(docent, note)).status).toBe("ready");
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
    await garage(docent);
    await tell(docent, notes[0]!);
    const used = async () => JSON.parse((await docent.request("GET", "/v1/usage")).text).tokens.embedding;
    const ingested = await used();
    await find(docent, "doctor");
    await find(docent, "doctor");
    expect([ingested % 10, (await used()) - ingested]).toEqual([0, 10]);
  });

  test("loses the vectors with the source, and with its old version", async () => {
    const docent = await service(settingsFor(embedder()));
    await garage(docent);
    await tell(docent, notes[0]!, "a");
    const { id } = await tell(docent, notes[1]!, "b");
    expect(vectorCount(docent)).toBe(2);
    await tell(docent, "The physician has left.", "b");
    expect(vectorCount(docent)).toBe(2);
    await docent.request("DELETE", `/v1/experts/garage/sources/${id}`);
    expect([vectorCount(docent), texts(await find(docent, "doctor", "vector"))]).toEqual([1, [notes[0]!]]);
    await docent.request("DELETE", "/v1/experts/garage");
    expect([vectorCount(docent), docent.contents().embeddings]).toEqual([0, []]);
  });

  test("reports the stage and its progress", async () => {
    const server = embedder();
    const docent = await service(settingsFor(server));
    await garage(docent);
    const stuck = server.silentAt(3); // after the call that tells the dimensions, and the first batch
    const text = Array.from({ length: 5 }, (_, i) => `# Part ${i}\n\nWhat stands in part ${i}.`).join("\n\n");
    const headers = { "content-type": "text/markdown" };
    const sent = await docent.request("POST", "/v1/experts/garage/sources", { body: text, headers });
    await stuck;
    const source = (await docent.request("GET", `/v1/experts/garage/sources/${sent.as(SourceObject).id}`)).as(
      SourceObject,
    );
    expect([source.status, source.stage, source.progress]).toEqual([
      ...["processing", "embedding"],
      { done: 2, total: 5, unit: "chunks", percent: 40 },
    ]);
    expect(texts(await find(docent, "part", "keyword"))).toEqual([]);
  });
});

describe("an embedding server that is away", () => {
  test("costs auto nothing but the meaning; a mode by name says so", async () => {
    const server = embedder();
    const docent = await service(settingsFor(server));
    await garage(docent);
    for (const note of notes) await tell(docent, note);
    server.behave("badly");
    const found = await find(docent, "physician");
    expect([found.retrieval.mode, texts(found)]).toEqual(["keyword", [notes[1]!]]);
    const calls = server.calls.length;
    await find(docent, "automobile");
    expect(server.calls.length).toBe(calls); // left alone for a while
    const body = { question: "doctor", mode: "vector" };
    const reply = await docent.request("POST", "/v1/experts/garage/query", { body });
    expect([reply.status, reply.error.code]).toEqual([502, "upstream_model_error"]);
    server.behave("well");
    docent.clock.advance(20_000);
    expect((await find(docent, "automobile")).retrieval.mode).toBe("hybrid");
  });

  test("fails a source after some attempts, and a retry ends well", async () => {
    const server = embedder();
    const docent = await service(settingsFor(server));
    await garage(docent);
    server.behave("badly");
    const source = await tell(docent, notes[0]!);
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
    expect((await tell(docent, notes[0]!)).status).toBe("ready");
  });
});

describe("a memory and a model that do not belong together", () => {
  const mode = async (docent: TestService, name: string) => {
    const reply = await docent.request("POST", "/v1/experts/garage/query", {
      body: { question: "doctor", mode: name },
    });
    return [reply.status, reply.error.code, reply.error.param, reply.error.message];
  };

  test("words alone stay words alone, until they are reindexed", async () => {
    const before = await service({});
    await garage(before);
    await tell(before, notes[0]!);
    expect(await mode(before, "vector")).toEqual([
      ...[400, "invalid_parameter", "mode"],
      'The mode "vector" needs an embedding model, and none is configured. Set DOCENT_EMBED_URL and DOCENT_EMBED_MODEL, or use auto or keyword.',
    ]);
    const docent = await restarted(before, settingsFor(embedder()));
    expect((await tell(docent, notes[1]!)).status).toBe("ready");
    expect([await embeddingOf(docent), vectorCount(docent)]).toEqual([null, 0]);
    expect((await find(docent, "doctor")).retrieval.mode).toBe("keyword");
    expect(await mode(docent, "hybrid")).toEqual([
      ...[400, "invalid_parameter", "mode"],
      'The mode "hybrid" needs vectors, and the expert "garage" has none. Run `docent reindex garage`, or use auto or keyword.',
    ]);
  });

  test("another model is refused with the remedy, and what is there goes on answering by words", async () => {
    const before = await service(settingsFor(embedder()));
    await garage(before);
    await tell(before, notes[1]!);
    const docent = await restarted(before, settingsFor(embedder(), "other"));
    const source = await tell(docent, notes[0]!);
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

  test("a model that came to give other dimensions is another model", async () => {
    const before = await service(settingsFor(embedder()));
    await garage(before);
    await tell(before, notes[1]!);
    const docent = await restarted(before, settingsFor(embedder(32)));
    expect((await tell(docent, notes[0]!)).error?.code).toBe("embedding_failed");
    expect((await find(docent, "physician")).retrieval.mode).toBe("keyword");
  });

  test("an empty memory takes whatever is configured", async () => {
    const before = await service(settingsFor(embedder()));
    await garage(before);
    const { id } = await tell(before, notes[1]!);
    await before.request("DELETE", `/v1/experts/garage/sources/${id}`);
    const docent = await restarted(before, settingsFor(embedder(32), "other"));
    expect((await find(docent, "doctor", "vector")).retrieved).toEqual([]);
    expect((await tell(docent, notes[1]!)).status).toBe("ready");
    expect(await embeddingOf(docent)).toEqual({ model: "other", dimensions: 32 });
    expect(texts(await find(docent, "doctor", "vector"))).toEqual([notes[1]!]);
  });
});

describe("docent reindex", () => {
  interface Run {
    readonly code: number;
    readonly out: string;
    readonly err: string;
  }

  function start(docent: TestService, settings: Record<string, string>) {
    const command = [process.execPath, "src/main.ts", "reindex", "garage", "--data-dir", docent.dataDir];
    const env = { PATH: process.env.PATH ?? "", DOCENT_SENSE: "off", ...settings };
    return Bun.spawn(command, { cwd: new URL("../..", import.meta.url).pathname, env, stdout: "pipe", stderr: "pipe" });
  }

  async function reindex(docent: TestService, settings: Record<string, string>): Promise<Run> {
    const child = start(docent, settings);
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, out, err };
  }

  const many = Array.from({ length: 6 }, (_, i) => `Note ${i} about a feline.`);

  test("gives vectors to a memory that has none, beside the running service", async () => {
    const before = await service({});
    await garage(before);
    for (const note of many) await tell(before, note);
    const settings = settingsFor(embedder());
    const docent = await restarted(before, settings);
    expect(texts(await find(docent, "cat"))).toEqual([]);
    const run = await reindex(docent, settings);
    expect(run).toEqual({
      code: 0,
      out: "garage: 6 passages, 60 tokens. They were searched by words alone, and are now searched by synonyms (64 dimensions).\n",
      err: "0 of 6 passages\n2 of 6 passages\n4 of 6 passages\n",
    });
    expect((await find(docent, "cat")).retrieved.length).toBe(6);
    expect((await tell(docent, "A kitten came.")).status).toBe("ready");
    expect(vectorCount(docent)).toBe(7);
  });

  test("killed in the middle, it leaves the old index answering and goes on where it stopped", async () => {
    const docent = await service(settingsFor(embedder()));
    await garage(docent);
    for (const note of many) await tell(docent, note);
    const server = embedder(32);
    const settings = settingsFor(server, "other");
    const stuck = server.silentAt(4); // dimensions, two batches of two, and then the one that is never answered
    const child = start(docent, settings);
    await stuck;
    child.kill("SIGKILL");
    await child.exited;
    expect([(await embeddingOf(docent))?.model, vectorCount(docent)]).toEqual(["synonyms", 6 + 4]);
    expect((await find(docent, "cat", "vector")).retrieved.length).toBe(6);
    const run = await reindex(docent, settings);
    expect([run.code, run.err]).toEqual([0, "4 of 6 passages\n"]);
    expect([await embeddingOf(docent), vectorCount(docent)]).toEqual([{ model: "other", dimensions: 32 }, 6]);
    expect((await find(docent, "feline")).retrieval.mode).toBe("keyword");
    const after = await restarted(docent, settings);
    expect((await find(after, "cat", "vector")).retrieved.length).toBe(6);
  });

  test("with no model configured it goes back to words", async () => {
    const docent = await service(settingsFor(embedder()));
    await garage(docent);
    for (const note of many) await tell(docent, note);
    const run = await reindex(docent, {});
    expect(run.out).toBe(
      "garage: 6 passages. They were searched by synonyms (64 dimensions), and are now searched by words alone.\n",
    );
    expect([await embeddingOf(docent), vectorCount(docent), docent.contents().embeddings]).toEqual([null, 0, []]);
    expect((await find(docent, "feline")).retrieved.length).toBe(6);
  });

  test("with the same model it embeds everything again", async () => {
    const server = embedder();
    const docent = await service(settingsFor(server));
    await garage(docent);
    for (const note of many) await tell(docent, note);
    const calls = server.calls.length;
    expect((await reindex(docent, settingsFor(server))).code).toBe(0);
    expect([server.calls.length - calls, vectorCount(docent)]).toEqual([4, 6]);
    expect((await find(docent, "cat", "vector")).retrieved.length).toBe(6);
  });

  test("an expert that is not there", async () => {
    const docent = await service({});
    const run = await reindex(docent, {});
    expect([run.code, run.err]).toEqual([
      2,
      'There is no expert "garage" in the workspace default. `docent help` lists the commands.\n',
    ]);
  });
});

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
