/** What the API says of pages that were read from pictures: how surely, and where a quote stands. */
import { type Static, Type } from "@sinclair/typebox";
import type { Citation } from "../../answering/answer.ts";
import { quoteBoxes } from "../../answering/quote-boxes.ts";
import { utf16Cursor } from "../../language/text/code-points.ts";
import type { DocumentWarning } from "../../sources/document.ts";
import { inThreeDigits, unit } from "../schema-parts.ts";

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
  return stage === "fetching" ? "bytes" : "chunks";
}
