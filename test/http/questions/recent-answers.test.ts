/** Answers that are read again, and judged. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { CheckList, FeedbackObject, GapList } from "../../../src/api/question-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { ChatCompletionObject } from "../../../src/http/openai/dialects/chat-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
let filters: string;
beforeEach(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "House", settings: { keep_questions: true } } });
  filters = await add({ text: "The filter is replaced every six months.", external_id: "filters" });
  await add({ text: "The roof was built in 1999." });
});
afterEach(() => service.close());

const house = "/v1/experts/house";
const question = "How often is the filter replaced?";
const add = async (body: object) =>
  (await service.request("POST", `${house}/sources?wait=60`, { body })).as(SourceObject).id;
const ask = async (body: object = {}) =>
  (await service.request("POST", `${house}/query`, { body: { question, ...body } })).as(AnswerObject);
const read = (id: string, key?: string) =>
  service.request("GET", `/v1/queries/${id}`, key === undefined ? {} : { key });
const judge = (id: string, body: object, key?: string) =>
  service.request("POST", `/v1/queries/${id}/feedback`, { body, ...(key === undefined ? {} : { key }) });
const gaps = async () => (await service.request("GET", `${house}/gaps`)).as(GapList).data;
const checks = async () => (await service.request("GET", `${house}/checks`)).as(CheckList).data;

test("an answer is read again as it was sent, also one of a chat", async () => {
  const answer = await ask();
  expect((await read(answer.id)).json).toEqual(answer);
  const chat = { model: "house", messages: [{ role: "user", content: question }] };
  const said = (await service.request("POST", "/v1/chat/completions", { body: chat })).as(ChatCompletionObject);
  const again = await read(said.choices[0]!.message.context!.query_id);
  expect(again.as(AnswerObject).citations).toHaveLength(1);
});

test("it is gone after a day, and with a source that it cites", async () => {
  const [old, cited, other] = [await ask(), await ask(), await ask({ question: "When was the roof built?" })];
  await service.request("DELETE", `${house}/sources/${filters}`);
  expect([await read(old.id), await read(cited.id), await read(other.id)].map(({ status }) => status)).toEqual([
    404, 404, 200,
  ]);
  expect(JSON.stringify((await service.rows()).recent_answers)).not.toContain("six months");
  service.clock.advance(24 * 3_600_000 + 1);
  expect((await read(other.id)).error.code).toBe("query_not_found");
  const newest = await ask();
  expect((await service.rows()).recent_answers).toMatchObject([{ id: newest.id }]);
});

test("it is gone with its expert, and when the kept questions are deleted", async () => {
  const first = await ask();
  await service.request("DELETE", `${house}/gaps`);
  expect((await read(first.id)).status).toBe(404);
  const second = await ask();
  await service.request("DELETE", house);
  expect((await read(second.id)).status).toBe(404);
});

test("nothing is kept of searches, of small talk, and where the expert keeps no questions", async () => {
  const [search, talk] = [await ask({ generate: false }), await ask({ question: "Hello!" })];
  await service.request("PATCH", house, { body: { settings: { keep_questions: false } } });
  const unkept = await ask();
  for (const { id } of [search, talk, unkept]) {
    const { status, error } = await read(id);
    expect([status, error.code]).toEqual([404, "query_not_found"]);
  }
  expect((await service.rows()).recent_answers).toEqual([]);
});

test("the question of a wrong answer becomes a gap, once", async () => {
  const answer = await ask();
  expect(await gaps()).toEqual([]);
  for (const note of ["It is monthly.", "Really."]) {
    const { gap, check_id, verdict, query_id } = (await judge(answer.id, { verdict: "wrong", note })).as(
      FeedbackObject,
    );
    expect([gap, check_id, verdict, query_id]).toEqual([true, null, "wrong", answer.id]);
  }
  expect((await gaps()).map(({ question: asked, count, abstained }) => [asked, count, abstained])).toEqual([
    [question, 1, 0],
  ]);
  expect((await service.rows()).recent_answers).toMatchObject([{ verdict: "wrong", note: "Really." }]);
});

test("a right answer becomes a check, once, if the key may make checks", async () => {
  const answer = await ask();
  const asking = await service.key({ scopes: ["query"] });
  expect((await judge(answer.id, { verdict: "right" }, asking)).as(FeedbackObject).check_id).toBeNull();
  expect(await checks()).toEqual([]);
  const { check_id } = (await judge(answer.id, { verdict: "right" })).as(FeedbackObject);
  expect((await judge((await ask()).id, { verdict: "right" })).as(FeedbackObject).check_id).toBe(check_id);
  expect(await checks()).toMatchObject([{ id: check_id, question, cites: ["filters"], refused: false }]);
  const refused = await ask({ question: "Who conducted the opera in Vienna?" });
  await judge(refused.id, { verdict: "right" });
  expect((await checks())[1]).toMatchObject({ cites: [], refused: true });
});
