/** Requests of chat front ends are recognised as a question or as housekeeping. */
import { expect, test } from "bun:test";
import { parseChatRequest } from "../../../src/http/openai/dialects/chat-request.ts";
import { type FrontEndRequest, readFrontEndRequests } from "../../support/requests/front-end-requests.ts";

const requests: [string, FrontEndRequest][] = (await readFrontEndRequests()).map((request) => [
  `${request.frontEnd}: ${request.purpose}`,
  request,
]);
const question = "How often is the filter replaced?";
const title = "How often is the filter replaced";
const replies: Readonly<Record<string, string>> = {
  tags: '{"tags":[]}',
  follow_ups: '{"follow_ups":[]}',
  queries: '{"queries":[]}',
  text: '{"text":""}',
  prompt: '{"prompt":"How often is the filter replaced?"}',
  emoji: "🙂",
};

test.each(requests)("%s", (_name, { expects, body }) => {
  const read = parseChatRequest(body);
  const asJson = read.question.includes("<chat_history>");
  if (expects === "answer") {
    expect({ housekeeping: read.housekeeping, question: read.question }).toEqual({ housekeeping: null, question });
  } else {
    const reply = replies[expects] ?? (asJson ? JSON.stringify({ title }) : title);
    expect(read.housekeeping).toEqual({ task: expects, reply });
  }
});

test("what an earlier answer cited is not asked again", () => {
  const chat = requests.find(([name]) => name === "open-webui: chat")?.[1];
  expect(parseChatRequest(chat?.body).history).toEqual([
    { role: "user", text: "Where is the filter?" },
    { role: "assistant", text: "It is in the housing." },
  ]);
});
