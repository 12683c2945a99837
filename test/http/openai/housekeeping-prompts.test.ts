import { expect, test } from "bun:test";
import { chatCompletionChunks } from "../../../src/http/openai/dialects/chat-stream.ts";
import {
  housekeepingEvents,
  housekeepingReply,
  housekeepingTask,
} from "../../../src/http/openai/front-ends/housekeeping-prompts.ts";
import { sampleExpertId, sampleQueryId } from "../../support/replies/answer-samples.ts";
import { readChatStream } from "../../support/replies/openai-validator.ts";
import { join, replyContext } from "../../support/replies/reply-context.ts";

const ask = (question: string, instructions: string | null = null, earlier: string[] = []) =>
  housekeepingTask({
    question,
    instructions,
    history: earlier.map((text) => ({ role: "user", text })),
    material: [],
    exchange: [],
    notes: [],
  });

const overHistory = (order: string, key: string) =>
  `### Task:\n${order}\n### Output:\nJSON format: { "${key}": "…" }\n### Chat History:\n<chat_history>\nUSER: How often do I change "the" filter, please?\nASSISTANT: Every six months. {"tags": 1}\n</chat_history>`;

test("tasks over a chat history that want JSON", () => {
  const title = JSON.stringify({ title: "How often do I change the" });
  expect(ask(overHistory("Name the chat.", "title"))).toEqual({ task: "title", reply: title });
  expect(ask(overHistory("Tag the chat.", "tags"))).toEqual({ task: "tags", reply: '{"tags":[]}' });
  expect(ask(overHistory("Suggest.", "follow_ups"))).toEqual({ task: "follow_ups", reply: '{"follow_ups":[]}' });
  expect(ask(overHistory("Search?", "queries"))).toEqual({ task: "queries", reply: '{"queries":[]}' });
  expect(ask(overHistory("Complete.", "text"))).toEqual({ task: "text", reply: '{"text":""}' });
});

test("an order to show an expression as an emoji", () => {
  const order = "Show the likely facial expression of the speaker by a fitting emoji.\n\nMessage: ```Thank you!```";
  expect(ask(order)).toEqual({ task: "emoji", reply: "🙂" });
  expect(ask("Which emoji shows a facial expression of joy?")).toBeNull();
});

test("what a model wrote counts where it is what was asked for", () => {
  const title = { task: "title", reply: "How often" } as const;
  expect(housekeepingReply(title, '"Changing the filter"\n')).toBe("Changing the filter");
  expect(housekeepingReply(title, "")).toBeNull();
  expect(housekeepingReply(title, "word ".repeat(50))).toBeNull();
  const tags = { task: "tags", reply: '{"tags":[]}' } as const;
  expect(housekeepingReply(tags, 'Here: ```json\n{ "tags": ["pumps"] }\n```')).toBe('{"tags":["pumps"]}');
  for (const text of ['{"tags":"pumps"}', '{"title":"x"}', "pumps", ""])
    expect(housekeepingReply(tags, text)).toBeNull();
  expect(housekeepingReply({ task: "emoji", reply: "🙂" }, "😊")).toBe("😊");
});

test("orders to write a title, wherever the conversation stands", () => {
  const title = { task: "title", reply: "How often do I change the" } as const;
  const order = "Generate a concise title for this conversation. 3 to 5 words, no quotation marks.";
  const question = "How often do I change the filter?";
  expect(ask(question, order)).toEqual(title);
  expect(ask(`${order}\n\nUser: ${question}`)).toEqual(title);
  expect(ask(order, null, [question, "And then?"])).toEqual(title);
  expect(ask(`Summarize in a 10-word title. Give the title only.\n\n"${question}"`)).toEqual(title);
  expect(ask("Please reply with a title for the chat that is 3-4 words in length.\n\n...")).toEqual({
    task: "title",
    reply: "Conversation",
  });
});

test("questions that only sound like it are questions", () => {
  for (const question of [
    "How do I give this chat a title?",
    "What is the title of the manual?",
    "Give the title of the book in 3 words",
    'What does { "title": "x" } mean in the configuration?',
    '### Task:\nAnswer from the context.\n<context>{ "title": 1 }</context>',
  ]) {
    expect(ask(question)).toBeNull();
  }
  expect(ask("How often?", "You are a helpful assistant in a chat. Answer in at most 50 words.")).toBeNull();
});

test("the reply goes out as any answer does", async () => {
  const events = housekeepingEvents(
    { task: "tags", reply: '{"tags":[]}' },
    { id: sampleQueryId, expertId: sampleExpertId, question: "Tag the chat.", createdAt: 0 },
    () => Promise.resolve(null),
  );
  const stream = readChatStream(await join(chatCompletionChunks(events, replyContext())), false);
  expect({ problems: stream.problems, content: stream.content, finish: stream.finishReason }).toEqual({
    problems: [],
    content: '{"tags":[]}',
    finish: "stop",
  });
});
