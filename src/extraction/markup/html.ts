import type { Document } from "../../sources/document.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { type HtmlBlock, type HtmlOptions, HtmlWalker } from "./html-walker.ts";
import { readMarkup } from "./markup-reader.ts";

/** Below this share of all text, a page's `main` or `article` is a teaser and the whole page is the text. */
const leastMainShare = 0.25;
/** A run of this many blocks that are nothing but links into the page is its table of contents. */
const contentsRun = 3;

/**
 * The text of a web page: the content of `main` or `article` if there is one, without navigation, forms, scripts or hidden
 * parts. The title is the page's `<title>`, else its first `h1`.
 */
export function extractHtml({ text, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  const { title } = addHtml(text, builder);
  return builder.finish(title ?? builder.firstHeading);
}

const isOnPage = (href: string) => href.startsWith("#");

/**
 * Writes the text of an HTML page or fragment into a document under construction. `isInside` tells links to other places
 * of that document, of which tables of contents are made.
 */
export function addHtml(
  source: string,
  builder: DocumentBuilder,
  isInside = isOnPage,
): { readonly title: string | null } {
  let walker = walk(source, { isInside, room: builder.room, everything: false });
  // A page that has only parts that are usually left out, or whose `nav` never closes.
  if (walker.blocks.length === 0) walker = walk(source, { isInside, room: builder.room, everything: true });
  let group = 0;
  for (const block of mainText(walker.blocks)) {
    const { kind, text, group: own, inMain: _, inForm: __, anchorText: ___, ...form } = block;
    builder.add(kind, text, { ...form, tight: own !== 0 && own === group });
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

/** XHTML closes empty elements in themselves; read as HTML, an empty `<div/>` or `<script/>` would swallow the page. */
function isXhtml(source: string): boolean {
  const head = source.slice(0, 1024);
  return head.startsWith("<?xml") || /<html[^<>]*xmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml/i.test(head);
}

function mainText(blocks: readonly HtmlBlock[]): readonly HtmlBlock[] {
  const main = preferred(blocks, (block) => block.inMain);
  return withoutContents(preferred(main, (block) => !block.inForm));
}

function preferred(blocks: readonly HtmlBlock[], wanted: (block: HtmlBlock) => boolean): readonly HtmlBlock[] {
  const some = blocks.filter(wanted);
  return lengthOf(some) >= leastMainShare * lengthOf(blocks) ? some : blocks;
}

const lengthOf = (blocks: readonly HtmlBlock[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);

/** Drops tables of contents: they repeat the headings and answer nothing. */
function withoutContents(blocks: readonly HtmlBlock[]): readonly HtmlBlock[] {
  const kept: HtmlBlock[] = [];
  let run: HtmlBlock[] = [];
  const endRun = () => {
    if (run.length < contentsRun) kept.push(...run);
    run = [];
  };
  for (const block of blocks) {
    if (isPageLink(block)) run.push(block);
    else {
      endRun();
      kept.push(block);
    }
  }
  endRun();
  return kept;
}

/** Nothing but a link into the page, its number aside. */
function isPageLink(block: HtmlBlock): boolean {
  const letters = block.text.replace(/[^\p{L}]+/gu, "").length;
  return block.kind !== "heading" && letters > 0 && block.anchorText >= letters;
}
