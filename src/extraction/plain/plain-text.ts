import type { SpokenTurn } from "../../language/structure/outline.ts";
import { indentedItem } from "../../language/text/line-units.ts";
import type { Document } from "../../sources/document.ts";
import { type BlockSink, DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { isNameAbove } from "../heading-look.ts";
import { indentOf, linesOf } from "../normal-text.ts";
import { type TurnFinder, turnsIn } from "./messages.ts";
import { withoutFurniture } from "./page-furniture.ts";
import { depthOf, isMarkedAnswer, withQuestions } from "./question-headings.ts";
import { noMarkup, type TextMarkup, textMarkup } from "./text-markup.ts";
import { isQuoted, looksLikeCode, PartReader, type PlainPart } from "./text-parts.ts";
import { isIndented, textTitle } from "./text-title.ts";

/** UTF-16 units of a wrapped paragraph's lines; others keep their line ends. */
const leastFilled = 40;
const mostFilled = 200;
/** A line with gaps between columns keeps its line end. */
const wideGap = /\S\s{4,}\S/;
/** The share of lines that may end early in wrapped text. */
const mostEnds = 0.3;

/** Line ends of wrapped text become spaces, one for one, so that positions stay where possible. */
export function extractText({ text: written, filename, limits }: ExtractionSource): Document {
  const builder = new DocumentBuilder(limits.characters);
  const text = withoutTerminalSigns(written);
  const lines = withoutFurniture(text);
  const turnOf = turnsIn(lines);
  if (turnOf !== null) {
    addMessages(lines, turnOf, builder);
    return builder.finish(builder.firstHeading);
  }
  const markup = textMarkup(text, filename);
  const parts = withQuestions([...new PartReader(lines, markup).parts()]);
  const isIn = isIndented(lines);
  const scan = new TextScan(builder, { isIndented: isIn, markup });
  for (const part of parts) scan.part(part);
  return builder.finish(textTitle(lines, parts, isIn));
}

/** Removes terminal colours, and letters struck over to be bold or underlined. */
function withoutTerminalSigns(text: string): string {
  const plain = text.includes("\u001b[") ? text.replace(/\u001b\[[\d;]{0,20}m/g, "") : text;
  return plain.includes("\b") ? plain.replace(/[^\n]\u0008/g, "") : plain;
}

export function addText(text: string, builder: DocumentBuilder): void {
  addLines(linesOf(text), builder);
}

const fewestWords = 6;
const leastPlain = 0.85;
const plainWord = /^[("'“‘]?\p{L}[\p{L}'’/-]*[.,;:!?)"”]{0,3}$/u;

/** Code has signs, and fewer words a line. */
export function isPlain(lines: readonly string[]): boolean {
  const parts = lines.flatMap((line) => line.split(/\s+/));
  const words = parts.filter((part) => plainWord.test(part)).length;
  const isTold = words >= fewestWords * lines.length && words >= leastPlain * parts.length;
  return isTold && !looksLikeCode(lines) && lines.some((line) => /[.!?;:]$/.test(line));
}

/** Text that was pasted keeps a typewriter's style. */
export function addPreformatted(text: string, builder: BlockSink): void {
  const lines = linesOf(text).map((line) => line.trim());
  if (isPlain(lines.filter((line) => line !== ""))) addLines(lines, builder);
  else builder.add("code", text, { tight: true });
}

function addLines(lines: readonly string[], builder: BlockSink, markup = noMarkup): void {
  const scan = new TextScan(builder, { isIndented: isIndented(lines), markup });
  for (const part of new PartReader(lines, markup).parts()) scan.part(part);
}

function addMessages(lines: readonly string[], turnOf: TurnFinder, builder: DocumentBuilder): void {
  let [open, turn]: [string[], SpokenTurn | null] = [[], null];
  const end = (next: SpokenTurn | null) => {
    if (turn === null) addLines(open, builder);
    else builder.add("turn", tidy(open), { turn });
    [open, turn] = [[], next];
  };
  for (const line of lines) {
    const found = turnOf(line);
    if (found !== null) end(found);
    open.push(line);
  }
  end(null);
}

const tidy = (lines: readonly string[]) =>
  lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");

/** Paragraphs without their signs; a line that names an author is one. */
function* quotations(lines: readonly string[]): Generator<{ readonly depth: number; readonly paragraph: string[] }> {
  let [depth, paragraph]: [number, string[]] = [1, []];
  for (const line of [...lines, ">"]) {
    const signs = /^\s{0,3}(?:>\s?)+/.exec(line)![0];
    const text = line.slice(signs.length).trimEnd();
    const own = text === "" ? depth : signs.split(">").length - 1;
    const names = [paragraph.at(-1) ?? "", text].some((one) => quotedSpeaker(one) !== null);
    if (paragraph.length > 0 && (text === "" || own !== depth || names)) {
      yield { depth, paragraph };
      paragraph = [];
    }
    depth = own;
    if (text !== "") paragraph.push(text);
  }
}

const longestHeading = 100;
const sectionNumber = /^(?:Appendix\s+)?(?:\d{1,3}|[A-Z](?=\.))(?:\.\d{1,3}){0,5}\.?\s/;

/** Reads paragraph by paragraph, and knows open list items by their columns. */
class TextScan {
  readonly #builder: BlockSink;
  readonly #isIndented: boolean;
  readonly #markup: TextMarkup;
  /** The author of the quotation that follows. */
  #quoted: SpokenTurn | null = null;
  /** Added to the levels of questions: the level of the last other heading less the depth of its number. */
  #level = 0;
  readonly #items: { readonly mark: number; readonly content: number }[] = [];

  constructor(builder: BlockSink, how: { readonly isIndented: boolean; readonly markup: TextMarkup }) {
    this.#builder = builder;
    this.#isIndented = how.isIndented;
    this.#markup = how.markup;
  }

  part(part: PlainPart): void {
    if (part.kind === "text") this.#paragraph(part.lines);
    else if (part.kind === "heading") this.#heading(part.text, part.level, part.asks);
    else if (part.kind === "table") this.#builder.addTable(part.grid);
    else if (part.kind === "caption") this.#builder.add("caption", this.#markup.inline(part.text));
    else this.#builder.add("code", undented(part.lines).join("\n"));
    if (part.kind !== "text") this.#quoted = null;
  }

  #paragraph(lines: readonly string[]): void {
    const [first = "", second, ...more] = lines;
    const name = first.trim();
    if (second !== undefined && isNameAbove(name, second)) {
      this.#heading(name, levelOf(name));
      this.#paragraph([second, ...more]);
      return;
    }
    if (this.#isHeading(lines)) this.#heading(first, levelOf(first));
    else if (lines.every(isQuoted)) this.#quote(lines);
    else if (quotedSpeaker(lines.join(" ")) !== null) this.#builder.add("furniture", lines.join(" "));
    else this.#text(lines);
    this.#quoted = speakerBelow(lines);
  }

  #isHeading(lines: readonly string[]): boolean {
    const [line = ""] = lines;
    if (!this.#isIndented || lines.length > 1 || line.length > longestHeading) return false;
    return /^\S/.test(line) && !isMarkedAnswer(line) && !/[.,;:]$/.test(line) && !/\S\s{3,}\S/.test(line);
  }

  #heading(written: string, level: number, asks = false): void {
    this.#items.length = 0;
    const text = this.#markup.inline(written);
    if (!asks) this.#level = level - depthOf(text);
    this.#builder.add("heading", text, { level: asks ? Math.min(6, Math.max(1, this.#level + level)) : level });
  }

  /** A line with one sign more quotes whom the line above names. */
  #quote(lines: readonly string[]): void {
    const turns = [this.#quoted];
    for (const { depth, paragraph } of quotations(lines)) {
      turns.length = depth;
      const turn = turns.at(-1) ?? null;
      const speaker = quotedSpeaker(paragraph[0]!);
      if (speaker === null) this.#builder.add("quote", joined(paragraph, false), turn === null ? {} : { turn });
      else this.#builder.add("furniture", paragraph[0]!);
      if (speaker !== null) turns[depth] = { speaker, saidAt: null };
    }
  }

  #text(lines: readonly string[]): void {
    const at = firstItem(lines);
    if (at > 0) this.#text(lines.slice(0, at));
    if (at >= 0) {
      this.#list(lines.slice(at));
      return;
    }
    const indent = indentOf(lines[0]!);
    while ((this.#items.at(-1)?.content ?? 0) > indent) this.#items.pop();
    const text = this.#markup.inline(joined(lines, this.#markup.name !== null));
    if (this.#items.length === 0) this.#builder.add("paragraph", text);
    else this.#builder.add("list_item", text, { level: this.#items.length, continues: true, tight: true });
  }

  #list(lines: readonly string[]): void {
    let item: string[] = [];
    const end = () => {
      const text = this.#markup.inline(unwrapped(item));
      this.#builder.add("list_item", text, { level: this.#items.length, tight: true });
      item = [];
    };
    for (const line of lines) {
      const mark = indentedItem.exec(line);
      if (mark !== null) {
        end();
        const column = indentOf(line);
        while ((this.#items.at(-1)?.mark ?? -1) >= column) this.#items.pop();
        this.#items.push({ mark: column, content: mark[0].length - 1 });
      }
      item.push(line.trim());
    }
    end();
  }
}

/** `On Thu, 2 Oct 2025, Amira Haddad <amira@example.org> wrote:` */
const attribution =
  /^(?:On|Am|Le|El|Op|Il|Den)\s.{4,200}?[,\d]\s+(?<name>\p{L}[^,\d<>]{0,60}?|<[^<>]{1,100}>)\s*(?:<[^<>]{0,200}>)?\s*(?:wrote|schrieb|a écrit|escribió|schreef|ha scritto|skrev)(?:\s[^:]{0,60})?\s?:$/u;

function quotedSpeaker(line: string): string | null {
  return attribution.exec(line.trim().slice(0, 400))?.groups?.name?.trim() ?? null;
}

function speakerBelow(lines: readonly string[]): SpokenTurn | null {
  const last = lines.at(-1)?.trimEnd() ?? "";
  const speaker = last.endsWith(":") ? (quotedSpeaker(lines.slice(-2).join(" ")) ?? quotedSpeaker(last)) : null;
  return speaker === null ? null : { speaker, saidAt: null };
}

/** At the beginning or directly below a lead-in; -1: none. */
function firstItem(lines: readonly string[]): number {
  const at = lines.findIndex((line) => indentedItem.test(line));
  if (at <= 0) return at;
  const isLed = /[:：]\s*$/.test(lines[at - 1]!) || lines.filter((line) => indentedItem.test(line)).length > 1;
  return isLed ? at : -1;
}

/** The depth of its number: `4.3.1.  Validation`. */
function levelOf(heading: string): number {
  const number = sectionNumber.exec(heading)?.[0].trim().replace(/\.$/, "");
  return number === undefined ? 1 : Math.min(6, number.split(".").length);
}

/** Text in a markup is always wrapped by its author. */
function joined(lines: readonly string[], isFlowing: boolean): string {
  const own = undented(lines);
  const isAligned = lines.some((line) => wideGap.test(line));
  if (isFlowing || (isWrapped(lines) && !isAligned)) return unwrapped(lines.map((line) => line.trim()));
  const width = widthOf(lines);
  const isEnd = (line: string, next: string) => line.length + 1 + /^\s*\S*/.exec(next)![0].length <= width;
  const ends = lines.map((line, i) => i + 1 < lines.length && isEnd(line, lines[i + 1]!));
  if (isAligned || width < leastFilled || width > mostFilled || ends.filter(Boolean).length > mostEnds * lines.length)
    return own.join("\n");
  return own.map((line, i) => (i === 0 ? line : (ends[i - 1] === true ? "\n" : " ") + line.trim())).join("");
}

function undented(lines: readonly string[]): string[] {
  const indent = lines.reduce(
    (least, line) => (line.trim() === "" ? least : Math.min(least, indentOf(line))),
    Infinity,
  );
  return lines.map((line) => line.slice(indent));
}

const unwrapped = (lines: readonly string[]) => lines.join(" ").replace(/(\p{L}-) (?=\p{Ll})/gu, "$1");

const widthOf = (lines: readonly string[]) => lines.reduce((length, line) => Math.max(length, line.length), 0);

function isWrapped(lines: readonly string[]): boolean {
  const filled = lines.slice(0, -1);
  const longest = widthOf(lines);
  return longest >= leastFilled && longest <= mostFilled && filled.every((line) => line.length >= longest * 0.6);
}

/** Verbatim. A blank line ends a block, unless an indented line follows. */
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
