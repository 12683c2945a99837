/** The words of a citation that the answer shows: a quote may have other sentences between them. */
import type { CitationObject } from "../../api/shapes.ts";
import { type TextMark, unitsAt } from "../reading/text-layout.ts";

/** @param answer with its marks @returns the whole quote where the answer says it in other words */
export function citedWords(
  { quote, start, end, answer_spans: spans }: CitationObject,
  answer: string,
): readonly TextMark[] {
  const marks: [number, number][] = [];
  let from = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const [first = 0, last = 0] = unitsAt(answer, [span.start, span.end]);
    const said = answer
      .slice(first, last)
      .replace(/ ?\[\d{1,4}\]|\u2060/g, "")
      .trim();
    const at = said === "" ? -1 : quote.indexOf(said, from);
    if (at < 0) return [[start, end]];
    // A citation's number stands before the full stop.
    const stop = /^\p{P}{0,3}/u.exec(quote.slice(at + said.length))?.[0] ?? "";
    const to = at + said.length + stop.length;
    const isNext = marks.length > 0 && quote.slice(from, at).trim() === "";
    if (isNext) marks.at(-1)![1] = start + lengthOf(quote.slice(0, to));
    else marks.push([start + lengthOf(quote.slice(0, at)), start + lengthOf(quote.slice(0, to))]);
    from = to;
  }
  return marks.length === 0 ? [[start, end]] : marks;
}

/** In code points. */
const lengthOf = (text: string) => [...text].length;
