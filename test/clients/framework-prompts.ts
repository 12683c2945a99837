/** LlamaIndex's own prompts with texts in them: the question in them is answered from the texts. */
import { expect, test } from "bun:test";
import {
  defaultCondenseQuestionPrompt,
  defaultRefinePrompt,
  defaultTextQAPrompt,
  defaultTreeSummarizePrompt,
} from "@llamaindex/core/prompts";
import OpenAI from "openai";
import { model } from "./pump-manual.ts";
import { service } from "./service.ts";

const client = new OpenAI({ apiKey: service.apiKey, baseURL: service.baseURL });
const context = "Parcels for the pump arrive on Tuesdays.";
const query = "When do parcels for the pump arrive?";

async function reply(content: string): Promise<string> {
  const { choices } = await client.chat.completions.create({ model, messages: [{ role: "user", content }] });
  return choices[0]?.message.content ?? "";
}

const prompts = {
  compact: defaultTextQAPrompt.format({ context, query }),
  tree_summarize: defaultTreeSummarizePrompt.format({ context, query }),
  refine: defaultRefinePrompt.format({ context, query, existingAnswer: "They come soon." }),
};

test.each(Object.entries(prompts))("%s", async (_, prompt) => {
  expect(await reply(prompt)).toStartWith("Parcels for the pump arrive on Tuesdays [1].");
});

test("the standalone form of a follow-up question", async () => {
  const chatHistory = "user: How often is the filter replaced?\nassistant: Every six months.";
  const prompt = defaultCondenseQuestionPrompt.format({ chatHistory, question: "And in winter?" });
  expect(await reply(prompt)).toBe("How often is the filter replaced? And in winter?");
});
