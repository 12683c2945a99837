import { expect, test } from "bun:test";
import { answerEvents, errorIn, expected } from "../../src/api/answer-events.ts";
import type { AnswerObject, ExpertObject } from "../../src/api/shapes.ts";

async function* sent(...events: readonly (readonly [name: string, data: unknown])[]): AsyncGenerator<Uint8Array> {
  for (const [name, data] of events) {
    yield new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}

test("what this version does not know is left out, and a large answer is read", async () => {
  const answer = { object: "answer", answer: "x".repeat(2_000_000) };
  const stream = sent(["start", { id: "qry_1" }], ["delta", { text: "x" }], ["newer", {}], ["done", answer]);
  expect(await Array.fromAsync(answerEvents(stream))).toEqual([
    { type: "delta", text: "x" },
    { type: "done", answer: answer as unknown as AnswerObject },
  ]);
});

test("an end that is no answer is refused", () => {
  const ended = Array.fromAsync(answerEvents(sent(["done", { object: "expert" }])));
  expect(ended).rejects.toThrow('reply.object is "expert", not "answer"');
});

test("an error's envelope is read whatever a proxy makes of it", () => {
  const facts = { message: "No.", code: "invalid_json", param: null, requestId: "req_1" };
  const envelope = { message: "No.", code: "invalid_json", param: null, request_id: "req_1", type: "x" };
  expect(errorIn({ error: envelope })).toEqual(facts);
  const others = [null, "<html>", {}, { error: null }, { error: "No." }, { error: { message: 7 } }];
  expect(others.map(errorIn)).toEqual(others.map(() => null));
});

test("a reply is taken for what it calls itself", () => {
  expect(expected<ExpertObject>({ object: "expert", id: "exp_1" }, "expert").id).toBe("exp_1");
  for (const other of [null, "expert", [], {}, { object: "source" }]) {
    expect(() => expected<ExpertObject>(other, "expert")).toThrow('not "expert"');
  }
});
