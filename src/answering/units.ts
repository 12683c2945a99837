/** What an extractive answer is made of: sentences, whole list items and table rows. */
import { splitSentences, type TextSpan } from "../text/sentences.ts";
import { isLineUnit } from "./citations.ts";

export interface Unit extends TextSpan {
  /** Position of its passage among the passages. */
  readonly passage: number;
  readonly kind: "sentence" | "line" | "heading" | "question";
  /** `passages[passage].text.slice(start, end)`. */
  readonly text: string;
}

/** A heading has no more characters than this. */
const headingLength = 100;
/** A list item longer than this many UTF-16 units is given by its sentences. */
const itemLength = 600;

/** The units of one passage, in order: everything visible in it. `language` is BCP 47. */
export function unitsOf(text: string, passage: number, language: string): Unit[] {
  const units: Unit[] = [];
  for (const span of splitSentences(text, language)) {
    const last = units.at(-1);
    if (last?.kind === "line" && belongsTo(text, last, span))
      units[units.length - 1] = unit(text, passage, { start: last.start, end: span.end });
    else units.push(unit(text, passage, span));
  }
  return units;
}

function unit(text: string, passage: number, { start, end }: TextSpan): Unit {
  const own = text.slice(start, end);
  return { passage, start, end, text: own, kind: kindOf(own, text.slice(end, end + 2)) };
}

/** Whether a sentence goes on with the list item before it: on its line, or on a line that continues it. */
function belongsTo(text: string, item: Unit, next: TextSpan): boolean {
  return !text.slice(item.end, next.start).includes("\n") && next.end - item.start <= itemLength;
}

function kindOf(own: string, following: string): Unit["kind"] {
  if (isLineUnit(own)) return "line";
  if (/[?？؟]["'”’»)\]」』）]*$/u.test(own)) return "question";
  const alone = following.startsWith("\n") && own.length <= headingLength && !own.includes("\n");
  return alone && /[\p{L}\p{N})]$/u.test(own) ? "heading" : "sentence";
}
