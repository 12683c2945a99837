/** A service with a model of meaning that knows synonyms, from the first source to the change of the model. */
import { afterEach, describe, expect, test } from "bun:test";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { packFacts } from "../../src/models/sense-pack.ts";
import { type FakeSenseEncoder, fakeSenseEncoder, fakeSenseModel } from "../support/fakes/fake-sense.ts";
import { synonymServer } from "../support/fakes/synonym-embedder.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

interface ServiceOptions {
  readonly encoder?: FakeSenseEncoder;
  readonly settings?: Readonly<Record<string, string>>;
  readonly resume?: TestService;
}

async function service({
  encoder = fakeSenseEncoder(),
  settings = {},
  resume,
}: ServiceOptions = {}): Promise<TestService> {
  if (resume !== undefined) {
    await resume.stop();
    open.splice(open.indexOf(resume), 1);
  }
  const sense = {
    model: fakeSenseModel(encoder.model),
    licence: "Apache-2.0",
    encoder: { ...encoder, close: () => undefined },
  };
  // Later than the one before: ids are made of the time.
  const continued = resume && { resume, clock: clockAt(resume.clock.now() + 1000) };
  const started = await startService({ sense, settings, ...continued });
  open.push(started);
  return started;
}

async function house(docent: TestService, language = "en"): Promise<void> {
  await docent.request("POST", "/v1/experts", { body: { name: "House", language } });
}

async function tell(docent: TestService, text: string) {
  const body = { text, title: "Note" };
  return (await docent.request("POST", "/v1/experts/house/sources?wait=60", { body })).as(SourceObject);
}

const expertOf = async (docent: TestService) => (await docent.request("GET", "/v1/experts/house")).as(ExpertObject);

/** How far the model is, once it has come to an end. */
async function encoded(docent: TestService) {
  for (let turns = 0; turns < 10_000; turns++) {
    const { sense } = await expertOf(docent);
    if (sense === null || sense.done === sense.total) return sense;
    await new Promise<void>((go) => setImmediate(go));
  }
  throw new Error("the encoding does not come to an end");
}

interface Found {
  readonly retrieval: { readonly mode: string; readonly warnings?: readonly string[] };
  readonly retrieved: readonly { readonly text: string; readonly scores: Record<string, number | null> }[];
  readonly expansion: readonly { readonly term: string; readonly weight: number }[] | null;
}

async function find(docent: TestService, question: string, mode?: string): Promise<Found> {
  const body = { question, generate: false, include: ["scores", "expansion"], ...(mode && { mode }) };
  const reply = await docent.request("POST", "/v1/experts/house/query", { body });
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text);
}

const refusal = async (docent: TestService, mode: string) => {
  const reply = await docent.request("POST", "/v1/experts/house/query", { body: { question: "x", mode } });
  return [reply.status, reply.error.code, reply.error.param, reply.error.message];
};

const texts = ({ retrieved }: Found) => retrieved.map(({ text }) => text);
const notes = ["Swap the cartridge twice a year.", "The pump stands in the cellar."];

describe("questions", () => {
  test("find paraphrases, and report the words", async () => {
    const docent = await service();
    await house(docent);
    for (const note of notes) await tell(docent, note);
    expect(await encoded(docent)).toEqual({ model: "synonyms 1", done: 2, total: 2 });
    const found = await find(docent, "When must I replace the filter?");
    expect([found.retrieval.mode, texts(found)[0]]).toEqual(["hybrid", notes[0]]);
    expect(Object.keys(found.retrieved[0]?.scores ?? {})).toEqual(["keyword", "sense", "vector"]);
    expect(found.retrieved[0]?.scores.sense).toBeGreaterThan(0);
    expect(found.expansion).toEqual(["filter", "must", "replace", "the", "when"].map((term) => ({ term, weight: 1 })));
    const alone = await find(docent, "replace the filter", "sense");
    expect([alone.retrieval.mode, texts(alone)[0], alone.retrieved[0]?.scores.keyword]).toEqual([
      ...["sense", notes[0], null],
    ]);
    const words = await find(docent, "replace the filter", "keyword");
    expect([words.retrieval.mode, texts(words), words.expansion]).toEqual(["keyword", [], null]);
  });

  test("that the model cannot read are answered by words", async () => {
    const docent = await service();
    await house(docent);
    for (const note of notes) await tell(docent, note);
    await encoded(docent);
    const found = await find(docent, "ต้องเปลี่ยนไส้กรองบ่อยแค่ไหน");
    expect([found.retrieval.mode, texts(found), found.expansion]).toEqual(["keyword", [], null]);
    expect(texts(await find(docent, "ต้องเปลี่ยนไส้กรอง", "sense"))).toEqual([]);
  });

  test("are answered by words while sense is pending", async () => {
    const encoder = fakeSenseEncoder();
    encoder.behave("hang");
    const docent = await service({ encoder });
    await house(docent);
    await tell(docent, notes[0]!);
    const found = await find(docent, "cartridge");
    expect([found.retrieval.mode, texts(found), found.expansion]).toEqual(["keyword", [notes[0]!], null]);
    expect(found.retrieval.warnings).toEqual([
      "sense: 0 of 1 passages can be searched by meaning so far, so they were searched by words.",
    ]);
    expect((await find(docent, "cartridge", "keyword")).retrieval.warnings).toBeUndefined();
    expect((await expertOf(docent)).sense).toEqual({ model: "synonyms 1", done: 0, total: 1 });
    const pending = (mode: string) => [
      ...[400, "invalid_parameter", "mode"],
      `The mode "${mode}" needs encoded passages, and the expert "house" has none yet. ` +
        "Wait until GET /v1/experts/house shows some in sense.done, or use auto or keyword.",
    ];
    expect(await refusal(docent, "sense")).toEqual(pending("sense"));
    expect(await refusal(docent, "hybrid")).toEqual(pending("hybrid"));
  });

  test("leave sense out until half of the passages have it, unless the mode requests it", async () => {
    const encoder = fakeSenseEncoder();
    const docent = await service({ encoder });
    await house(docent);
    await tell(docent, notes[0]!);
    await encoded(docent);
    encoder.behave("hang");
    await tell(docent, notes[1]!);
    expect((await expertOf(docent)).sense).toEqual({ model: "synonyms 1", done: 1, total: 2 });
    expect((await find(docent, "replace the filter")).retrieval).toMatchObject({ mode: "hybrid" });
    expect((await find(docent, "replace the filter")).retrieval.warnings).toBeUndefined();
    await tell(docent, "Wear gloves.");
    const byWords = await find(docent, "replace the filter");
    expect([byWords.retrieval.mode, texts(byWords)]).toEqual(["keyword", []]);
    expect(byWords.retrieval.warnings?.[0]).toStartWith("sense: 1 of 3 passages");
    for (const mode of ["sense", "hybrid"]) {
      expect(texts(await find(docent, "replace the filter", mode))).toEqual([notes[0]!]);
    }
  });

  test("of an expert without sources find nothing, by any mode", async () => {
    const docent = await service();
    await house(docent);
    for (const mode of ["auto", "sense", "hybrid"]) expect((await find(docent, "filter", mode)).retrieved).toEqual([]);
  });

  test("use words, sense and vectors together if all exist", async () => {
    const server = synonymServer();
    open.push({ close: () => server.stop() });
    const docent = await service({ settings: { DOCENT_EMBED_URL: server.url, DOCENT_EMBED_MODEL: "synonyms" } });
    await house(docent);
    for (const note of notes) await tell(docent, note);
    await encoded(docent);
    const { retrieval, retrieved } = await find(docent, "Where does the pump stand? Replace the filter.");
    expect([retrieval.mode, retrieved.length]).toEqual(["hybrid", 2]);
    for (const { scores } of retrieved) expect([scores.sense, scores.vector].includes(null)).toBe(false);
    const { modes, sense } = JSON.parse((await docent.request("GET", "/v1/capabilities")).text);
    expect([modes, sense]).toEqual([
      ["auto", "keyword", "sense", "vector", "hybrid"],
      { model: "synonyms 1", licence: "Apache-2.0" },
    ]);
  });
});

describe("another language", () => {
  test("uses words, and a change of the language takes effect at once", async () => {
    const docent = await service();
    await house(docent, "de");
    for (const note of notes) await tell(docent, note);
    expect(await encoded(docent)).toBeNull();
    expect(await refusal(docent, "sense")).toEqual([
      ...[400, "invalid_parameter", "mode"],
      'The mode "sense" needs the built-in model, and it does not speak "de", the language of the expert "house". Use auto or keyword.',
    ]);
    await docent.request("PATCH", "/v1/experts/house", { body: { language: "en" } });
    expect(await encoded(docent)).toEqual({ model: "synonyms 1", done: 2, total: 2 });
    expect(texts(await find(docent, "replace the filter", "sense"))[0]).toBe(notes[0]!);
    await docent.request("PATCH", "/v1/experts/house", { body: { language: "de" } });
    expect((await expertOf(docent)).sense).toBeNull();
    const { mode, warnings } = (await find(docent, "cartridge")).retrieval;
    expect([mode, warnings]).toEqual(["keyword", undefined]);
  });
});

describe("switched off", () => {
  test("experts answer by words, and nothing is deleted", async () => {
    const before = await service();
    await house(before);
    await tell(before, notes[0]!);
    await encoded(before);
    const off = await service({ resume: before, settings: { DOCENT_SENSE: "off" } });
    await tell(off, notes[1]!);
    expect([(await expertOf(off)).sense, (await find(off, "cartridge")).retrieval.mode]).toEqual([null, "keyword"]);
    expect(await refusal(off, "sense")).toEqual([
      ...[400, "invalid_parameter", "mode"],
      'The mode "sense" needs the built-in model, and it is switched off. Set DOCENT_SENSE to on, or use auto or keyword.',
    ]);
    const { modes, sense } = JSON.parse((await off.request("GET", "/v1/capabilities")).text);
    expect([modes, sense]).toEqual([["auto", "keyword"], null]);
    const encoder = fakeSenseEncoder();
    const on = await service({ resume: off, encoder });
    expect(await encoded(on)).toEqual({ model: "synonyms 1", done: 2, total: 2 });
    expect(encoder.batches).toEqual([[notes[1]!]]);
    expect(texts(await find(on, "replace the filter", "sense"))[0]).toBe(notes[0]!);
  });
});

test("another model encodes everything again, newest first, and words find the rest meanwhile", async () => {
  const before = await service();
  await house(before);
  for (const note of [...notes, "The boiler is warm."]) await tell(before, note);
  await encoded(before);
  const encoder = fakeSenseEncoder("synonyms 2");
  encoder.meanwhile = () => encoder.batches.length === 2 && encoder.behave("hang");
  const docent = await service({ resume: before, encoder });
  for (let turns = 0; encoder.batches.length < 2 && turns < 1000; turns++) {
    await new Promise<void>((go) => setImmediate(go));
  }
  expect((await expertOf(docent)).sense).toEqual({ model: "synonyms 2", done: 2, total: 3 });
  expect(texts(await find(docent, "replace the filter", "sense"))).not.toContain(notes[0]!);
  expect(texts(await find(docent, "cartridge"))[0]).toBe(notes[0]!);
});

test("docent reindex encodes with its own model beside a service with another, which continues with its own", async () => {
  const docent = await service();
  await house(docent);
  for (const note of notes) await tell(docent, note);
  await encoded(docent);
  const command = [process.execPath, "src/main.ts", "reindex", "house", "--data-dir", docent.dataDir];
  const cwd = new URL("../..", import.meta.url).pathname;
  const child = Bun.spawn(command, { cwd, env: { PATH: process.env.PATH ?? "" }, stdout: "pipe", stderr: "pipe" });
  const [out, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  expect([exitCode, out]).toEqual([
    0,
    "house: 2 passages. They were searched by words and sense, and are now searched by all-MiniLM-L6-v2 (384 dimensions).\n" +
      `house: ${packFacts.name} has encoded 2 of 2 passages, 2 of them now.\n`,
  ]);
  expect(texts(await find(docent, "replace the filter", "sense"))[0]).toBe(notes[0]!);
  expect((await expertOf(docent)).sense).toEqual({ model: "synonyms 1", done: 2, total: 2 });
  const { sense_models: models, derived: vectors } = docent.contents();
  expect([models?.length, vectors?.length]).toEqual([3, 8]);
});
