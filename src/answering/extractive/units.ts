/** The units of an extractive answer: sentences, whole list items and table rows. */
import { splitSentences, type TextSpan } from "../../text/sentences.ts";
import { isLineUnit } from "../citations.ts";

export interface Unit extends TextSpan {
  /** Position of its passage among the passages. */
  readonly passage: number;
  readonly kind: "sentence" | "line" | "heading" | "question";
  /** `passages[passage].text.slice(start, end)`. */
  readonly text: string;
}

/** Greatest length of a heading in characters. */
const headingLength = 100;
/** A list item longer than this many UTF-16 units is split into sentences. */
const itemLength = 600;

/** The units of one passage in order; together they contain all its visible text. `language` is BCP 47. */
export function unitsOf(text: string, passage: number, language: string): Unit[] {
  const spans: TextSpan[] = [];
  for (const span of splitSentences(text, language)) {
    const last = spans.at(-1);
    if (last !== undefined && belongsTo(text, last, span))
      spans[spans.length - 1] = { start: last.start, end: span.end };
    else spans.push(span);
  }
  return spans.map(({ start, end }) => {
    const own = text.slice(start, end);
    return { passage, start, end, text: own, kind: kindOf(own, text.slice(end, end + 2)) };
  });
}

/** Whether a sentence continues the list item before it on the same line. */
function belongsTo(text: string, { start, end }: TextSpan, next: TextSpan): boolean {
  return (
    isLineUnit(text.slice(start, end)) && !text.slice(end, next.start).includes("\n") && next.end - start <= itemLength
  );
}

function kindOf(own: string, following: string): Unit["kind"] {
  if (isLineUnit(own)) return "line";
  if (/[?？؟]["'”’»)\]」』）]*$/u.test(own)) return "question";
  const alone = following.startsWith("\n") && own.length <= headingLength && !own.includes("\n");
  return alone && /[\p{L}\p{N})]$/u.test(own) ? "heading" : "sentence";
}

/** Whether a unit ends with a colon and so announces what follows. */
export function announces({ text }: Unit): boolean {
  return /[:：]$/u.test(text);
}
