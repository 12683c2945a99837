import type { Document } from "../../sources/document.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { linesOf } from "../normal-text.ts";

/**
 * Source code, kept verbatim. Blocks are separated by blank lines, but indented lines belong to the line above them: a
 * function with blank lines in its body is one block.
 */
export function extractCode({ text, filename, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  let block: string[] = [];
  let blank = false;
  for (const line of linesOf(text)) {
    if (blank && /^[^\s})\]]/.test(line)) {
      builder.add("code", block.join("\n"));
      block = [];
    }
    block.push(line);
    blank = line.trim() === "";
  }
  builder.add("code", block.join("\n"));
  return builder.finish(filename?.split(/[/\\]/).at(-1) ?? null);
}
