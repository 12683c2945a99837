/** How the messages of a chat request become a question, its history and instructions. */
import { expect, test } from "bun:test";
import { parseChatRequest } from "../../../src/http/openai/dialects/chat-request.ts";

const conversation = (messages: unknown[]) => {
  const { question, history, instructions } = parseChatRequest({ model: "manuals", messages });
  return { question, history, instructions };
};

test("the last user message asks, what is before it is history, instructions stand anywhere", () => {
  expect(
    conversation([
      { role: "system", content: " Be brief. " },
      { role: "user", content: "What is a filter?" },
      { role: "assistant", content: "A part." },
      { role: "developer", content: [{ type: "text", text: "Be kind." }] },
      {
        role: "user",
        content: [
          { type: "text", text: "How often" },
          { type: "text", text: "is it changed? " },
        ],
      },
      { role: "assistant", content: "Prefill" },
      { role: "system", content: null },
    ]),
  ).toEqual({
    question: "How often\nis it changed?",
    history: [
      { role: "user", text: "What is a filter?" },
      { role: "assistant", text: "A part." },
    ],
    instructions: "Be brief.\n\nBe kind.",
  });
});

test("tool calls and their results are read over", () => {
  const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };
  expect(
    conversation([
      { role: "user", content: "Weather?", name: "ann" },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call_1", content: [{ type: "image_url" }] },
      { role: "function", name: "f", content: null },
      { role: "assistant", content: "", refusal: null },
      { role: "assistant", content: [{ type: "refusal", refusal: "I cannot." }] },
      { role: "user", content: "Why?" },
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "call_1", content: "sunny" },
    ]),
  ).toEqual({
    question: "Why?",
    history: [
      { role: "user", text: "Weather?" },
      { role: "assistant", text: "I cannot." },
    ],
    instructions: null,
  });
});

test("markers and footer of earlier answers are taken off, what a user says stays", () => {
  const answer =
    "Every six months [1]. Rinse it [2][1].\n\nSources:\n- [1] Manual, p. 3\n- [2] [Care](https://example.org)";
  expect(
    conversation([
      { role: "user", content: "See [1]" },
      { role: "assistant", content: answer },
      { role: "user", content: "And then?" },
    ]).history,
  ).toEqual([
    { role: "user", text: "See [1]" },
    { role: "assistant", text: "Every six months. Rinse it." },
  ]);
});

test("thousands of messages", () => {
  const turns = Array.from({ length: 5000 }, (_, i) => ({
    role: i % 2 === 0 ? "user" : "assistant",
    content: `m${i}`,
  }));
  const { question, history } = conversation([...turns, { role: "user", content: "last" }]);
  expect({ question, turns: history.length }).toEqual({ question: "last", turns: 5000 });
});
