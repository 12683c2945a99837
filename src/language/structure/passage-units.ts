import { isLineUnit, isTableRow } from "../text/line-units.ts";
import { splitSentences, type TextSpan } from "../text/sentences.ts";
import type { OutlineBlock, OutlineKind } from "./outline.ts";

export type UnitKind = "sentence" | "line" | "heading" | "question";

export interface PassageUnit extends TextSpan {
  readonly kind: UnitKind;
}

/** Raise it with every change of units. */
export const unitsVersion = 7;

const headingLength = 100;
/** A line with as many words is a statement. */
const fewestWords = 8;
/** UTF-16 units; longer items are cut into sentences, longer rows behind it. */
export const itemLength = 240;
const rowLength = 600;

/** No unit crosses an item, row or heading. @param outline empty: lines decide */
export function passageUnits(text: string, language: string, outline: readonly OutlineBlock[] = []): PassageUnit[] {
  const spans: TextSpan[] = [];
  for (const span of sentencesIn(text, language, outline)) {
    const last = spans.at(-1);
    if (last !== undefined && belongsTo(text, last, span))
      spans[spans.length - 1] = { start: last.start, end: span.end };
    else spans.push(span);
  }
  let block = 0;
  return spans.map(({ start, end }, i) => {
    while (block < outline.length && outline[block]!.end <= start) block++;
    const own = text.slice(start, end);
    const kind = isBareItem(text, spans, i) ? "line" : kindOf(own, text.slice(end, end + 2));
    const isFact = kind === "heading" && outline[block]?.kind === "paragraph" && saysFact(own);
    return { start, end, kind: isFact ? "sentence" : kind };
  });
}

/** A paragraph such as `Deposit 100 euros`, not a name that its writer gave to what follows, nor `Q: how it is done`. */
function saysFact(line: string): boolean {
  if (/^\p{L}[.:]/u.test(line)) return false;
  return /\p{N}|\p{L}{2}:\s/u.test(line) || line.split(" ").length >= fewestWords;
}

function* sentencesIn(text: string, language: string, outline: readonly OutlineBlock[]): Generator<TextSpan> {
  const borders = outline.flatMap(({ kind, start, end }) => (isApart.has(kind) ? [start, end] : []));
  let from = 0;
  for (const to of [...borders, text.length]) {
    if (to <= from) continue;
    for (const { start, end } of splitSentences(text.slice(from, to), language)) {
      yield { start: from + start, end: from + end };
    }
    from = to;
  }
}

const isApart: ReadonlySet<OutlineKind> = new Set(["list_item", "table_row", "heading"]);

/** Has no full stop, and is next to another such line. */
function isBareItem(text: string, spans: readonly TextSpan[], i: number): boolean {
  const [above, own, below] = [spans[i - 1], spans[i]!, spans[i + 1]];
  if (!isBareLine(text, own)) return false;
  const isBeside = (a: TextSpan, b: TextSpan) => text.slice(a.end, b.start) === "\n";
  if (above !== undefined && isBeside(above, own) && isBareLine(text, above)) return true;
  return below !== undefined && isBeside(own, below) && isBareLine(text, below);
}

function isBareLine(text: string, { start, end }: TextSpan): boolean {
  const own = text.slice(start, end);
  const isWholeLine = (start === 0 || text[start - 1] === "\n") && (end === text.length || text[end] === "\n");
  return isWholeLine && !own.includes("\n") && /[\p{L}\p{N})"'”’»;,]$/u.test(own);
}

function belongsTo(text: string, { start, end }: TextSpan, next: TextSpan): boolean {
  if (text.slice(end, next.start).includes("\n")) return false;
  const own = text.slice(start, end);
  if (isTableRow(own)) return next.end - start <= rowLength;
  const line = text.indexOf("\n", start);
  return isLineUnit(own) && (line < 0 ? text.length : line) - start <= itemLength;
}

function endsWithQuestionMark(sentence: string): boolean {
  let at = sentence.length - 1;
  while (at >= 0 && `"'”’»)]」』）`.includes(sentence[at]!)) at--;
  return at >= 0 && "?？؟".includes(sentence[at]!);
}

function kindOf(own: string, following: string): UnitKind {
  if (isLineUnit(own)) return "line";
  if (endsWithQuestionMark(own)) return "question";
  const alone = following.startsWith("\n") && own.length <= headingLength && !own.includes("\n");
  return alone && /[\p{L}\p{N})]$/u.test(own) ? "heading" : "sentence";
}
