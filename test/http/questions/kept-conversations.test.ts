/** Conversations that the service keeps for a key. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { ConversationHead, ConversationList, ConversationObject } from "../../../src/api/question-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
let filters: string;
beforeEach(async () => {
  service = await startService();
  for (const name of ["House", "Boat"]) await service.request("POST", "/v1/experts", { body: { name } });
  const body = { text: "The filter is replaced every six months." };
  filters = (await service.request("POST", "/v1/experts/house/sources?wait=60", { body })).as(SourceObject).id;
});
afterEach(() => service.close());

const id = "0d8f7c1a-conversation";
const path = `/v1/conversations/${id}`;
const question = "How often is the filter replaced?";
type Key = { readonly key?: string };

const turn = (no: number, more: object = {}) => ({
  id: `turn-${no}`,
  question: { question },
  state: "stopped" as const,
  text: "",
  citations: [],
  answer: null,
  problem: null,
  ...more,
});
const put = (revision: number, turns: readonly object[], { key, at = path, expert = "house" }: Key & Place = {}) =>
  service.request("PUT", at, { body: { expert_id: expert, revision, turns }, ...(key === undefined ? {} : { key }) });
interface Place {
  readonly at?: string;
  readonly expert?: string;
}
const list = async (asking: Key = {}) =>
  (await service.request("GET", "/v1/conversations", asking)).as(ConversationList);
const read = (asking: Key = {}) => service.request("GET", path, asking);
const answered = async (no: number) => {
  const answer = (await service.request("POST", "/v1/experts/house/query", { body: { question } })).as(AnswerObject);
  return turn(no, { state: "done", text: answer.answer, citations: answer.citations, answer });
};

test("a conversation is read again as it was sent, under the beginning of its first question", async () => {
  const turns = [await answered(1), turn(2)];
  const head = (await put(0, turns)).as(ConversationHead);
  expect(head).toMatchObject({ id, title: question, revision: 1 });
  const { turns: kept, ...rest } = (await read()).as(ConversationObject);
  expect([kept, rest]).toEqual([turns as typeof kept, head]);
  expect(await list()).toMatchObject({ object: "list", data: [head], has_more: false, keep: false });
});

test("two clients that read the same revision cannot overwrite each other", async () => {
  await put(0, [turn(1)]);
  expect((await put(1, [turn(1), turn(2)])).as(ConversationHead).revision).toBe(2);
  for (const revision of [0, 1, 3]) {
    const { status, error } = await put(revision, [turn(3)]);
    expect([status, error.code]).toEqual([409, "conversation_changed"]);
  }
  expect((await read()).as(ConversationObject).turns).toEqual([turn(1), turn(2)]);
});

test("another key sees nothing of it, and has its own under the same id", async () => {
  const other = await service.key({ scopes: ["query"] });
  await put(0, [turn(1)]);
  expect((await list({ key: other })).data).toEqual([]);
  expect((await read({ key: other })).error.code).toBe("conversation_not_found");
  expect((await service.request("DELETE", path, { key: other })).status).toBe(404);
  expect((await put(0, [turn(7)], { key: other })).status).toBe(200);
  expect((await service.request("DELETE", path, { key: other })).status).toBe(200);
  expect((await read()).as(ConversationObject).turns).toEqual([turn(1)]);
});

test("it is gone with its expert, and on request", async () => {
  const boat = "/v1/conversations/boat-conversation";
  await put(0, [turn(1)]);
  await put(0, [turn(1)], { at: boat, expert: "boat" });
  await service.request("DELETE", "/v1/experts/house");
  expect((await list()).data.map((each) => each.id)).toEqual(["boat-conversation"]);
  expect((await service.request("DELETE", boat)).json).toMatchObject({ deleted: true });
  expect((await service.request("GET", boat)).status).toBe(404);
  expect((await service.rows()).kept_conversations).toEqual([]);
});

test("when a source is deleted, nothing of it is left in a conversation", async () => {
  await put(0, [await answered(1), turn(2)]);
  expect(JSON.stringify((await service.rows()).kept_conversations)).toContain("six months");
  await service.request("DELETE", `/v1/experts/house/sources/${filters}`);
  expect(JSON.stringify((await service.rows()).kept_conversations)).not.toContain("six months");
  const { revision, turns } = (await read()).as(ConversationObject);
  expect([revision, turns]).toEqual([2, [turn(1, { state: "removed" }), turn(2)]] as [number, typeof turns]);
});

test("the choice is the key's: all its browsers follow it", async () => {
  const other = await service.key({ scopes: ["query"] });
  await service.request("PATCH", "/v1/conversations", { body: { keep: true } });
  expect([(await list()).keep, (await list({ key: other })).keep]).toEqual([true, false]);
});
