import type { Document } from "../../sources/document.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";

const listItem = /^(\s*)(?:[-*+•‣◦▪·–]|\d{1,3}[.)]|[a-zA-Z]\))\s+\S/u;
const underline = /^(?:={3,}|-{3,}|~{3,})\s*$/;
/** Lines filled to a column are one paragraph; shorter ones were ended by their author. */
const leastFilled = 40;

/**
 * Plain text: paragraphs between blank lines, underlined headings, lists. Words and lines stay as they are, but the line
 * ends of a text wrapped at a column become spaces, so positions equal those of the given text wherever they can.
 */
export function extractText({ text, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  addText(text, builder);
  return builder.finish(builder.firstHeading);
}

/** Writes plain text into a document under construction. */
export function addText(text: string, builder: DocumentBuilder): void {
  for (const paragraph of paragraphs(text)) addParagraph(builder, paragraph);
}

function* paragraphs(source: string): Generator<string[]> {
  let open: string[] = [];
  for (const line of source.split(/\r\n?|\n/)) {
    if (line.trim() !== "") open.push(line.trimEnd());
    else if (open.length > 0) {
      yield open;
      open = [];
    }
  }
  if (open.length > 0) yield open;
}

function addParagraph(builder: DocumentBuilder, lines: readonly string[]): void {
  const [first = "", second = ""] = lines;
  if (underline.test(second) && !underline.test(first) && second.length >= first.length - 2) {
    builder.add("heading", first, { level: second.startsWith("=") ? 1 : 2 });
    if (lines.length > 2) addParagraph(builder, lines.slice(2));
  } else if (listItem.test(first)) addList(builder, lines);
  else builder.add("paragraph", isWrapped(lines) ? lines.map((line) => line.trimStart()).join(" ") : lines.join("\n"));
}

/** Items with the lines that hang under them; deeper indentation is a deeper level. */
function addList(builder: DocumentBuilder, lines: readonly string[]): void {
  const indents: number[] = [];
  let item: string[] = [];
  const end = () => {
    if (item.length > 0) builder.add("list_item", item.join(" "), { level: indents.length, tight: true });
    item = [];
  };
  for (const line of lines) {
    const indent = listItem.exec(line)?.[1]?.length;
    if (indent !== undefined) {
      end();
      while ((indents.at(-1) ?? -1) > indent) indents.pop();
      if ((indents.at(-1) ?? -1) < indent) indents.push(indent);
    }
    item.push(line.trim());
  }
  end();
}

function isWrapped(lines: readonly string[]): boolean {
  const filled = lines.slice(0, -1);
  const longest = lines.reduce((length, line) => Math.max(length, line.length), 0);
  return longest >= leastFilled && longest <= 200 && filled.every((line) => line.length >= longest * 0.6);
}
