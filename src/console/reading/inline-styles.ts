/** Where Markdown made words bold, code or a link: the text that citations count in has none of its marks. */
import { type Inline, isReadable, type MarkdownDocument, readMarkdown } from "./read-markdown.ts";

export type InlineStyle = "code" | "link" | "strong" | "emphasis";

/** Half-open, in UTF-16 units of the content; ascending. */
export interface StyledSpan {
  readonly start: number;
  readonly end: number;
  readonly style: InlineStyle;
}

interface InlineLeaf {
  readonly text: string;
  readonly style: InlineStyle | null;
}

/** Units of what may stand between two words of the original in the content: marks of lists, numbers of footnotes. */
const farthest = 200;

/** Words are looked for in their order, so one that is not found costs only its own style. */
export function styledSpans(original: string, content: string): readonly StyledSpan[] {
  if (!isReadable(original)) return [];
  const spans: StyledSpan[] = [];
  let from = 0;
  for (const { text, style } of leavesOf(readMarkdown(original))) {
    const at = content.slice(from, from + farthest + text.length).indexOf(text);
    if (at < 0) continue;
    const start = from + at;
    from = start + text.length;
    if (style !== null) spans.push({ start, end: from, style });
  }
  return spans;
}

function leavesOf(document: MarkdownDocument): readonly InlineLeaf[] {
  return document.flatMap((block): readonly InlineLeaf[] => {
    if (block.kind === "code") return linesOf(block.text, null);
    if (block.kind === "list") return block.items.flatMap(leavesOf);
    if (block.kind === "quote") return leavesOf(block.inside);
    const cells = block.kind === "table" ? [block.head, ...block.rows].flat() : [block.inside];
    return cells.flatMap((cell) => inlineLeaves(cell, null));
  });
}

/** @param outer the style around; the one within it is shown, except that code and links stay such */
function inlineLeaves(inlines: readonly Inline[], outer: InlineStyle | null): readonly InlineLeaf[] {
  return inlines.flatMap((inline): readonly InlineLeaf[] => {
    if (inline.kind === "text") return linesOf(inline.text, outer);
    if (inline.kind === "code") return linesOf(inline.text, "code");
    return inlineLeaves(inline.inside, outer === "link" ? outer : inline.kind);
  });
}

function linesOf(text: string, style: InlineStyle | null): readonly InlineLeaf[] {
  return text
    .split("\n")
    .map((line) => ({ text: line.trim(), style }))
    .filter((leaf) => leaf.text !== "");
}
