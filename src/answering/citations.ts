/**
 * A marker precedes the closing stop: `Replace the filter every six months [1].` Otherwise sentences read as in the
 * source, except that an invisible word joiner marks a `[4]` of the source itself.
 */

import { blockAt, type OutlineBlock } from "../language/structure/outline.ts";
import { codePointCursor, codePointLength } from "../language/text/code-points.ts";
import { isLineUnit, listItem } from "../language/text/line-units.ts";
import type { AnswerEvent, Citation, Marker, PassageSpan, RetrievedPassage, Span } from "./answer.ts";
import type { SentenceChoice } from "./evidence/evidence.ts";

/** In the order of a stream. The joined `text`s are the whole text. */
export type AnswerPiece = Extract<AnswerEvent, { type: "text" | "citation" }>;

export interface CitedText {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly markers: readonly Marker[];
  /** Parts that are not quoted, in code points: headings; later also dates. */
  readonly remarks: readonly Span[];
  readonly pieces: readonly AnswerPiece[];
}

interface Quote {
  readonly passage: number;
  start: number;
  end: number;
  index: number;
  readonly spans: Span[];
}

/** UTF-16 units between sentences of a passage beyond which they get separate quotes. */
const quoteGap = 300;

/** Follows the `[` of a bracketed number that is not a marker. */
const wordJoiner = "\u2060";

/**
 * A citation quotes from the first to the last chosen sentence of a passage, unless they are far apart. Items and rows
 * have lines of their own; sentences with a heading are listed under it.
 */
export function assembleAnswer(passages: readonly RetrievedPassage[], sentences: readonly SentenceChoice[]): CitedText {
  const quotes = gatherQuotes(sentences.flatMap(placesOf), passages);
  const numbered: Quote[] = [];
  const texts: Extract<AnswerPiece, { type: "text" }>[] = [];
  const markers: Marker[] = [];
  const appearing: number[] = [];
  const remarks: Span[] = [];
  let length = 0;
  for (const [i, sentence] of sentences.entries()) {
    const cited = citedBy(sentence, passages, quotes);
    for (const quote of cited) if (quote.index === 0) quote.index = numbered.push(quote);
    appearing.push(numbered.length);
    const lead = leadOf(passages, sentences[i - 1], sentence);
    if (lead.heading !== "") remarks.push(spanOf(lead, length));
    const gap = lead.break + lead.heading + lead.bullet;
    const numbers = cited.map((quote) => quote.index);
    const { text, spanEnd } = withMarkers(textAt(passages, sentence), numbers, isCode(passages, sentence));
    const start = length + codePointLength(gap);
    const span = { start, end: start + codePointLength(text, 0, spanEnd) };
    for (const quote of cited) quote.spans.push(span);
    markers.push(...markersBefore(span.end, numbers));
    texts.push({ type: "text", text: gap + text, markers: markersBefore(gap.length + spanEnd, numbers) });
    length = start + codePointLength(text);
  }
  const citations = numbered.map((quote) => ({
    ...citationOf(quote.index, quote, passages),
    answerSpans: quote.spans,
  }));
  return {
    text: texts.map((piece) => piece.text).join(""),
    citations,
    markers,
    remarks,
    pieces: interleave(texts, citations, appearing),
  };
}

/** The text before a sentence; each part may be empty. */
interface Lead {
  readonly break: string;
  readonly heading: string;
  readonly bullet: string;
}

function leadOf(
  passages: readonly RetrievedPassage[],
  previous: SentenceChoice | undefined,
  sentence: SentenceChoice,
): Lead {
  const own = textAt(passages, sentence);
  const heading = sentence.heading ?? null;
  if (heading === null) {
    const gap = previous === undefined ? "" : separatorOf(passages, previous, sentence);
    return { break: gap, heading: "", bullet: "" };
  }
  const bullet = listItem.test(own) ? "" : "- ";
  if (previous?.heading === heading) return { break: "\n", heading: "", bullet };
  return { break: previous === undefined ? "" : "\n\n", heading: `${withoutOwnMarkers(heading)}\n\n`, bullet };
}

function spanOf(lead: Lead, length: number): Span {
  const start = length + lead.break.length;
  return { start, end: start + codePointLength(lead.heading.trimEnd()) };
}

const placesOf = (sentence: SentenceChoice): readonly PassageSpan[] => [sentence, ...sentence.also];

const textAt = (passages: readonly RetrievedPassage[], place: PassageSpan) =>
  passages[place.passage]!.text.slice(place.start, place.end);

/** The ranges to quote of each passage, ascending, at least `quoteGap` apart. */
function gatherQuotes(places: readonly PassageSpan[], passages: readonly RetrievedPassage[]): Quote[] {
  const quotes: Quote[] = [];
  const ordered = places.toSorted((a, b) => a.passage - b.passage || a.start - b.start || a.end - b.end);
  for (const { passage, start, end } of ordered) {
    if (passages[passage] === undefined) throw new RangeError("a sentence names a passage that is not there");
    const last = quotes.at(-1);
    if (last?.passage === passage && start - last.end <= quoteGap) last.end = Math.max(last.end, end);
    else quotes.push({ passage, start, end, index: 0, spans: [] });
  }
  return quotes;
}

/** A sentence's own quote first. A place shared by overlapping passages counts once. */
function citedBy(sentence: SentenceChoice, passages: readonly RetrievedPassage[], quotes: readonly Quote[]): Quote[] {
  const quoteOf = (place: PassageSpan) =>
    quotes.find((q) => q.passage === place.passage && q.start <= place.start && place.end <= q.end)!;
  if (sentence.also.length === 0) return [quoteOf(sentence)];
  const seen = new Set<string>();
  const cited = new Set<Quote>();
  for (const place of placesOf(sentence)) {
    const { sourceId, sourceVersion, start, text } = passages[place.passage]!;
    const where = `${sourceId} ${sourceVersion} ${start + codePointLength(text, 0, place.start)}`;
    if (seen.has(where)) continue;
    seen.add(where);
    cited.add(quoteOf(place));
  }
  return [...cited];
}

function isCode(passages: readonly RetrievedPassage[], { passage, start, end }: PassageSpan): boolean {
  return passages[passage]!.outline.some((one) => one.kind === "code" && one.start <= start && end <= one.end);
}

/** Puts markers before the closing stop, after code. `spanEnd`: UTF-16, after the last marker. */
export function withMarkers(
  sentence: string,
  numbers: readonly number[],
  isCode = false,
): { readonly text: string; readonly spanEnd: number } {
  const inert = withoutOwnMarkers(sentence);
  const tail = tailAt(inert);
  const close = isCode ? "" : /$(?<=(\s*[.!?:：…\p{STerm}]+["'”’»›)\]}」』）】〉》]*))/u.exec(inert.slice(tail))?.[1];
  const body = inert.slice(0, inert.length - (close?.length ?? 0));
  const marks = numbers.map((n) => `[${n}]`).join("");
  const head = body + (endsUnspaced(body) ? "" : " ") + marks;
  return { text: head + inert.slice(body.length), spanEnd: head.length };
}

/** The end of the last ASCII letter or digit; the closing stop follows. A search from the start would take longer. */
function tailAt(text: string): number {
  let at = text.length;
  while (at > 0 && !/[A-Za-z0-9]/.test(text[at - 1]!)) at--;
  return at;
}

const withoutOwnMarkers = (text: string) => text.replaceAll(/\[(?=\d+\])/g, `[${wordJoiner}`);

/** Positions of markers that `withMarkers` put before `end`, in the unit of `end`. */
export function markersBefore(end: number, numbers: readonly number[]): Marker[] {
  const widths = numbers.map((n) => `[${n}]`.length);
  return numbers.map((index, i) => {
    const behind = widths.slice(i + 1).reduce((sum, width) => sum + width, 0);
    return { index, start: end - behind - (widths[i] ?? 0), end: end - behind };
  });
}

const endsUnspaced = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]$/u.test(text);

function separatorOf(passages: readonly RetrievedPassage[], previous: SentenceChoice, next: SentenceChoice): string {
  const between = passages[next.passage]!.text.slice(previous.end, next.start);
  const isBeside = previous.passage === next.passage;
  // Two cells of a row.
  if (isBeside && between.startsWith(";") && !between.includes("\n")) return "; ";
  if (isBeside && (between === "\n" || between.startsWith(";"))) return "\n";
  const [before, after] = [previous, next].map(({ passage, start }) => blockAt(passages[passage]!.outline, start));
  return before !== after && (isLine(before) || isLine(after))
    ? "\n"
    : separator(textAt(passages, previous), textAt(passages, next));
}

const isLine = (block: OutlineBlock | undefined) =>
  block?.kind === "list_item" || block?.kind === "table_row" || block?.kind === "code";

function separator(previous: string, next: string): string {
  if (isLineUnit(previous) || isLineUnit(next)) return "\n";
  return endsUnspaced(previous) && !/\p{Script=Thai}$/u.test(previous) ? "" : " ";
}

/** Citations follow the text with their first marker. `appearing[i]`: the number of citations after text i. */
function interleave(texts: readonly AnswerPiece[], citations: readonly Citation[], appearing: readonly number[]) {
  return texts.flatMap((text, i): AnswerPiece[] => [
    text,
    ...citations
      .slice(appearing[i - 1] ?? 0, appearing[i])
      .map((citation) => ({ type: "citation" as const, citation })),
  ]);
}

/** Later parts of the answer may still refer to it. */
interface Quoted {
  readonly citation: Omit<Citation, "answerSpans">;
  readonly place: PassageSpan;
  readonly spans: Span[];
}

export interface Cited {
  /** Numbers of the citations that quote the places. */
  readonly numbers: readonly number[];
  /** Adds a part of the answer that they support. */
  restsOn(span: Span): void;
  /** New citations for these places, as they are now. */
  added(): readonly Citation[];
}

export interface Quotations {
  cite(places: readonly PassageSpan[]): Cited;
  all(): readonly Citation[];
}

export function createQuotations(passages: readonly RetrievedPassage[]): Quotations {
  const quoted: Quoted[] = [];
  /** An existing citation of this place, or a new one. */
  const quote = (place: PassageSpan): Quoted => {
    const known = quoted.find(
      (each) => each.place.passage === place.passage && each.place.start <= place.start && place.end <= each.place.end,
    );
    if (known !== undefined) return known;
    const fresh = { citation: citationOf(quoted.length + 1, place, passages), place, spans: [] };
    quoted.push(fresh);
    return fresh;
  };
  return {
    cite: (places) => {
      const before = quoted.length;
      const cited = [...new Set(places.map(quote))];
      const after = quoted.length;
      return {
        numbers: cited.map(({ citation }) => citation.index),
        restsOn: (span) => {
          for (const { spans } of cited) spans.push(span);
        },
        added: () => quoted.slice(before, after).map(settled),
      };
    },
    all: () => quoted.map(settled),
  };
}

function citationOf(index: number, { passage: at, start, end }: PassageSpan, passages: readonly RetrievedPassage[]) {
  const passage = passages[at];
  if (passage === undefined) throw new RangeError("a place names a passage that is not there");
  const position = codePointCursor(passage.text);
  return {
    index,
    passage,
    quote: passage.text.slice(start, end),
    start: passage.start + position(start),
    end: passage.start + position(end),
  };
}

function settled({ citation, spans }: Quoted): Citation {
  return { ...citation, answerSpans: [...spans] };
}

/** Without `[n]`, the space before it, and word joiners. */
export function asInSource(text: string): string {
  return text.replaceAll(/ ?(?:\[\d+\])+/g, "").replaceAll("[\u2060", "[");
}
