/** Conversations as sources, over HTTP: how they grow, what of them is stored, and how they answer. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SourceList } from "../../../src/api/contents/source-list-schemas.ts";
import { PassageList, SourceObject, SourceVersionList } from "../../../src/api/source-schemas.ts";
import { answerFrom, faultsOf } from "../../support/replies/cited-answer.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface SentTurn {
  readonly role: string;
  readonly name?: string;
  readonly content: string;
  readonly created_at?: string;
}

const said = (name: string, content: string, created_at?: string): SentTurn => ({
  role: "user",
  name,
  content,
  ...(created_at === undefined ? {} : { created_at }),
});

let experts = 0;
async function newExpert(settings: object = {}): Promise<string> {
  const slug = `talks-${++experts}`;
  const made = await service.request("POST", "/v1/experts", { body: { name: "Talks", slug, settings } });
  expect(made.status).toBe(201);
  return slug;
}

const send = (expert: string, messages: readonly SentTurn[]) =>
  service.request("POST", `/v1/experts/${expert}/sources?wait=60`, {
    body: { type: "conversation", external_id: "c", messages },
  });
const sent = async (expert: string, messages: readonly SentTurn[]) => (await send(expert, messages)).as(SourceObject);

async function textOf(expert: string, id: string, version?: number): Promise<string> {
  const query = version === undefined ? "" : `?version=${version}`;
  return (await service.request("GET", `/v1/experts/${expert}/sources/${id}/content${query}`)).text;
}

const ask = async (expert: string, question: string) =>
  answerFrom(await service.request("POST", `/v1/experts/${expert}/query`, { body: { question } }));

const evening = [
  said("Maria", "Hey John!", "2026-03-23T18:00:00+01:00"),
  said("John", "Hi Maria! My daughter Lily started school last week.", "2026-03-23T18:01:00+01:00"),
  said("Maria", "Lovely. I had an audition yesterday for the city theatre.", "2026-03-23T18:02:00+01:00"),
];

describe("a conversation grows", () => {
  test("its turns are its passages, with speaker, time and the turn before", async () => {
    const expert = await newExpert();
    const reply = await send(expert, evening);
    expect(reply.status).toBe(201);
    const source = reply.as(SourceObject);
    expect(source).toMatchObject({
      type: "conversation",
      external_id: "c",
      status: "ready",
      chunk_count: 3,
      version: 1,
    });
    expect(await textOf(expert, source.id)).toBe(
      "Maria: Hey John!\n\nJohn: Hi Maria! My daughter Lily started school last week.\n\n" +
        "Maria: Lovely. I had an audition yesterday for the city theatre.",
    );
    const chunks = await service.request("GET", `/v1/experts/${expert}/sources/${source.id}/passages`);
    expect(chunks.as(PassageList).data[2]).toMatchObject({
      speaker: "Maria",
      said_at: "2026-03-23T18:02:00.000+01:00",
      section: "March 23, 2026 > John: Hi Maria! My daughter Lily started school last week.",
      text: "Maria: Lovely. I had an audition yesterday for the city theatre.",
    });
  });

  test("new turns are appended, and what is known is not added again", async () => {
    const expert = await newExpert();
    const first = await sent(expert, evening.slice(0, 2));
    expect(await sent(expert, evening.slice(2))).toMatchObject({
      id: first.id,
      version: 2,
      chunk_count: 3,
      status: "ready",
    });
    const whole = await send(expert, evening);
    expect(whole.status).toBe(200);
    expect(whole.as(SourceObject)).toMatchObject({ id: first.id, version: 2, deduplicated: true });
    const overlapping = await sent(expert, [...evening.slice(1), said("John", "Good luck!")]);
    expect(overlapping).toMatchObject({ version: 3, chunk_count: 4 });
    const late = await sent(expert, evening.slice(0, 2));
    expect(late).toMatchObject({ version: 3, deduplicated: true });
  });

  test("an earlier version's citations stay readable after its rows are gone", async () => {
    const expert = await newExpert();
    for (const turn of evening) await send(expert, [turn]);
    const { id, version } = await sent(expert, [said("John", "Good luck!")]);
    expect(version).toBe(4);
    const early = await textOf(expert, id, 1);
    expect(early.startsWith("Maria: Hey John!")).toBe(true);
    const versions = await service.request("GET", `/v1/experts/${expert}/sources/${id}/versions`);
    expect(versions.as(SourceVersionList).data.length).toBeLessThanOrEqual(3);
  });

  test("turns that arrive at once are all kept", async () => {
    const expert = await newExpert();
    const turns = Array.from({ length: 12 }, (_, i) => said("Maria", `Note ${i}: I fed cat number ${i}.`));
    const replies = await Promise.all(turns.map((turn) => send(expert, [turn])));
    expect(replies.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    const text = await textOf(expert, replies[0]!.as(SourceObject).id);
    for (const { content } of turns) expect(text).toContain(content);
  });

  test("the same request with an Idempotency-Key is done once", async () => {
    const expert = await newExpert();
    const once = () =>
      service.request("POST", `/v1/experts/${expert}/sources?wait=60`, {
        body: { type: "conversation", external_id: "c", messages: [said("Maria", "Yes.")] },
        headers: { "idempotency-key": "one" },
      });
    const { id } = (await once()).as(SourceObject);
    await send(expert, [said("John", "No.")]);
    expect((await once()).as(SourceObject).id).toBe(id);
    expect(await textOf(expert, id)).toBe("Maria: Yes.\n\nJohn: No.");
  });
});

describe("what is refused", () => {
  const refused: readonly (readonly [string, object, string])[] = [
    ["no turns", { messages: [] }, "messages"],
    ["an unknown role", { messages: [{ role: "system", content: "Be kind." }] }, "messages[0].role"],
    ["an empty turn", { messages: [{ role: "user", content: " " }] }, "messages[0].content"],
    ["a day that does not exist", { messages: [said("A", "x", "2026-02-31T10:00:00Z")] }, "messages[0].created_at"],
    ["a time without offset", { messages: [said("A", "x", "2026-02-03T10:00:00")] }, "messages[0].created_at"],
    ["a name with a colon", { messages: [said("A: B", "x")] }, "messages[0].name"],
  ];
  test.each(refused)("%s", async (_name, body, param) => {
    const expert = await newExpert();
    const reply = await service.request("POST", `/v1/experts/${expert}/sources`, {
      body: { type: "conversation", ...body },
    });
    expect(reply.status).toBe(400);
    expect(reply.error.param).toBe(param);
  });

  test("the external_id of another kind of source", async () => {
    const expert = await newExpert();
    await service.request("POST", `/v1/experts/${expert}/sources`, { body: { text: "A manual.", external_id: "c" } });
    const reply = await send(expert, evening);
    expect(reply.status).toBe(400);
    expect(reply.error).toMatchObject({ code: "invalid_parameter", param: "external_id" });
  });
});

describe("answers from conversations", () => {
  const read = async (expert: string) => async (id: string, version: number) => textOf(expert, id, version);

  test("'yesterday' is answered with the turn's date beside the quote, which stays as it is", async () => {
    const expert = await newExpert();
    await send(expert, evening);
    const answer = await ask(expert, "When did Maria have an audition for the city theatre?");
    expect(answer.abstained).toBe(false);
    expect(answer.answer).toContain("audition yesterday for the city theatre");
    expect(answer.answer).toEndWith("(Maria, 2026-03-23; “yesterday” = 2026-03-22)");
    expect(answer.citations[0]).toMatchObject({
      speaker: "Maria",
      said_at: "2026-03-23T18:02:00.000+01:00",
      dates: [{ phrase: "yesterday", date: "2026-03-22" }],
    });
    expect(answer.remarks).toHaveLength(1);
    expect(await faultsOf(answer, await read(expert))).toEqual([]);
  });

  test("another's child is not hers", async () => {
    const expert = await newExpert();
    await send(expert, evening);
    const hers = await ask(expert, "What is the name of Maria's daughter who started school?");
    expect(hers.answer ?? "").not.toContain("Lily");
    const his = await ask(expert, "What is the name of John's daughter who started school?");
    expect(his.answer).toContain("My daughter Lily started school last week");
    expect(his.answer).toContain("“last week” = 2026-03-16/2026-03-22");
  });

  test("greetings are never quoted", async () => {
    const expert = await newExpert();
    await send(expert, [said("Maria", "Hey John!"), said("John", "Hey Maria! I sold the boat in Hamburg.")]);
    const answer = await ask(expert, "Hey, what did John sell in Hamburg?");
    expect(answer.answer).not.toContain("Hey");
    expect(answer.answer).toContain("I sold the boat in Hamburg");
  });
});

describe("chats that are remembered", () => {
  const chat = (expert: string, content: string, more: object = {}) =>
    service.request("POST", "/v1/chat/completions", {
      body: { model: expert, messages: [{ role: "user", content }], ...more },
    });
  const conversations = async (expert: string) =>
    (await service.request("GET", `/v1/experts/${expert}/sources`)).as(SourceList).data;

  test("nothing is stored unless the expert's setting says so", async () => {
    const expert = await newExpert();
    await chat(expert, "I moved to Lisbon in May.");
    expect(await conversations(expert)).toEqual([]);
  });

  test("what users say of themselves is stored; questions, requests and small talk are not", async () => {
    const expert = await newExpert({ remember: true });
    const metadata = { conversation_id: "talk-1" };
    for (const content of [
      "I moved to Lisbon in May.",
      "Hello!",
      "Where do I live?",
      "Summarise the manual.",
      "My cat is Tom.",
    ])
      expect((await chat(expert, content, { metadata })).status).toBe(200);
    const [stored, ...others] = await conversations(expert);
    expect(others).toEqual([]);
    expect(stored?.external_id).toBe("chat talk-1");
    const read = await service.request("GET", `/v1/experts/${expert}/sources/${stored?.id}?wait=60`);
    expect(read.as(SourceObject).status).toBe("ready");
    expect(await textOf(expert, stored!.id)).toBe("User: I moved to Lisbon in May.\n\nUser: My cat is Tom.");
  });
});
