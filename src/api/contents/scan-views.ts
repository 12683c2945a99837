/** What the API says of pages that were read from pictures: how surely, and where a quote stands. */
import { type Static, Type } from "@sinclair/typebox";
import type { Citation } from "../../answering/answer.ts";
import type { WordPlace } from "../../language/structure/outline.ts";
import { utf16Cursor } from "../../language/text/code-points.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import type { DocumentWarning } from "../../sources/document.ts";
import { linesOf, type PageLine, textOf } from "../../sources/page-correction.ts";
import { type KeptPage, shownPlace } from "../../sources/ports/recognised-page.ts";
import type { Source } from "../../sources/source.ts";
import { inThreeDigits, namedObject, nullable, strict, unit } from "../schema-parts.ts";

export const QuoteBoxObject = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    left: unit,
    top: unit,
    right: unit,
    bottom: unit,
    confidence: { ...unit, description: "How surely its words were read: that of the least sure one." },
  },
  {
    $id: "QuoteBox",
    description:
      "Words of a quote on one line of a page: shares of the width and height of the page as a viewer shows it.",
  },
);

export function boxesView({ passage, start, end }: Citation): { readonly boxes?: Static<typeof QuoteBoxObject>[] } {
  const { places = [], text } = passage;
  if (places.length === 0) return {};
  const unit = utf16Cursor(text);
  const quote = { start: unit(start - passage.start), end: unit(end - passage.start) };
  return { boxes: quoteBoxes(places, quote).map((box) => ({ ...box, confidence: inThreeDigits(box.confidence) })) };
}

export function warningView({ code, message, pages, confidences }: DocumentWarning) {
  return { code, message, pages: [...pages], ...(confidences && { confidences: [...confidences] }) };
}

export function progressUnit(stage: string | null) {
  if (stage === "recognising") return "pages";
  return stage === "fetching" ? "bytes" : "passages";
}

/** The words of a quote on one line. `confidence` is that of the word that was read least surely. */
export type QuoteBox = Omit<WordPlace, "start" | "end">;

/** @param quote position in the text that the places are of */
export function quoteBoxes(places: readonly WordPlace[], quote: TextSpan): QuoteBox[] {
  const boxes: QuoteBox[] = [];
  for (const { start, end, ...word } of places) {
    if (end <= quote.start || start >= quote.end) continue;
    const last = boxes.at(-1);
    if (last !== undefined && isOnLineOf(last, word)) boxes[boxes.length - 1] = together(last, word);
    else boxes.push(word);
  }
  return boxes;
}

/** Beside each other: they share most of their height. */
function isOnLineOf(box: QuoteBox, word: QuoteBox): boolean {
  const shared = Math.min(box.bottom, word.bottom) - Math.max(box.top, word.top);
  const lower = Math.min(box.bottom - box.top, word.bottom - word.top);
  const gap = word.left - box.right;
  return box.page === word.page && shared > 0.5 * lower && gap > -0.03 && gap < 0.1;
}

function together(box: QuoteBox, word: QuoteBox): QuoteBox {
  return {
    page: box.page,
    left: Math.min(box.left, word.left),
    top: Math.min(box.top, word.top),
    right: Math.max(box.right, word.right),
    bottom: Math.max(box.bottom, word.bottom),
    confidence: Math.min(box.confidence, word.confidence),
  };
}

const place = { left: unit, top: unit, right: unit, bottom: unit };

const RecognisedWord = namedObject("RecognisedWord", {
  text: Type.String(),
  ...place,
  confidence: unit,
  corrected: Type.Boolean(),
});

const RecognisedLine = namedObject("RecognisedLine", {
  line: Type.Integer({ minimum: 1 }),
  text: Type.String(),
  read: nullable(Type.String({ description: "What recognition had read, where the line was corrected." })),
  words: Type.Array(RecognisedWord),
});

export const RecognisedPageObject = Type.Object(
  {
    object: Type.Literal("recognised_page"),
    source_id: Type.String(),
    version: Type.Integer(),
    page: Type.Integer({ minimum: 1 }),
    confidence: unit,
    lines: Type.Array(RecognisedLine),
  },
  {
    $id: "RecognisedPage",
    description: "Places are shares of the width and height of the page as a viewer shows it.",
  },
);

const mostCorrections = 500;

const WordRange = Type.Object(
  { first: Type.Integer({ minimum: 1 }), last: Type.Integer({ minimum: 1 }) },
  { $id: "WordRange", ...strict, description: "Only these words of the line, counted from 1, both included." },
);

const LineCorrection = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    line: Type.Integer({ minimum: 1 }),
    words: Type.Optional(WordRange),
    text: Type.String({ maxLength: 2000, description: "What stands there; empty: nothing." }),
  },
  { $id: "LineCorrection", ...strict },
);

export const Corrections = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: "The version whose lines were seen." }),
    corrections: Type.Array(LineCorrection, { minItems: 1, maxItems: mostCorrections }),
  },
  {
    $id: "CorrectionsRequest",
    ...strict,
    examples: [{ version: 1, corrections: [{ page: 1, line: 3, text: "Replace the filter every six months." }] }],
  },
);

export function correctionsFrom({ version, corrections }: Static<typeof Corrections>) {
  return { version, corrections: corrections.map(({ words = null, ...correction }) => ({ ...correction, words })) };
}

export function recognisedPageView({ id, version }: Source, page: KeptPage): Static<typeof RecognisedPageObject> {
  const { corrections = [], confidence, page: number } = page;
  const lineView = ({ line, words }: PageLine) => ({
    line,
    text: textOf(words),
    read: corrections.find((one) => one.line === line)?.read ?? null,
    words: words.map((word) => {
      const { page: _, ...place } = shownPlace(word, page);
      return {
        text: word.text,
        ...place,
        confidence: inThreeDigits(word.confidence),
        corrected: word.isCorrected === true,
      };
    }),
  });
  const facts = { source_id: id, version, page: number, confidence: inThreeDigits(confidence) };
  return { object: "recognised_page", ...facts, lines: linesOf(page).map(lineView) };
}
