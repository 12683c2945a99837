/** What a tagged file says its parts are (ISO 32000-1, 14.8); programs of offices and browsers write such files. */
import type { BlockKind } from "../document-builder.ts";
import { readingOrder } from "./pdf-columns.ts";
import { lineOf, type PdfLine, type PdfRun, segmentsOf } from "./pdf-line.ts";

/** An element of the structure, as pdf.js gives it for a page. */
export interface TagNode {
  readonly role: string;
  readonly children: readonly (TagNode | TaggedContent)[];
}

interface TaggedContent {
  readonly type: string;
  readonly id?: string;
}

export interface TaggedPart {
  /** `loose`: text without a tag that says what it is. */
  readonly kind: Extract<BlockKind, "heading" | "paragraph" | "list_item" | "quote" | "caption"> | "loose";
  /** Headings: 1–6. List items: depth from 1. */
  readonly level: number;
  readonly lines: readonly PdfLine[];
}

export interface TaggedCell {
  readonly isHeader: boolean;
  readonly parts: readonly TaggedPart[];
}

export interface TaggedTable {
  readonly rows: readonly (readonly TaggedCell[])[];
}

export type TaggedUnit = TaggedPart | TaggedTable;

export interface OrderedPage {
  readonly lines: readonly PdfLine[];
  /** The same lines as the file's tags part them; null without tags. */
  readonly tagged: readonly TaggedUnit[] | null;
}

/** The mark of headers, footers and decoration. */
export const artifact = "Artifact";
/** Of a page's characters, artifacts apart; with fewer tagged ones the tags are not to be trusted. */
const leastTagged = 0.9;
const deepestList = 10;

/** Null: the page has no tags, or they miss too much of its text. The little that they miss comes before or after the rest. */
export function taggedBlocks(tags: TagNode | null, runs: readonly PdfRun[], page: number): TaggedUnit[] | null {
  if (tags === null) return null;
  const shown = runs.filter(({ mark }) => mark !== artifact);
  const reader = new TagReader({ marked: Map.groupBy(shown, ({ mark }) => mark), page, column: columnOf(shown) });
  reader.read(tags);
  const left = shown.filter(({ mark }) => mark === undefined || !reader.taken.has(mark));
  if (charactersOf(left) > (1 - leastTagged) * charactersOf(shown)) return null;
  return among(reader.finish(), readingOrder(left, page));
}

const charactersOf = (runs: readonly PdfRun[]) => runs.reduce((sum, { text }) => sum + text.trim().length, 0);

/** Whether the tags of a file tell more than where its text is. */
export const isTelling = (block: TaggedUnit) =>
  "rows" in block || block.kind === "heading" || block.kind === "list_item";

export function linesOf(block: TaggedUnit): readonly PdfLine[] {
  if ("lines" in block) return block.lines;
  return block.rows.flatMap((row) => row.flatMap(({ parts }) => parts.flatMap(({ lines }) => lines)));
}

function among(blocks: readonly TaggedUnit[], lines: readonly PdfLine[]): TaggedUnit[] {
  const top = blocks.flatMap(linesOf).reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const [above, below] = [lines.filter(({ y }) => y < top), lines.filter(({ y }) => y >= top)];
  const loose = (some: readonly PdfLine[]): TaggedPart => ({ kind: "loose", level: 0, lines: some });
  return [loose(above), ...blocks, loose(below)];
}

const kinds: ReadonlyMap<string, TaggedPart["kind"]> = new Map([
  ...["H", "H1", "H2", "H3", "H4", "H5", "H6", "Title"].map((role) => [role, "heading"] as const),
  ...["P", "Note", "FENote"].map((role) => [role, "paragraph"] as const),
  ["LI", "list_item"],
  ["BlockQuote", "quote"],
  ["Caption", "caption"],
]);

interface OpenPart extends Pick<TaggedPart, "kind" | "level"> {
  readonly runs: PdfRun[];
}

interface MarkedRuns extends Pick<PdfLine, "page" | "column"> {
  readonly marked: ReadonlyMap<string | undefined, readonly PdfRun[]>;
}

const columnOf = (runs: readonly PdfRun[]): PdfLine["column"] => ({
  left: runs.reduce((edge, { x }) => Math.min(edge, x), Number.POSITIVE_INFINITY),
  right: runs.reduce((edge, { right }) => Math.max(edge, right), 0),
});

class TagReader {
  readonly taken = new Set<string>();
  readonly #text: MarkedRuns;
  readonly #blocks: (OpenPart | TaggedTable)[] = [];
  #open: OpenPart | null = null;
  #lists = 0;
  #isQuoted = false;
  /** The runs of the open item's number or bullet; null outside of items. */
  #label: number | null = null;

  constructor(text: MarkedRuns) {
    this.#text = text;
  }

  /** pdf.js bounds the depth of elements. */
  read({ children }: TagNode): void {
    for (const child of children) {
      if ("role" in child) this.#element(child);
      else if (child.type === "content" && child.id !== undefined) this.#content(child.id);
    }
  }

  finish(): TaggedUnit[] {
    const made = this.#blocks.map((block) => ("rows" in block ? block : this.#part(block)));
    return made.filter((block) => linesOf(block).length > 0);
  }

  #element(node: TagNode): void {
    const { role } = node;
    const kind = kinds.get(role);
    if (role === "TOC" || role === "TOCI") this.#skip(node);
    else if (role === "Table") this.#table(node);
    else if (role === "L") this.#list(node);
    else if (kind === "list_item") this.#item(node);
    else if (role === "Lbl" && this.#label !== null) this.#itemLabel(node);
    else if (kind === undefined) this.read(node);
    else if (kind === "paragraph" && this.#label !== null) this.#itemParagraph(node, this.#label);
    else this.#block(node, kind);
  }

  #block(node: TagNode, kind: TaggedPart["kind"]): void {
    const level = kind === "heading" ? Math.min(6, Number(/\d/.exec(node.role)?.[0] ?? 1)) : 0;
    const isQuoted = this.#isQuoted;
    this.#isQuoted ||= kind === "quote";
    this.#begin(this.#isQuoted && kind === "paragraph" ? "quote" : kind, level);
    this.read(node);
    this.#isQuoted = isQuoted;
    this.#open = null;
  }

  #list(node: TagNode): void {
    const [lists, label] = [this.#lists, this.#label];
    this.#lists = Math.min(deepestList, lists + 1);
    this.#label = null;
    this.read(node);
    [this.#lists, this.#label] = [lists, label];
    this.#open = null;
  }

  #item(node: TagNode): void {
    this.#begin("list_item", Math.max(1, this.#lists));
    this.#label = 0;
    this.read(node);
    this.#label = null;
    this.#open = null;
  }

  #itemLabel(node: TagNode): void {
    this.read(node);
    this.#label = this.#open?.runs.length ?? 0;
  }

  #itemParagraph(node: TagNode, label: number): void {
    if (this.#open === null || this.#open.runs.length > label) {
      this.#begin("list_item", Math.max(1, this.#lists));
      this.#label = 0;
    }
    this.read(node);
  }

  #begin(kind: TaggedPart["kind"], level: number): void {
    this.#open = { kind, level, runs: [] };
    this.#blocks.push(this.#open);
  }

  #content(id: string): void {
    const runs = this.#text.marked.get(id);
    if (runs === undefined || this.taken.has(id)) return;
    this.taken.add(id);
    if (this.#open === null) this.#begin("loose", 0);
    for (const run of runs) this.#open!.runs.push(run);
  }

  #table(node: TagNode): void {
    const rows: TaggedCell[][] = [];
    this.#rows(node, rows);
    this.#blocks.push({ rows: rows.filter((row) => row.length > 0) });
    this.#open = null;
  }

  #rows({ children }: TagNode, rows: TaggedCell[][]): void {
    for (const child of children) {
      if (!("role" in child)) continue;
      if (child.role === "TR") rows.push(this.#cells(child));
      else if (child.role === "Caption") this.#block(child, "caption");
      else this.#rows(child, rows);
    }
  }

  #cells({ children }: TagNode): TaggedCell[] {
    return children.flatMap((child): TaggedCell[] => {
      if (!("role" in child)) return [];
      const parts = this.#within(child);
      return parts.length === 0 ? [] : [{ isHeader: child.role === "TH", parts }];
    });
  }

  /** The parts of a cell; a table in it is read cell by cell. */
  #within(node: TagNode): TaggedPart[] {
    const reader = new TagReader(this.#text);
    reader.read(node);
    for (const id of reader.taken) this.taken.add(id);
    return reader
      .finish()
      .flatMap((block) => ("rows" in block ? block.rows.flat().flatMap(({ parts }) => parts) : block));
  }

  #skip({ children }: TagNode): void {
    for (const child of children) {
      if ("role" in child) this.#skip(child);
      else if (child.id !== undefined) this.taken.add(child.id);
    }
  }

  #part({ kind, level, runs }: OpenPart): TaggedPart {
    return { kind, level, lines: linesInOrder(runs, this.#text) };
  }
}

/** By baselines, in the order of the runs: a paragraph may go on at the top of the next column. */
function linesInOrder(runs: readonly PdfRun[], { page, column }: MarkedRuns): PdfLine[] {
  const rows: PdfRun[][] = [];
  for (const run of runs) {
    const last = rows.at(-1)?.at(-1);
    const isSame = last !== undefined && Math.abs(run.y - last.y) <= 0.5 * Math.max(last.size, run.size);
    if (isSame) rows.at(-1)!.push(run);
    else rows.push([run]);
  }
  return rows.map((row) =>
    lineOf(
      segmentsOf(row).sort((one, other) => one.x - other.x),
      page,
      column,
    ),
  );
}
