/**
 * Prompts that frameworks write around a question: recognised by their labels, answered without a model. The prompts that
 * the packages build are sent by test/clients; here are the labels alone.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readFrameworkPrompt } from "../../../src/http/openai/front-ends/framework-prompts.ts";
import { unwrap } from "../../../src/http/openai/front-ends/wrapped-text.ts";
import { startService } from "../../support/service.ts";

const service = await startService();
afterAll(() => service.close());
await service.request("POST", "/v1/experts", { body: { name: "Pump" } });
await service.request("POST", "/v1/experts/pump/sources?wait=60", {
  body: { title: "Manual", text: "Replace the filter every six months.\n\nThe warranty lasts two years." },
});

interface Said {
  readonly content: string;
  readonly context: { readonly abstained: boolean; readonly citations: readonly { readonly origin?: string }[] };
}

async function chat(...messages: readonly object[]): Promise<Said> {
  const { status, json } = await service.request("POST", "/v1/chat/completions", { body: { model: "pump", messages } });
  expect(status).toBe(200);
  return (json as { choices: [{ message: Said }] }).choices[0].message;
}

const context = "The crane lifts 35 tonnes.\n\nParcels arrive on Tuesdays.\nQuestion: is this a line of the context?";
const question = "When do parcels arrive?";
const line = "-".repeat(21);
const short = "-".repeat(12);

const prompts: readonly (readonly [name: string, prompt: string, texts: number])[] = [
  [
    "LlamaIndex compact",
    `Context information is below.\n${line}\n${context}\n${line}\nAnswer from it.\nQuery: ${question}\nAnswer: `,
    1,
  ],
  [
    "LlamaIndex tree_summarize, with a dashed line in a text",
    `Context information from multiple sources is below.\n${line}\n${context}\n-----\nMore.\n${line}\nAnswer from it.\nQuery: ${question}\nAnswer: `,
    1,
  ],
  [
    "LangChain's first step of refine",
    `Context information is below. \n${short}\n${context}\n${short}\nFrom it, answer the question: ${question}\n`,
    1,
  ],
  [
    "refine",
    `The original query is as follows: ${question}\nWe have provided an existing answer: They come soon.\nWe have the opportunity to refine it.\n${short}\n${context}\n${short}\nIf it is of no use, return the original answer.\nRefined Answer: `,
    2,
  ],
  [
    "refine for chat models",
    `You work in two modes when refining existing answers.\n\nNew Context: ${context}\nQuery: ${question}\nOriginal Answer: They come soon.\nNew Answer: `,
    2,
  ],
  [
    "Haystack",
    `\n  Given these documents, answer.\n  Documents:\n    ${context}\n\n  Question: ${question}\n  Answer:\n  `,
    1,
  ],
  [
    "LangChain's pieces",
    `Use the following pieces of context to answer.\n\n${context}\n\nQuestion: ${question}\nHelpful Answer:`,
    1,
  ],
  [
    "LangChain's question before its context",
    `Use the following pieces of retrieved context to answer.\nQuestion: ${question} \nContext: ${context} \nAnswer:`,
    1,
  ],
];

describe.each(prompts)("%s", (_, prompt, texts) => {
  test("the question is asked, and answered from the texts of the prompt", async () => {
    const { said, material } = unwrap(prompt);
    expect([said, material.length]).toEqual([question, texts]);
    for (const { text, start } of material) expect(prompt.slice(start, start + text.length)).toBe(text);
    const { content, context: told } = await chat({ role: "user", content: prompt });
    expect(content).toStartWith("Parcels arrive on Tuesdays [1].");
    expect(told.citations[0]?.origin).toBe("message");
  });
});

test("a refinement whose new context is of no use repeats the original answer", async () => {
  const prompt = `The original query is as follows: ${question}\nWe have provided an existing answer: Parcels arrive on Tuesdays.\nWe have the opportunity to refine it.\n${short}\nThe crane lifts 35 tonnes.\n${short}\nRefined Answer: `;
  expect((await chat({ role: "user", content: prompt })).content).toStartWith("Parcels arrive on Tuesdays [1].");
});

test("texts in the instructions", async () => {
  const systems = [
    `Use these pieces of context.\n----------------\n${context}`,
    `Context information is below.\n${short}\n${context}\n${short}\nAnswer any questions`,
    `A friendly talk.\n  Here are the relevant documents for the context:\n\n  ${context}\n\n  Instruction: Answer from them.`,
  ];
  for (const content of systems) {
    const said = await chat({ role: "system", content }, { role: "user", content: question });
    expect(said.content).toStartWith("Parcels arrive on Tuesdays [1].");
  }
});

test("documents in tags", async () => {
  const documents = `<documents>\n<document index="1">\n<source>post.txt</source>\n<document_content>\nParcels arrive on Tuesdays.\n</document_content>\n</document>\n<document index="2">\n<source>crane.txt</source>\n<document_content>\n<source>is a tag</source> The crane lifts 35 tonnes.\n</document_content>\n</document>\n</documents>\n\n`;
  const { said, material } = unwrap(documents + question);
  expect(said).toBe(question);
  expect(material.map(({ title, text }) => [title, text.trim()])).toEqual([
    ["post.txt", "Parcels arrive on Tuesdays."],
    ["crane.txt", "<source>is a tag</source> The crane lifts 35 tonnes."],
  ]);
  expect((await chat({ role: "user", content: documents + question })).content).toStartWith(
    "Parcels arrive on Tuesdays",
  );
});

describe("the standalone form of a follow-up question", () => {
  const talk = "Human: How often is the filter replaced?\nAssistant: Every six months.\nIt is quick.";
  const inOne = [
    `Rephrase it to be a standalone question.\n\nChat History:\n${talk}\nFollow Up Input: And in winter?\nStandalone question:`,
    `Rewrite the message to be a standalone question.\n\n<Chat History>\n${talk.toLowerCase().replace("human", "user")}\n\n<Follow Up Message>\nAnd in winter?\n\n<Standalone question>\n`,
  ];
  test.each(inOne)("is the reply to %j", async (content) => {
    const said = await chat({ role: "user", content });
    expect(said.content.toLowerCase()).toBe("how often is the filter replaced? and in winter?");
    expect(said.context.abstained).toBe(false);
  });

  test("is the reply where instructions ask for it", async () => {
    const system = "Given a chat history, formulate a standalone question. Do NOT answer the question.";
    const said = await chat(
      { role: "system", content: system },
      { role: "user", content: "How often is the filter replaced?" },
      { role: "assistant", content: "Every six months." },
      { role: "user", content: "And in winter?" },
    );
    expect(said.content).toBe("How often is the filter replaced? And in winter?");
  });

  test("of a question that stands alone is the question", async () => {
    const content = `Give the standalone question.\nChat History:\n\nFollow Up Input: ${question}\nStandalone question:`;
    expect((await chat({ role: "user", content })).content).toBe(question);
  });
});

test("what people write is no prompt", () => {
  const texts = [
    "Context information is missing. What does it mean?",
    "What are the documents for the context: pumps?",
    "Question: How often?\nAnswer:",
    "Where are the documents?\nQuestion: which ones?",
    "What is a standalone question?",
  ];
  for (const text of texts) expect([text, readFrameworkPrompt(text)]).toEqual([text, null]);
});
