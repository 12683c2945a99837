/** JSON that a model writes: passed on while it comes, once it is seen to be the form that was asked for, and checked value by value. */

import { Fault } from "../../kernel/fault.ts";
import { isFields, jsonIn } from "../../kernel/json.ts";
import { turnEnds } from "../../kernel/pause.ts";
import { codePointCursor } from "../../language/text/code-points.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { Citation, Marker, PassageSpan, RetrievedPassage, Span } from "../answer.ts";
import type { AnswerFormat } from "../asked-question.ts";
import { createSupportJudge, type SupportJudge } from "../check/support-judge.ts";
import { createQuotations } from "../citations.ts";
import { noAnswer } from "./prompt.ts";

/** UTF-16 units of a value that are read at once; no sentence is longer. */
const longestText = 2000;

/** The number itself must occur, and about half of the words of its field's name. */
const numberSupportedFrom = 0.5;

export interface GroundedJson {
  readonly citations: readonly Citation[];
  readonly markers: readonly Marker[];
  readonly unsupported: readonly Span[];
  /** The share of the values that passages support; null if there are none. */
  readonly share: number | null;
}

/** A value that is neither an object nor a list. UTF-16 positions; those of a string exclude its quotes. */
interface Value extends Span {
  /** The name of its field, or of the field that contains its list. */
  readonly field: string;
  readonly value: string | number | boolean;
}

/** In several turns of the event loop if it is long. @param passages the passages that the model saw. */
export async function groundJson(
  text: string,
  passages: readonly RetrievedPassage[],
  analyzer: Analyzer,
): Promise<GroundedJson> {
  const point = codePointCursor(text);
  const values = valuesOf(text);
  if (values === null)
    return { citations: [], markers: [], unsupported: [{ start: 0, end: point(text.length) }], share: 0 };
  const judge = createSupportJudge(passages, analyzer);
  const quotations = createQuotations(passages);
  const markers: Marker[] = [];
  const unsupported: Span[] = [];
  const checked = values.filter(({ value }) => value !== "");
  const turnEnd = turnEnds();
  for (const value of checked) {
    await turnEnd();
    const span = { start: point(value.start), end: point(value.end) };
    const places = await placesOf(value, judge, { language: analyzer.language, turnEnd });
    if (places.length === 0) unsupported.push(span);
    const { numbers, restsOn } = quotations.cite(places);
    restsOn(span);
    markers.push(...numbers.map((index) => ({ index, ...span })));
  }
  const share = checked.length === 0 ? null : 1 - unsupported.length / checked.length;
  return { citations: quotations.all(), markers, unsupported, share };
}

/** Empty unless the whole value is supported. A number alone occurs in many places, so its field's name is part of the claim. */
async function placesOf(
  { field, value }: Value,
  judge: SupportJudge,
  { language, turnEnd }: { readonly language: string; readonly turnEnd: () => Promise<void> | undefined },
): Promise<readonly PassageSpan[]> {
  if (typeof value === "boolean") return [];
  if (typeof value === "number")
    return judge.placesFor({ text: `${wordsOf(field)} ${value}`, cites: [], least: numberSupportedFrom });
  const found: PassageSpan[] = [];
  for (let from = 0; from < value.length; from += longestText) {
    const text = value.slice(from, from + longestText);
    for (const { start, end } of splitSentences(text, language)) {
      const claim = text.slice(start, end);
      const places = judge.saysAnything(claim) ? judge.placesFor({ text: claim, cites: [] }) : [];
      if (places.length === 0) return [];
      found.push(...places);
      await turnEnd();
    }
  }
  return found;
}

/** `intervalMonths` and `interval_months` as words. */
function wordsOf(field: string): string {
  return field.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_.-]+/g, " ");
}

const token = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d[\d.eE+-]*|true|false|null|[{}[\]:,]/gs;

/** The values in the order of the text; null if it is not JSON. */
function valuesOf(text: string): Value[] | null {
  if (jsonIn(text) === undefined) return null;
  const tokens = [...text.matchAll(token)];
  const values: Value[] = [];
  let field = "";
  for (const [i, { 0: written, index }] of tokens.entries()) {
    if (tokens[i + 1]?.[0] === ":") field = String(JSON.parse(written));
    else if (!/^(?:null|[{}[\]:,])$/.test(written)) {
      const quotes = written.startsWith('"') ? 1 : 0;
      const value: string | number | boolean = JSON.parse(written);
      values.push({ field, value, start: index + quotes, end: index + written.length - quotes });
    }
  }
  return values;
}

export interface JsonWriting {
  /** Takes a piece of the model's text and returns what is passed on of it. */
  push(piece: string): string;
  /** What was held; `text` is the whole, empty if the model says that there is no answer. @throws Fault if it is not the form */
  end(end: { readonly called: boolean; readonly truncated: boolean }): {
    readonly piece: string;
    readonly text: string;
  };
}

/** The beginning of an object, in UTF-16 units, in which its first value may still be `NO_ANSWER`. */
const longestBeginning = 200;

/** Holds text back until its end, unless it begins as an object with a value. */
export function readJsonWriting(format: AnswerFormat): JsonWriting {
  let text = "";
  let state: "beginning" | "shown" | "held" = "beginning";
  return {
    push: (piece) => {
      text += piece;
      if (state !== "beginning") return state === "shown" ? piece : "";
      text = text.trimStart();
      state = stateOf(text);
      return state === "shown" ? text : "";
    },
    end: ({ called, truncated }) => {
      const isWhole = (some: string) => isForm(some, format) || (truncated && some.startsWith("{"));
      const checked = (some: string) => {
        const rule = truncated ? null : (format.brokenRule?.(some) ?? null);
        if (rule !== null) throw notTheForm(rule);
        return some;
      };
      if (state === "shown" && isWhole(text)) return { piece: "", text: checked(text) };
      if (state === "shown") throw notTheForm();
      const said = text.includes(noAnswer) ? "" : withoutFence(text);
      if (isWhole(said)) return { piece: checked(said), text: said };
      if (called || said === "") return { piece: "", text: "" };
      throw notTheForm();
    },
  };
}

function stateOf(text: string): "beginning" | "shown" | "held" {
  if (text === "") return "beginning";
  if (!text.startsWith("{")) return "held";
  if (text.length > longestBeginning) return "shown";
  const colon = text.indexOf(":");
  const value = text.slice(colon + 1).trimStart();
  const none = JSON.stringify(noAnswer);
  if (colon < 0 || none.startsWith(value)) return value === none ? "held" : "beginning";
  return value.startsWith(none) ? "held" : "shown";
}

function notTheForm(rule: string | null = null): Fault {
  const what = "The model server wrote text that is not in the form that was asked for";
  return new Fault("upstream_model_error", rule === null ? `${what}.` : `${what}: it breaks ${rule}.`, {
    hint: "Ask again. If this repeats, choose a model that keeps to a JSON schema.",
  });
}

/** Whether it is JSON, and an object where the form is one. */
function isForm(text: string, { schema }: AnswerFormat): boolean {
  const value = jsonIn(text);
  return isFields(value) || (value !== undefined && schema !== null && schema.type !== "object");
}

const fence = "```";

function withoutFence(text: string): string {
  const trimmed = text.trim();
  const line = trimmed.indexOf("\n");
  if (!trimmed.startsWith(fence) || !trimmed.endsWith(fence) || line < 0) return trimmed;
  return trimmed.slice(line + 1, -fence.length).trim();
}
