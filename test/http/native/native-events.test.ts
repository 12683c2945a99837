import { expect, test } from "bun:test";
import type { AnswerEvent } from "../../../src/answering/answer.ts";
import { type NativeView, nativeEvents } from "../../../src/http/native/native-events.ts";
import { eventsOf, filterAnswer, sampleQueryId } from "../../support/replies/answer-samples.ts";
import { join } from "../../support/replies/reply-context.ts";

const view: NativeView = {
  start: ({ id }) => ({ id }),
  retrieval: ({ retrieval, retrieved }) => ({ used: retrieval.used, ranks: retrieved.map(({ rank }) => rank) }),
  citation: ({ index }) => ({ index }),
  answer: ({ text }) => ({ answer: text }),
  error: (error) => ({ message: String(error) }),
};

test("the whole transcript of an answer", async () => {
  expect(await join(nativeEvents(eventsOf(filterAnswer, ["Replace the filter", " every six months [1]."]), view))).toBe(
    [
      'event: start\ndata: {"id":"qry_00000000000000000000000001"}',
      'event: retrieval\ndata: {"used":2,"ranks":[1,2]}',
      ...["Replace", " the", " filter", " every", " six", " months", " [1]."].map(
        (text) => `event: delta\ndata: ${JSON.stringify({ text })}`,
      ),
      'event: citation\ndata: {"index":1}',
      'event: citation\ndata: {"index":2}',
      'event: done\ndata: {"answer":"Replace the filter every six months [1]. Rinse it 💧 weekly [2][1]."}',
      "",
    ].join("\n\n"),
  );
});

const broken = async function* (events: AnswerEvent[], error?: Error): AsyncGenerator<AnswerEvent> {
  yield* events;
  if (error !== undefined) throw error;
};
const start: AnswerEvent = { type: "start", id: sampleQueryId, createdAt: 0 };

test("a failure before the first event is thrown", async () => {
  expect(join(nativeEvents(broken([], new Error("early")), view))).rejects.toThrow("early");
});

test("a failure later, or a missing end, is the last event", async () => {
  const head = 'event: start\ndata: {"id":"qry_00000000000000000000000001"}\n\n';
  expect(await join(nativeEvents(broken([start], new Error("late")), view))).toBe(
    `${head}event: error\ndata: {"error":{"message":"Error: late"}}\n\n`,
  );
  expect(await join(nativeEvents(broken([start]), view))).toBe(
    `${head}event: error\ndata: {"error":{"message":"Fault: The answer ended before it was complete."}}\n\n`,
  );
});
