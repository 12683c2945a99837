/** Where Markdown made words bold, code, a link or a task, and its marks where a text still has them: in turns of a conversation. */
import type { PassageObject } from "../../api/shapes.ts";
import { type Inline, isReadable, type ListItem, type MarkdownDocument, readMarkdown } from "./read-markdown.ts";
import { type InlineStyle, type StyledSpan, unitsAt } from "./text-layout.ts";

interface InlineLeaf {
  readonly text: string;
  readonly style: InlineStyle | null;
}

/** Units of what may stand between two words of the original in the content: marks of lists, numbers of footnotes. */
const farthest = 200;

export function styledSpans(original: string, content: string): readonly StyledSpan[] {
  if (!isReadable(original)) return [];
  const spans = placedLeaves(leavesOf(readMarkdown(original), { code: null, heading: null }), content);
  return spans.flatMap(({ style, ...span }) => (style === null ? [] : [{ ...span, style }]));
}

/** @param chunks of a conversation: their blocks are its turns, which begin with who speaks */
export function turnSpans(content: string, chunks: readonly PassageObject[]): readonly StyledSpan[] {
  const turns = chunks.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === "turn"));
  const units = unitsAt(
    content,
    turns.flatMap(({ start, end }) => [start, end]),
  );
  return turns.flatMap(({ speaker }, at) => {
    const [from = 0, end = 0] = units.slice(2 * at, 2 * at + 2);
    const prefix = `${speaker}: `;
    const start = content.startsWith(prefix, from) ? from + prefix.length : from;
    return spansWithMarks(content.slice(start, end)).map((span) => moved(span, start));
  });
}

const moved = ({ start, end, style }: StyledSpan, by: number): StyledSpan => ({
  start: start + by,
  end: end + by,
  style,
});

function spansWithMarks(text: string): readonly StyledSpan[] {
  if (!isReadable(text)) return [];
  const spans: StyledSpan[] = [];
  let from = 0;
  for (const { start, end, style } of placedLeaves(
    leavesOf(readMarkdown(text), { code: "code", heading: "strong" }),
    text,
  )) {
    spans.push(...marksIn(text, from, start));
    if (style !== null) spans.push({ start, end, style });
    from = end;
  }
  return [...spans, ...marksIn(text, from, text.length)];
}

/** Of Markdown, where no words are: the fence of code with its language, marks of lists and headings, ends of links, and others. */
const marks =
  /(?<![^\n])(?:[^\S\n]{0,9}(?:(?<bullet>[-*+]) |#{1,6} )|[^\S\n]{0,3}(?:`{3}|~{3})[^\n]{0,40}\n?)|\[[ xX]\] |\]\([^)\n]{0,290}\)|\\(?=[!-/:-@[-`{-~])|[*_`~[!]{1,3}/g;

function marksIn(text: string, from: number, to: number): readonly StyledSpan[] {
  const spans: StyledSpan[] = [];
  marks.lastIndex = from;
  for (let found = marks.exec(text); found !== null && found.index < to; found = marks.exec(text)) {
    const end = Math.min(to, found.index + found[0].length);
    spans.push({ start: found.index, end, style: found.groups?.bullet === undefined ? "hidden" : "bullet" });
  }
  return spans;
}

interface PlacedLeaf extends Omit<StyledSpan, "style"> {
  readonly style: InlineStyle | null;
}

/** Words are looked for in their order, so one that is not found costs only its own style. */
function placedLeaves(leaves: readonly InlineLeaf[], content: string): readonly PlacedLeaf[] {
  const placed: PlacedLeaf[] = [];
  let from = 0;
  for (const { text, style } of leaves) {
    const at = content.slice(from, from + farthest + text.length).indexOf(text);
    if (at < 0) continue;
    const start = from + at;
    from = start + text.length;
    placed.push({ start, end: from, style });
  }
  return placed;
}

interface BlockStyles {
  readonly code: InlineStyle | null;
  readonly heading: InlineStyle | null;
}

function leavesOf(document: MarkdownDocument, styles: BlockStyles): readonly InlineLeaf[] {
  return document.flatMap((block): readonly InlineLeaf[] => {
    if (block.kind === "code") return linesOf(block.text, styles.code);
    if (block.kind === "list") return block.items.flatMap((item) => itemLeaves(item, styles));
    if (block.kind === "quote") return leavesOf(block.inside, styles);
    const cells = block.kind === "table" ? [block.head, ...block.rows].flat() : [block.inside];
    return cells.flatMap((cell) => inlineLeaves(cell, block.kind === "heading" ? styles.heading : null));
  });
}

/** The first words of a task show whether it is done. */
function itemLeaves({ isDone, inside }: ListItem, styles: BlockStyles): readonly InlineLeaf[] {
  const [first, ...others] = leavesOf(inside, styles);
  if (first === undefined || isDone === null) return first === undefined ? [] : [first, ...others];
  return [{ ...first, style: isDone ? "done" : "open" }, ...others];
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
