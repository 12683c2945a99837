import type { CounterName } from "../accounting/usage-entry.ts";
import type { Expert } from "../experts/expert.ts";
import { Fault } from "../kernel/fault.ts";
import { languageOf } from "../language/data/known-languages.ts";
import { codePointLength } from "../language/text/code-points.ts";
import { estimateTokens } from "../language/words/tokens.ts";
import type { AbstainReason, Answer, Citation, TokenUsage, ToolUse } from "./answer.ts";
import { type AnswerFormat, spokenLanguage } from "./asked-question.ts";
import { type AnswerPiece, asInSource, type CitedText } from "./citations.ts";
import type { Found } from "./retrieval.ts";

export interface Reply {
  readonly said: Pick<CitedText, "text" | "citations" | "markers"> & {
    /** Parts of the text that are Docent's own words. */
    readonly remarks?: Answer["remarks"];
  };
  readonly mode: Answer["mode"];
  readonly computation?: Answer["computation"];
  readonly model: string | null;
  readonly confidence: number;
  readonly grounded?: number | null;
  readonly modelFailure?: string;
  readonly abstainReason: AbstainReason | null;
  /** It was made from the first `used` passages. */
  readonly used: number;
  readonly usage: TokenUsage;
  readonly truncated: boolean;
  /** Set if the client asked for another form than text, or gave tools. */
  readonly form?: Answer["form"];
  readonly unsupported?: Answer["unsupported"];
  readonly removed?: Answer["removed"];
  readonly toolCalls?: Answer["toolCalls"];
  /** As in `Retrieval`, for what was looked up for the text. */
  readonly warnings?: readonly string[];
}

export interface TimedReply {
  readonly reply: Reply;
  /** Text and citations for a stream. */
  readonly pieces: readonly AnswerPiece[];
}

export function spoken(reply: Reply): TimedReply {
  return { reply, pieces: [{ type: "text", text: reply.said.text }] };
}

/** What no model wrote. Unless given, its tokens are those of the question and of the text. */
export function replyOf(
  question: string,
  given: Pick<Reply, "said" | "mode" | "confidence" | "used"> & Partial<Reply>,
): Reply {
  const usage = { promptTokens: estimateTokens(question), completionTokens: estimateTokens(given.said.text) };
  return { model: null, abstainReason: null, usage, truncated: false, ...given };
}

export const ownWords = (text: string): Reply["said"] => ({ text, citations: [], markers: [] });

export const passagesOnly = (question: string): Reply =>
  replyOf(question, { said: ownWords(""), mode: "none", confidence: 0, used: 0 });

export interface Refusal {
  readonly reason: AbstainReason;
  readonly confidence: number;
  readonly used: number;
  /** Requested by the client; null or absent: the question's. */
  readonly language?: string | null;
  /** Set if a model was asked first. */
  readonly modelCall?: { readonly model: string; readonly usage: TokenUsage; readonly grounded: number | null };
}

/** The expert's own text, or one in the question's language. */
export function refusal(
  expert: Expert,
  question: string,
  { reason, confidence, used, modelCall, language }: Refusal,
): Reply {
  const text = expert.settings.refusalText ?? refusalFor(language ?? spokenLanguage(expert, question, null));
  const mode = modelCall === undefined ? "extractive" : "generated";
  return replyOf(question, { said: ownWords(text), mode, confidence, abstainReason: reason, used, ...modelCall });
}

/** Tokens of the question and of the passages read for it. */
export function tokensRead(question: string, { passages }: Found, used: number): number {
  return passages.slice(0, used).reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(question));
}

/** @param asked with the text as the client sent it */
export function finished(
  start: Pick<Answer, "id" | "createdAt">,
  asked: { readonly expert: Pick<Expert, "id">; readonly text: string },
  found: Found,
  reply: Reply,
): Answer {
  const { said, mode, model, confidence, abstainReason, used, usage, truncated } = reply;
  return {
    id: start.id,
    expertId: asked.expert.id,
    question: asked.text,
    createdAt: start.createdAt,
    mode,
    model,
    confidence: mode === "none" ? null : confidence,
    grounded: reply.grounded ?? null,
    ...(reply.computation && { computation: reply.computation }),
    modelFailure: reply.modelFailure ?? null,
    usage,
    truncated,
    abstainReason,
    abstained: abstainReason !== null,
    text: mode === "none" ? null : said.text,
    form: reply.form ?? "text",
    citations: said.citations,
    markers: said.markers,
    remarks: said.remarks ?? [],
    unsupported: reply.unsupported ?? [],
    removed: reply.removed ?? [],
    toolCalls: reply.toolCalls ?? [],
    retrieved: found.passages,
    retrieval: {
      ...found.retrieval,
      used,
      warnings: [...new Set([...(found.retrieval.warnings ?? []), ...(reply.warnings ?? [])])],
    },
    expansion: found.expansion,
  };
}

export function usageOf({ mode, abstained, usage }: Answer): Partial<Record<CounterName, number>> {
  const tokens = { promptTokens: usage.promptTokens, completionTokens: usage.completionTokens };
  if (mode === "none" || mode === "talk") return tokens;
  return abstained ? { ...tokens, abstained: 1 } : { ...tokens, answered: 1 };
}

/** English for an unknown language. @param language BCP 47 */
export function refusalFor(language: string): string {
  return languageOf(language).refusal;
}

/* Without a model, only schemas are filled that are beyond doubt: one field of free text and perhaps a list of citations. */

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
