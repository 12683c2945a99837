/** What a writer's formats do not say of headings, and their look does. */
import type { OutlineBlock } from "../language/structure/outline.ts";

/** UTF-16 units. A longer heading with nothing below it is text; a longer line in capitals is no name. */
const longestName = 60;
const mostWords = 8;
const leastText = 40;
const fewest = 2;
/** Of all blocks; where more look like names, their look says nothing. */
const largestShare = 1 / 2;

/** Instructions are often written in a heading's style, and headings as bold paragraphs or in capitals. @param bold their indices */
export function withHeadingsByLook(
  text: string,
  blocks: readonly OutlineBlock[],
  bold: ReadonlySet<number>,
): readonly OutlineBlock[] {
  const named = blocks.entries().map(([i, block]) => [i, nameOf(text, block, bold.has(i))] as const);
  const names = new Map(named.filter((one): one is readonly [number, string] => one[1] !== null));
  return withUnmarkedItems(text, withNamedHeadings(blocks.map(withoutBareHeading), names));
}

function withoutBareHeading(block: OutlineBlock, i: number, blocks: readonly OutlineBlock[]): OutlineBlock {
  const next = blocks[i + 1];
  const isBare = next === undefined || (next.kind === "heading" && next.level <= block.level);
  if (block.kind !== "heading" || i === 0 || !isBare || block.end - block.start < longestName) return block;
  return { ...block, kind: "paragraph", level: 0 };
}

function withNamedHeadings(
  blocks: readonly OutlineBlock[],
  names: ReadonlyMap<number, string>,
): readonly OutlineBlock[] {
  const places = Map.groupBy(names.keys(), (i) => names.get(i));
  const once = [...places.values()].flatMap(([first, ...others]) => (others.length === 0 ? first! : []));
  const heads = new Set(once.filter((i) => isAbove(blocks[i + 1], names.has(i + 1))));
  if (heads.size < fewest || heads.size > largestShare * blocks.length) return blocks;
  let level = 0;
  return blocks.map((block, i) => {
    if (block.kind === "heading") level = block.level;
    return heads.has(i) ? { ...block, kind: "heading" as const, level: Math.min(6, level + 1) } : block;
  });
}

/** UTF-16 units of an item without a mark. */
const longestItem = 300;

/** Short paragraphs from an item that ends in a colon to the next item of its list are items below it, whose marks are lost. */
function withUnmarkedItems(text: string, blocks: readonly OutlineBlock[]): readonly OutlineBlock[] {
  const levels = new Map(unmarkedItems(text, blocks));
  if (levels.size === 0) return blocks;
  return blocks.map((block, i) => (levels.has(i) ? { ...block, kind: "list_item", level: levels.get(i)! } : block));
}

function* unmarkedItems(text: string, blocks: readonly OutlineBlock[]): Generator<[at: number, level: number]> {
  const isColon = ({ end }: OutlineBlock) => text[end - 1] === ":";
  const mayBeItem = (one: OutlineBlock | undefined) =>
    one?.kind === "paragraph" && one.end - one.start <= longestItem && !isColon(one);
  for (const [i, lead] of blocks.entries()) {
    if (lead.kind !== "list_item" || !isColon(lead)) continue;
    let next = i + 1;
    while (mayBeItem(blocks[next])) next++;
    if (next - i <= fewest || !follows(blocks[next], lead)) continue;
    for (let at = i + 1; at < next; at++) yield [at, lead.level + 1];
  }
}

const follows = (item: OutlineBlock | undefined, other: OutlineBlock) =>
  item?.kind === "list_item" && item.level === other.level;

/** The next block is text, or a name below which there is some. */
function isAbove(next: OutlineBlock | undefined, isNamed: boolean): boolean {
  if (next === undefined || next.kind === "heading") return false;
  return next.kind !== "paragraph" || isNamed || next.end - next.start > leastText;
}

/** Null: no name of what follows. */
function nameOf(text: string, { kind, start, end, turn }: OutlineBlock, isBold: boolean): string | null {
  if (kind !== "paragraph" || turn !== undefined || end - start > longestName) return null;
  const line = text.slice(start, end);
  return isName(line) && (isBold ? /^[\p{Lu}\d§]/u.test(line) : isInCapitals(line)) ? line : null;
}

const isInCapitals = (line: string) => /\p{Lu}{3}/u.test(line) && !/\p{Ll}{2}/u.test(line);

function isName(line: string): boolean {
  if (line.length > longestName || line.split(" ").length > mostWords) return false;
  return /\p{L}{3}/u.test(line) && !/\d{2}|[.,;!?]$|[\n/\\=<>{}|]/u.test(line);
}

/** A line in capitals above one that is not. */
export const isNameAbove = (line: string, next: string) => isName(line) && isInCapitals(line) && !isInCapitals(next);
