/** The outline of plain text that a client sends with a question. */
import { outlined } from "./document-outline.ts";
import { indentedItem } from "./list-mark.ts";
import type { OutlineBlock } from "./outline.ts";

const indent = 2;

export function plainOutline(text: string, language: string): readonly OutlineBlock[] {
  const blocks: OutlineBlock[] = [];
  let isOpen = false;
  let at = 0;
  for (const line of text.split("\n")) {
    const [start, end] = [at + line.length - line.trimStart().length, at + line.trimEnd().length];
    at += line.length + 1;
    const isBlank = start >= end;
    if (!isBlank) {
      const level = levelOf(line);
      if (isOpen && level === 0) blocks.push({ ...blocks.pop()!, end });
      else blocks.push({ kind: level === 0 ? "paragraph" : "list_item", level, start, end });
    }
    isOpen = !isBlank;
  }
  return outlined({ text, blocks }, language).blocks;
}

function levelOf(line: string): number {
  const item = indentedItem.exec(line);
  return item === null ? 0 : 1 + Math.floor((item.groups?.indent?.length ?? 0) / indent);
}
