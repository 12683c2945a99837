/** What is asked and not answered, and questions with what their answers must hold, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CheckList, CheckObject, CheckReport, GapList } from "../../../src/api/question-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { checkCommand } from "../../../src/cli/check-command.ts";
import { clockAt, startOfTime, startService, type TestService } from "../../support/service.ts";

const clock = clockAt(startOfTime);
let service: TestService;
beforeAll(async () => {
  service = await startService({ clock });
});
afterAll(() => service.close());

let experts = 0;
async function newExpert(settings: object = {}): Promise<string> {
  const slug = `asked-${++experts}`;
  await service.request("POST", "/v1/experts", { body: { name: "Asked", slug, settings } });
  return slug;
}
const add = async (expert: string, body: object) => {
  const reply = await service.request("POST", `/v1/experts/${expert}/sources?wait=60`, { body });
  expect(reply.as(SourceObject).status).toBe("ready");
};
const ask = (expert: string, question: string, more: object = {}) =>
  service.request("POST", `/v1/experts/${expert}/query`, { body: { question, ...more } });
const gapsOf = async (expert: string, query = "") =>
  (await service.request("GET", `/v1/experts/${expert}/gaps${query}`)).as(GapList);

const threeDigits = /^0\.\d{1,3}$|^1$/;
const manual = { title: "Manual", external_id: "manual", text: "# Filters\n\nReplace the filter every six months." };

describe("gaps", () => {
  test("no question is kept unless the setting says so", async () => {
    const expert = await newExpert();
    await add(expert, manual);
    await ask(expert, "Who won the chess championship in Reykjavik?");
    expect(await gapsOf(expert)).toEqual({
      object: "list",
      data: [],
      has_more: false,
      total_count: 0,
      questions: 0,
      keep_questions: false,
    });
  });

  test("a month of a scripted log: grouped, counted, dated, and tried again when a source was added", async () => {
    const expert = await newExpert({ keep_questions: true });
    await add(expert, manual);
    const begin = clock.now();
    const log = [
      "How do I descale the boiler?",
      "how to descale a boiler",
      "Which warranty does the pump have?",
      "What is the boiler descaling procedure?",
      "How often is the filter replaced?",
      "Hello!",
    ];
    for (let day = 0; day < 30; day++) {
      for (const [i, question] of log.entries()) if (day % (i + 1) === 0) await ask(expert, question);
      clock.advance(86_400_000);
    }
    const { data, total_count, questions } = await gapsOf(expert);
    const boiler = data.find(({ question }) => question === "How do I descale the boiler?");
    const pump = data.find(({ question }) => question.includes("warranty"));
    expect(data[0]).toBe(boiler!);
    expect(boiler).toMatchObject({
      count: 30 + 15 + 8,
      abstained: 53,
      others: ["how to descale a boiler", "What is the boiler descaling procedure?"],
      first_asked_at: new Date(begin).toISOString(),
      answered_now: false,
    });
    expect(pump).toMatchObject({ count: 10, answered_now: false });
    expect([total_count, questions]).toEqual([2, 63]);
    await add(expert, {
      title: "Boiler",
      text: "# Boiler\n\nTo descale the boiler, fill it with vinegar and wait an hour.",
    });
    const after = (await gapsOf(expert, "?limit=1")).data;
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ question: boiler!.question, answered_now: true });
    expect(after[0]!.nearest[0]).toMatchObject({ title: "Boiler" });
    expect(String(after[0]!.confidence_now)).toMatch(threeDigits);
  });

  test("a filter that matches nothing, and a request for passages only, are no gaps", async () => {
    const expert = await newExpert({ keep_questions: true });
    await add(expert, manual);
    await ask(expert, "How often is the filter replaced?", { filter: { external_id: "none" } });
    await ask(expert, "Who won the chess championship?", { generate: false });
    expect((await gapsOf(expert)).questions).toBe(0);
  });

  test("chats are kept too, and all can be deleted", async () => {
    const expert = await newExpert({ keep_questions: true });
    const messages = [{ role: "user", content: "Who won the chess championship?" }];
    await service.request("POST", "/v1/chat/completions", { body: { model: expert, messages } });
    expect((await gapsOf(expert)).questions).toBe(1);
    const gone = await service.request("DELETE", `/v1/experts/${expert}/gaps`);
    expect(gone.json).toEqual({ object: "gaps.deleted", deleted: true, questions: 1 });
    expect((await gapsOf(expert)).questions).toBe(0);
  });
});

describe("checks", () => {
  const checksPath = (expert: string) => `/v1/experts/${expert}/checks`;
  const create = async (expert: string, body: object) =>
    (await service.request("POST", checksPath(expert), { body })).as(CheckObject);
  const list = async (expert: string) => (await service.request("GET", checksPath(expert))).as(CheckList).data;
  const question = "How often is the filter replaced?";

  test("one that is sent again with its Idempotency-Key is made once", async () => {
    const expert = await newExpert();
    const headers = { "idempotency-key": "check-1" };
    const send = (body: object) => service.request("POST", checksPath(expert), { body, headers });
    const body = { question, contains: ["six months"] };
    const [first, again] = [await send(body), await send(body)];
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(again.as(CheckObject)).toEqual(first.as(CheckObject));
    expect((await list(expert)).length).toBe(1);
    const { status, json } = await send({ ...body, contains: ["a year"] });
    expect([status, (json as { error: { code: string } }).error.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("each says why it fails", async () => {
    const expert = await newExpert();
    await add(expert, manual);
    await create(expert, { question, contains: ["SIX  months"], cites: ["manual"] });
    await create(expert, { question, contains: ["twelve months"], cites: ["leaflet"] });
    await create(expert, { question, refused: true });
    await create(expert, { question: "Who won the chess championship?", contains: ["Fischer"] });
    await create(expert, { question: "Who won the chess championship?", refused: true });
    const report = (await service.request("POST", `/v1/experts/${expert}/check-runs`)).as(CheckReport);
    expect([report.total, report.passed, report.failed]).toEqual([5, 2, 3]);
    expect(report.data.map(({ last_run }) => last_run?.faults)).toEqual([
      [],
      ['The answer does not contain "twelve months".', 'The answer does not cite "leaflet".'],
      ["It answers, and should abstain."],
      ["It abstains."],
      [],
    ]);
    expect((await list(expert)).map(({ last_run }) => last_run?.passed)).toEqual([true, false, false, false, true]);
    expect(String(report.data[0]?.last_run?.confidence)).toMatch(threeDigits);
  });

  test("they do not count as requests", async () => {
    const expert = await newExpert();
    await add(expert, manual);
    await create(expert, { question, contains: ["six months"] });
    const before = (await service.request("GET", "/v1/usage")).json;
    await service.request("POST", `/v1/experts/${expert}/check-runs`);
    expect((await service.request("GET", "/v1/usage")).json).toEqual(before);
  });

  test("they are run after each change of the memory", async () => {
    const expert = await newExpert();
    await add(expert, manual);
    await create(expert, { question, contains: ["six months"] });
    await service.request("POST", `/v1/experts/${expert}/check-runs`);
    await add(expert, { ...manual, text: "# Filters\n\nReplace the filter every two years." });
    // A look does nothing while a document is being read, and the timer's own look may be on its way.
    const lastRun = async () => {
      await service.docent.runner.look("checks");
      return (await list(expert))[0]?.last_run;
    };
    while ((await lastRun())?.passed !== false) await new Promise((resolve) => setImmediate(resolve));
    expect(await lastRun()).toMatchObject({ passed: false, faults: ['The answer does not contain "six months".'] });
  });

  test("a changed check keeps what is not given, and is run anew", async () => {
    const expert = await newExpert();
    await add(expert, manual);
    const { id } = await create(expert, { question, contains: ["twelve months"], cites: ["manual"] });
    const runs = async () => (await service.request("POST", `/v1/experts/${expert}/check-runs`)).as(CheckReport);
    const edit = (body: object) => service.request("PATCH", `${checksPath(expert)}/${id}`, { body });
    expect((await runs()).passed).toBe(0);
    const edited = (await edit({ contains: ["six months"] })).as(CheckObject);
    expect(edited).toMatchObject({ id, question, contains: ["six months"], cites: ["manual"], last_run: null });
    expect((await runs()).passed).toBe(1);
    expect((await edit({ refused: true })).error.param).toBe("refused");
    const refusal = { question: "Who won the chess championship?", contains: [], cites: [], refused: true };
    expect((await edit(refusal)).as(CheckObject)).toMatchObject(refusal);
    expect((await runs()).passed).toBe(1);
  });

  test("a deleted check is gone, and deleting it again is an error", async () => {
    const expert = await newExpert();
    const { id } = await create(expert, { question, contains: ["six months"] });
    const remove = () => service.request("DELETE", `${checksPath(expert)}/${id}`);
    expect((await remove()).json).toEqual({ id, object: "check.deleted", deleted: true });
    expect((await remove()).error.code).toBe("check_not_found");
    expect(await list(expert)).toEqual([]);
  });

  test("an expert has at most 500", async () => {
    const expert = await newExpert();
    const found = await service.docent.experts.find({ workspaceId: service.workspace, expertIds: null }, expert);
    const expected = { contains: ["x"], cites: [], refused: false };
    for (let i = 0; i < 500; i++) await service.docent.checks.create(found, `Question ${i}`, expected);
    const reply = await service.request("POST", checksPath(expert), { body: { question, contains: ["x"] } });
    expect([reply.status, reply.error.code]).toEqual([400, "invalid_parameter"]);
  });
});

describe("`docent check`", () => {
  test("is told which expert", async () => {
    const console = { print: () => undefined, complain: () => undefined };
    await expect(checkCommand.run([], console)).rejects.toThrow("Name an expert");
  });
});
