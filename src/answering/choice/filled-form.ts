/** Fills only schemas that are beyond doubt: one field of free text and perhaps a list of citations. */

import { Fault } from "../../kernel/fault.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import type { Citation, ToolUse } from "../answer.ts";
import type { AnswerFormat } from "../asked-question.ts";
import { asInSource } from "../citations.ts";
import type { Reply } from "../reply.ts";
import type { TimedReply } from "./extractive-reply.ts";

type Schema = Readonly<Record<string, unknown>>;

/** By field, in the order of the schema. */
type Filling = readonly {
  readonly name: string;
  readonly value: (text: string, citations: readonly Citation[]) => unknown;
}[];

export interface FilledForm {
  fill(reply: TimedReply): TimedReply;
}

/** Null: text is wanted. @throws Fault `invalid_parameter` (a required tool, a form that cannot be filled) */
export function formWithoutModel({
  tools,
  format,
}: {
  readonly tools: ToolUse | null;
  readonly format: AnswerFormat | null;
}): FilledForm | null {
  if (tools !== null && tools.choice !== null && tools.choice !== "auto" && tools.choice !== "none") {
    throw new Fault(
      "invalid_parameter",
      "'tool_choice' requires a tool call, and there is no language model to make it.",
      {
        param: "tool_choice",
        hint: "Set it to 'auto' or 'none', or configure a model (DOCENT_LLM_URL, DOCENT_LLM_MODEL).",
      },
    );
  }
  return format === null ? null : formFor(format);
}

const citationLists: ReadonlySet<string> = new Set(["citations", "sources", "quotes", "references", "evidence"]);

const citationFields: Readonly<Record<string, (citation: Citation) => unknown>> = {
  index: ({ index }) => index,
  number: ({ index }) => index,
  quote: ({ quote }) => quote,
  text: ({ quote }) => quote,
  excerpt: ({ quote }) => quote,
  title: ({ passage }) => passage.title,
  source: ({ passage }) => passage.title,
  url: ({ passage }) => passage.url,
  page: ({ passage }) => passage.page,
  section: ({ passage }) => passage.section,
  source_id: ({ passage }) => passage.sourceId,
  chunk_id: ({ passage }) => passage.chunkId,
  start: ({ start }) => start,
  end: ({ end }) => end,
  score: ({ passage }) => passage.score,
};

/** @throws Fault `invalid_parameter` if the schema cannot be filled without a model */
function formFor({ schema, param }: AnswerFormat): FilledForm {
  const filling = schema === null ? null : fillingOf(schema);
  if (filling === null) {
    throw new Fault("invalid_parameter", "Without a language model this form cannot be filled from the sources.", {
      param,
      hint:
        "Use a json_schema with one field of text, or with `answer` and `citations`; or configure a model " +
        "(DOCENT_LLM_URL, DOCENT_LLM_MODEL).",
    });
  }
  return { fill: ({ reply }) => filled(reply, filling) };
}

function filled(reply: Reply, filling: Filling): TimedReply {
  if (reply.abstainReason !== null) return { reply: { ...reply, form: "json" }, pieces: [] };
  const { text: answer, citations: cited } = reply.said;
  const plain = asInSource(answer);
  let text = "{";
  let span = { start: 0, end: 0 };
  for (const [i, { name, value }] of filling.entries()) {
    text += `${i === 0 ? "" : ","}${JSON.stringify(name)}:`;
    const given = value(plain, cited);
    const written = JSON.stringify(given);
    const start = codePointLength(text) + 1;
    if (given === plain) span = { start, end: start + codePointLength(written) - 2 };
    text += written;
  }
  text += "}";
  const citations = cited.map((citation) => ({ ...citation, answerSpans: [span] }));
  const markers = citations.map(({ index }) => ({ index, ...span }));
  return {
    reply: { ...reply, form: "json", said: { text, citations, markers } },
    pieces: [{ type: "text", text }, ...citations.map((citation) => ({ type: "citation" as const, citation }))],
  };
}

/** Null: a required field cannot be filled. */
function fillingOf(schema: Schema): Filling | null {
  const resolve = resolver(schema);
  const root = resolve(schema);
  const properties = isSchema(root.properties) ? root.properties : {};
  const required = Array.isArray(root.required) ? root.required.map(String) : [];
  const names = Object.keys(properties).filter((name) => required.length === 0 || required.includes(name));
  const fields = names.map((name) => {
    const field = resolve(properties[name]);
    if (isFreeText(field, resolve)) return { name, value: (text: string) => text, isText: true };
    const item = citationLists.has(name) ? itemOf(field, resolve) : null;
    return item === null
      ? null
      : { name, value: (_: string, citations: readonly Citation[]) => citations.map(item), isText: false };
  });
  const known = fields.filter((field) => field !== null);
  const texts = known.filter(({ isText }) => isText).length;
  return known.length === fields.length && texts === 1 && known.length <= 2 ? known : null;
}

/** Null: a citation lacks data that the schema requires. */
function itemOf(list: Schema, resolve: ResolveReference): ((citation: Citation) => unknown) | null {
  if (list.type !== "array") return null;
  const item = resolve(list.items);
  if (isFreeText(item, resolve)) return ({ quote }) => quote;
  if (item.type !== "object" || !isSchema(item.properties)) return null;
  const required = Array.isArray(item.required) ? item.required.map(String) : [];
  const names = Object.keys(item.properties);
  if (required.some((name) => !Object.hasOwn(citationFields, name))) return null;
  const written = names.filter((name) => Object.hasOwn(citationFields, name));
  return (citation) => Object.fromEntries(written.map((name) => [name, citationFields[name]?.(citation)]));
}

function isFreeText(field: Schema, resolve: ResolveReference): boolean {
  const kinds = Array.isArray(field.anyOf) ? field.anyOf.map(resolve).filter(({ type }) => type !== "null") : [field];
  const [only] = kinds;
  if (only === undefined || kinds.length !== 1) return false;
  const types = [only.type].flat().filter((type) => type !== "null");
  const bounds = ["enum", "const", "pattern", "format", "maxLength"];
  return types.length === 1 && types[0] === "string" && bounds.every((bound) => only[bound] === undefined);
}

type ResolveReference = (schema: unknown) => Schema;

/** Follows references within the schema, to a few levels. An unresolved one gives an empty schema. */
function resolver(root: Schema): ResolveReference {
  return (schema) => {
    let current: unknown = schema;
    for (let depth = 0; depth < 8 && isSchema(current) && typeof current.$ref === "string"; depth++) {
      const steps = current.$ref
        .replace(/^#\/?/, "")
        .split("/")
        .filter((step) => step !== "");
      current = steps.reduce<unknown>((at, step) => (isSchema(at) ? at[step] : undefined), root);
    }
    return isSchema(current) ? current : {};
  };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
