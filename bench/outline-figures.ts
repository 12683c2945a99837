/**
 * What the outlines of the files in some folders have: list items with what introduces them, cells with their column and
 * row, and what is left of pages in the text.
 *
 *     bun bench/outline-figures.ts FOLDER...
 */
import { Glob } from "bun";
import { extract } from "../src/extraction/extract.ts";
import { outlined } from "../src/language/structure/document-outline.ts";
import { outlineFrom } from "../src/language/structure/outline-bytes.ts";
import { chunk } from "../src/sources/chunker.ts";
import { chunkTurns } from "../src/sources/conversation/turn-chunks.ts";
import type { Document } from "../src/sources/document.ts";
import { passageOutlines } from "../src/sources/outline/passage-outlines.ts";

const names = ["blocks", "items", "led", "torn", "cells", "named", "labelled", "messages", "furniture"] as const;
type Figures = Record<(typeof names)[number], number>;

/** A block that is only a page number, a mark of a page or a line of a table of contents. */
const leftOfPages =
  /^(?:\d{1,4}|[-–] ?\d{1,4} ?[-–]|.{0,150}\[?\bpage \d{1,4}(?: (?:of|\/) \d{1,4})?\]?|.{0,150}(?:\. ?){4,}\d{1,4})$/i;

function figuresOf(document: Document): Figures {
  const { text, blocks } = document;
  const items = blocks.filter(({ kind, continues }) => kind === "list_item" && continues !== true);
  const rows = blocks.filter(({ kind, header }) => kind === "table_row" && header !== true);
  const cells = rows.flatMap((row) => row.cells ?? []);
  const isTurns = blocks.some(({ kind }) => kind === "turn");
  const chunks = (isTurns ? chunkTurns : chunk)(document, { language: "en" });
  const torn = passageOutlines(document, chunks)
    .map((bytes, i) => outlineFrom(bytes, text.slice(chunks[i]!.start, chunks[i]!.end)))
    .filter(({ blocks: [first], lead }) => {
      return first?.kind === "list_item" && first.lead === "before" && lead === null;
    });
  return {
    blocks: blocks.length,
    items: items.length,
    led: items.filter(({ lead, parent }) => lead !== undefined || parent !== undefined).length,
    torn: torn.length,
    cells: cells.length,
    named: rows.flatMap(({ cells: own = [] }) => own.filter(({ name }, i) => i === 0 || name !== null)).length,
    labelled: rows
      .filter(({ label, cells: own = [] }) => label !== undefined || own.length > 0)
      .reduce((sum, row) => sum + (row.cells?.length ?? 0), 0),
    messages: blocks.filter(({ kind }) => kind === "turn").length,
    furniture: blocks.filter(({ start, end }) => end - start <= 200 && leftOfPages.test(text.slice(start, end))).length,
  };
}

console.log(`| file | ${names.join(" | ")} |\n|---|${names.map(() => "---|").join("")}`);
const total: Figures = {
  blocks: 0,
  items: 0,
  led: 0,
  torn: 0,
  cells: 0,
  named: 0,
  labelled: 0,
  messages: 0,
  furniture: 0,
};
const show = (file: string, figures: Figures) =>
  console.log(`| ${file} | ${names.map((name) => figures[name]).join(" | ")} |`);
for (const folder of process.argv.slice(2)) {
  for await (const path of new Glob("**/*").scan(folder)) {
    const bytes = await Bun.file(`${folder}/${path}`).bytes();
    try {
      const { document } = await extract({ bytes, filename: path.split("/").at(-1) ?? null, declaredType: null });
      const figures = figuresOf(outlined(document, "en"));
      for (const name of names) total[name] += figures[name];
      show(path, figures);
    } catch (error) {
      console.log(`| ${path} | ${error instanceof Error ? error.message : error} |`);
    }
  }
}
show("all", total);
