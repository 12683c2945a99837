/**
 * Texts that libraries put around a question to parse the reply; the reply gets the expected form. DSPy names fields
 * (`[[ ## question ## ]]`); Instructor puts a JSON schema into the instructions, sometimes with an order for a fence.
 */

import type { AnswerFormat } from "../../../answering/asked-question.ts";
import { isFields, jsonIn } from "../../../kernel/json.ts";

export interface Scaffolding {
  readonly question: string;
  /** Null if only the description of the form was there. */
  readonly instructions: string | null;
  /** Null if the form is text. */
  readonly format: AnswerFormat | null;
  readonly envelope: Envelope;
}

export interface Envelope {
  readonly before: string;
  readonly after: string;
}

interface ProgramPrompt {
  readonly question: string;
  readonly instructions: string | null;
}

export function readScaffolding(asked: ProgramPrompt): Scaffolding | null {
  return dspyFields(asked) ?? schemaInInstructions(asked);
}

const header = /^\[\[ ## (?<name>\w+) ## \]\]\s*$/gm;
const outputsOpening = "Respond with the corresponding output fields, starting with the field ";
const outputsClosing = "and then ending with the marker for";
const outputField = /`(?:\[\[ ## )?(?<name>\w+)(?: ## \]\])?`(?<type> \(must be)?/g;
const questionNames: ReadonlySet<string> = new Set(["question", "query", "input", "request", "user_query", "prompt"]);
const answerNames: ReadonlySet<string> = new Set(["answer", "response", "reply", "output", "result"]);

function dspyFields({ question, instructions }: ProgramPrompt): Scaffolding | null {
  const order = outputsOf(question);
  const names = [...(order?.fields ?? "").matchAll(outputField)];
  // Only a model can fill a field of another type than text.
  if (order === null || names.length === 0 || names.some(({ groups }) => groups?.type !== undefined)) return null;
  const asked = dspyInputs(question)?.question;
  if (asked === undefined || asked.text === "") return null;
  const wanted = names.map(({ groups }) => groups?.name ?? "");
  const filled = wanted.findLast((name) => answerNames.has(name)) ?? wanted.at(-1) ?? "";
  const at = wanted.indexOf(filled);
  const empty = (fields: readonly string[]) => fields.map((name) => `[[ ## ${name} ## ]]\n\n\n`).join("");
  return {
    question: asked.text,
    instructions,
    format: null,
    envelope: {
      before: `${empty(wanted.slice(0, at))}[[ ## ${filled} ## ]]\n`,
      after: `\n\n${empty(wanted.slice(at + 1))}[[ ## completed ## ]]`,
    },
  };
}

/** Null if it is not DSPy's. */
function outputsOf(text: string): { readonly index: number; readonly fields: string } | null {
  const index = text.indexOf(outputsOpening);
  const from = index + outputsOpening.length;
  const end = index < 0 ? -1 : text.indexOf(outputsClosing, from);
  return end < 0 ? null : { index, fields: text.slice(from, end) };
}

/** In UTF-16; `textStart` is behind the header. */
export interface InputField {
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly textStart: number;
  readonly end: number;
}

/** Null if it is not DSPy's. */
export function dspyInputs(text: string): { question: InputField; others: readonly InputField[] } | null {
  const order = outputsOf(text);
  if (order === null) return null;
  const heads = [...text.slice(0, order.index).matchAll(header)];
  const fields = heads.map((head, i): InputField => {
    const end = heads[i + 1]?.index ?? order.index;
    const from = head.index + head[0].length;
    const said = text.slice(from, end).trim();
    return { name: head.groups?.name ?? "", text: said, start: head.index, textStart: text.indexOf(said, from), end };
  });
  const question = fields.find(({ name }) => questionNames.has(name)) ?? fields.at(-1);
  return question === undefined ? null : { question, others: fields.filter((field) => field !== question) };
}

const schemaOrder = /\bjson_schema:\s*(?=\{)/;
const schemaClosing = "Make sure to return an instance of the JSON, not the schema itself";
const expertOrder = "As a genius expert";
const fenceOrders = ["codeblock.", "codeblock"].map(
  (block) => `Return the correct JSON response within a \`\`\`json ${block} not the JSON_SCHEMA`,
);

function schemaInInstructions({ question, instructions }: ProgramPrompt): Scaffolding | null {
  const order = instructions === null ? null : schemaOrder.exec(instructions);
  const text = order === null ? null : objectAt(order.input, order.index + order[0].length);
  if (order === null || text === null) return null;
  const schema: unknown = JSON.parse(text);
  if (!isFields(schema)) return null;
  const after = order.input.slice(order.index + order[0].length + text.length);
  const rest = withoutClosing(beforeOrder(order.input.slice(0, order.index)) + after).trim();
  const asked = withoutFenceOrder(question);
  return {
    question: asked ?? question,
    instructions: rest === "" ? null : rest,
    format: {
      request: { type: "json_schema", json_schema: { name: "reply", schema } },
      schema,
      param: "messages",
    },
    envelope: asked === null ? { before: "", after: "" } : { before: "```json\n", after: "\n```" },
  };
}

/** Also without the line that introduces it. */
function beforeOrder(text: string): string {
  const before = text.slice(0, text.lastIndexOf("\n") + 1);
  const lastLine = before.trimEnd().lastIndexOf("\n") + 1;
  return before.includes(expertOrder, lastLine) ? before.slice(0, lastLine) : before;
}

function withoutClosing(text: string): string {
  const at = text.indexOf(schemaClosing);
  return at < 0 ? text : `${text.slice(0, at).trimEnd()} ${text.slice(at + schemaClosing.length).trimStart()}`;
}

/** Null if the question does not end with the order. */
function withoutFenceOrder(question: string): string | null {
  const asked = question.trimEnd();
  const order = fenceOrders.find((one) => asked.endsWith(one));
  return order === undefined ? null : asked.slice(0, -order.length).trimEnd();
}

/** Null if it is incomplete or invalid. */
function objectAt(text: string, start: number): string | null {
  let depth = 0;
  // An open string extends to the end, so that no character is looked at twice.
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}]/gs)) {
    if (token === "{") depth++;
    if (token === "}") depth--;
    if (depth > 0) continue;
    const object = text.slice(start, start + index + 1);
    return jsonIn(object) === undefined ? null : object;
  }
  return null;
}
