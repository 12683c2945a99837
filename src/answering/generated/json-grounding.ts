/**
 * Checks the JSON that a model wrote against the passages, value by value. JSON has no sentences and no room for markers,
 * so citations refer to values by their positions in the text. A value is supported only if each of its sentences is; a
 * number only together with words of its field's name. Values that cannot be checked, such as `true`, are unsupported.
 */

import { turnEnds } from "../../kernel/pause.ts";
import { codePointCursor } from "../../language/text/code-points.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { Citation, Marker, PassageSpan, RetrievedPassage, Span } from "../answer.ts";
import { createQuotations } from "../check/quotations.ts";
import { createSupportJudge, type SupportJudge } from "../check/support-judge.ts";

/** UTF-16 units of a value that are read at once; no sentence is longer. */
const longestText = 4000;

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
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
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
