/** The commonest mistakes, and the page with the service's reply to each. A test keeps the page current. */
import { join } from "node:path";
import type { Reply } from "../reply.ts";
import { startService, type TestService } from "../service.ts";

export const mistakesPage = join(import.meta.dir, "../../golden/mistakes.md");

interface Mistake {
  readonly title: string;
  /** POST when not given. */
  readonly method?: "GET";
  readonly path: string;
  /** The owner's by default; null: none is sent. */
  readonly authorization?: string | null;
  /** The JSON to send, with its content type unless another is given. */
  readonly json?: string;
  /** The default content type of `curl -d`. */
  readonly data?: string;
  /** A form with one field: its name, its value, and the name of the file if it is one. */
  readonly form?: readonly [name: string, value: string, filename?: string];
}

const query = "/v1/experts/house/query";
const sources = "/v1/experts/house/sources";
const question = "How often?";
const fields = (value: object) => ({ json: JSON.stringify(value) });

export const mistakes: readonly Mistake[] = [
  { title: "No key", path: query, authorization: null, ...fields({ question }) },
  { title: "A key without the word Bearer", path: query, authorization: "dk_…", ...fields({ question }) },
  { title: "A mistyped key", path: query, authorization: "Bearer dk_mistyped", ...fields({ question }) },
  { title: "A key in the address", method: "GET", path: "/v1/experts?access_token=dk_…", authorization: null },
  {
    title: "A base address without /v1",
    path: "/chat/completions",
    ...fields({ model: "house", messages: [{ role: "user", content: question }] }),
  },
  {
    title: "A base address with /v1 twice",
    path: "/v1/v1/chat/completions",
    ...fields({ model: "house", messages: [{ role: "user", content: question }] }),
  },
  { title: "A misspelt path", path: "/v1/expert/house/query", ...fields({ question }) },
  { title: "The wrong method", method: "GET", path: query },
  { title: "No JSON header on a question", path: query, data: JSON.stringify({ question }) },
  { title: "No JSON header on a source", path: sources, data: '{"text": "Replace the filter every six months."}' },
  { title: "A Python dictionary in place of JSON", path: query, json: "{'question': 'How often?'}" },
  { title: "A comma after the last field", path: query, json: '{"question": "How often?",}' },
  { title: "A form with a JSON header", path: query, json: "question=How+often" },
  { title: "A list instead of an object", path: query, json: '[{"question": "How often?"}]' },
  { title: "A different name for the question", path: query, ...fields({ prompt: question }) },
  { title: "An empty question", path: query, ...fields({ question: "" }) },
  { title: "An OpenAI field on the native route", path: query, ...fields({ question, model: "house" }) },
  { title: "A number as a string", path: query, ...fields({ question, k: "8" }) },
  { title: "Too many passages", path: query, ...fields({ question, k: 500 }) },
  { title: "An unknown mode", path: query, ...fields({ question, mode: "keywords" }) },
  { title: "An unknown expert", path: "/v1/experts/hous/query", ...fields({ question }) },
  {
    title: "A model name that no expert has",
    path: "/v1/chat/completions",
    ...fields({ model: "gpt-4o", messages: [{ role: "user", content: question }] }),
  },
  {
    title: "A prompt instead of messages",
    path: "/v1/chat/completions",
    ...fields({ model: "house", prompt: question }),
  },
  { title: "An address without a type", path: sources, ...fields({ url: "https://example.org/manual.html" }) },
  { title: "An empty text", path: sources, ...fields({ text: "" }) },
  { title: "A file without @", path: sources, form: ["file", "pump.md"] },
  { title: "A file in the wrong field", path: sources, form: ["document", "# Pump", "pump.md"] },
  { title: "A different name for a setting", path: "/v1/experts", ...fields({ name: "Pump", settings: { top_k: 5 } }) },
  { title: "A misspelt language", path: "/v1/experts", ...fields({ name: "Pump", language: "Germann" }) },
  { title: "An invalid cursor", method: "GET", path: "/v1/experts?after=nope" },
];

export interface AnsweredMistake {
  readonly mistake: Mistake;
  readonly reply: Reply;
}

/** A service with the expert that the mistakes are made with. */
export async function startMistaken(): Promise<TestService> {
  const service = await startService({ ingesting: false });
  await service.request("POST", "/v1/experts", { body: { name: "House", slug: "house" } });
  return service;
}

export async function answerTo(service: TestService, mistake: Mistake): Promise<AnsweredMistake> {
  const { method = "POST", path, authorization = `Bearer ${service.owner}`, form } = mistake;
  const type = mistake.json === undefined ? "application/x-www-form-urlencoded" : "application/json";
  const text = mistake.json ?? mistake.data;
  const headers = {
    ...(authorization === null ? {} : { authorization: Buffer.from(authorization).toString("latin1") }),
    ...(text !== undefined && { "content-type": type }),
  };
  const body = form === undefined ? text : formOf(...form);
  const reply = await service.request(method, path.replace("…", "mistyped"), { key: null, body, headers });
  return { mistake, reply };
}

function formOf(name: string, value: string, filename?: string): FormData {
  const form = new FormData();
  if (filename === undefined) form.set(name, value);
  else form.set(name, new Blob([value]), filename);
  return form;
}

export function renderMistakes(answered: readonly AnsweredMistake[]): string {
  const parts = answered.map(({ mistake, reply }) => {
    const { message, code, param } = reply.error;
    const field = param === null ? "" : `, \`param\` \`${param}\``;
    return `## ${mistake.title}\n\n${requestOf(mistake)}\n\n${reply.status} \`${code}\`${field}: ${message}\n`;
  });
  return `${preface}\n${parts.join("\n")}`;
}

const preface = `# Thirty common mistakes

What the service answers to each, word for word, with the \`message\` of the [error](../../docs/errors.md). The requests are sent by a
test, which fails when an answer is not the one on this page. \`house\` is an expert.
`;

/** The request in the order of its parts: the line, a header that is not the usual one, the body. */
function requestOf(mistake: Mistake): string {
  const { method = "POST", path, authorization, json, data, form } = mistake;
  const header = authorization === undefined || authorization === null ? [] : [`Authorization: ${authorization}`];
  const field = form === undefined ? [] : [`-F ${form[0]}=${form[2] === undefined ? form[1] : `@${form[2]}`}`];
  const body = [json, data].filter((text) => text !== undefined);
  return [`${method} ${path}`, ...header, ...body, ...field].map((part) => `\`${part}\``).join(" ");
}
