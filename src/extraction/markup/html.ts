import type { Document } from "../../sources/document.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { addPreformatted } from "../plain/plain-text.ts";
import { type HtmlBlock, type HtmlOptions, HtmlWalker } from "./html-walker.ts";
import { withoutContents } from "./markdown-source.ts";
import { readMarkup } from "./markup-reader.ts";

/** A `main` or `article` with a smaller share of the text is a teaser, so the whole page is read. */
const leastMainShare = 0.25;

export function extractHtml({ text, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  const { title } = addHtml(text, builder);
  return builder.finish(title ?? builder.firstHeading);
}

const isOnPage = (href: string) => href.startsWith("#");

/** @param isInside for links within the document, as in a table of contents */
export function addHtml(
  source: string,
  builder: DocumentBuilder,
  isInside = isOnPage,
): { readonly title: string | null } {
  let walker = walk(source, { isInside, room: builder.room, everything: false });
  // The page has only parts that are usually left out, or its `nav` never closes.
  if (walker.blocks.length === 0) walker = walk(source, { isInside, room: builder.room, everything: true });
  let group = 0;
  for (const block of mainText(walker.blocks)) {
    const { kind, text, group: own, inMain: _, inForm: __, anchorText: ___, ...form } = block;
    if (kind === "code") addPreformatted(text, builder);
    else builder.add(kind, text, { ...form, tight: own !== 0 && own === group });
    group = own;
  }
  const title = walker.title.trim();
  return { title: title === "" ? null : title };
}

function walk(source: string, options: HtmlOptions): HtmlWalker {
  const walker = new HtmlWalker(options);
  readMarkup(source, isXhtml(source) ? "xhtml" : "html", walker);
  walker.end();
  return walker;
}

/** As HTML, an empty `<div/>` or `<script/>` of XHTML would swallow the page. */
function isXhtml(source: string): boolean {
  const head = source.slice(0, 1024);
  return head.startsWith("<?xml") || /<html[^<>]*xmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml/i.test(head);
}

function mainText(blocks: readonly HtmlBlock[]): readonly HtmlBlock[] {
  const main = preferred(blocks, (block) => block.inMain);
  return [
    ...withoutContents(
      preferred(main, (block) => !block.inForm),
      isPageLink,
    ),
  ];
}

function preferred(blocks: readonly HtmlBlock[], wanted: (block: HtmlBlock) => boolean): readonly HtmlBlock[] {
  const some = blocks.filter(wanted);
  return lengthOf(some) >= leastMainShare * lengthOf(blocks) ? some : blocks;
}

const lengthOf = (blocks: readonly HtmlBlock[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);

function isPageLink(block: HtmlBlock): boolean {
  const letters = block.text.replace(/[^\p{L}]+/gu, "").length;
  return block.kind !== "heading" && letters > 0 && block.anchorText >= letters;
}
