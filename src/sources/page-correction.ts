/** Corrections by hand of recognised lines. Pure. */
import { invalidParameter } from "../kernel/fault.ts";
import { isSpaceless, wordsIn } from "../language/text/scripts.ts";
import { confidenceOf, type KeptPage, type LineCorrection, type RecognisedWord } from "./ports/recognised-page.ts";

export interface LineText {
  readonly page: number;
  readonly line: number;
  /** From 1, both included; null: the whole line. */
  readonly words: { readonly first: number; readonly last: number } | null;
  /** The right text. Without words, the given words are removed. */
  readonly text: string;
}

export interface SourceCorrection {
  readonly id: string;
  /** In which the lines were seen. */
  readonly version: number;
  readonly corrections: readonly LineText[];
}

export interface PageLine {
  readonly line: number;
  readonly words: readonly RecognisedWord[];
}

export function linesOf({ words }: Pick<KeptPage, "words">): readonly PageLine[] {
  return [...Map.groupBy(words, ({ line }) => line)].map(([line, some]) => ({ line, words: some }));
}

export function textOf(words: readonly RecognisedWord[]): string {
  return words.reduce(
    (line, { text }) => (line === "" || isSpaceless(line, text) ? line + text : `${line} ${text}`),
    "",
  );
}

/** @throws Fault `invalid_parameter` for lines or words that do not exist */
export function correctedPages(pages: readonly KeptPage[], corrections: readonly LineText[]): readonly KeptPage[] {
  const changed = new Map<number, KeptPage>();
  const known = new Map(pages.map((page) => [page.page, page]));
  for (const [at, correction] of corrections.entries()) {
    const page = changed.get(correction.page) ?? known.get(correction.page);
    if (page === undefined)
      throw invalidParameter(`corrections[${at}].page`, `Page ${correction.page} was not read from a picture.`);
    changed.set(correction.page, corrected(page, correction, `corrections[${at}]`));
  }
  return [...changed.values()];
}

function corrected(page: KeptPage, { line, words, text }: LineText, param: string): KeptPage {
  const found = linesOf(page).find((one) => one.line === line);
  if (found === undefined) throw invalidParameter(`${param}.line`, `Page ${page.page} has no line ${line}.`);
  const { first = 1, last = found.words.length } = words ?? {};
  if (first > last || last > found.words.length)
    throw invalidParameter(`${param}.words`, `Line ${line} of page ${page.page} has ${found.words.length} words.`);
  const now = replaced(found.words, { from: first - 1, to: last, texts: wordsIn(plainText(text)) });
  const all = page.words.flatMap((word) => (word.line !== line ? [word] : word === found.words[0] ? now : []));
  const { corrections = [] } = page;
  const isKnown = corrections.some((one) => one.line === line);
  const remembered: LineCorrection = { line, read: textOf(found.words) };
  return {
    ...page,
    words: all,
    confidence: confidenceOf(all),
    corrections: isKnown ? corrections : [...corrections, remembered],
  };
}

const plainText = (text: string) => text.normalize("NFC").replaceAll(/\p{Cc}/gu, " ");

interface WordReplacement {
  /** Half-open. */
  readonly from: number;
  readonly to: number;
  readonly texts: readonly string[];
}

/** Unchanged words keep their places; the others share the remaining width by their letters. */
function replaced(line: readonly RecognisedWord[], { from, to, texts }: WordReplacement): readonly RecognisedWord[] {
  const old = line.slice(from, to);
  let head = 0;
  while (head < Math.min(old.length, texts.length) && old[head]!.text === texts[head]) head++;
  let tail = 0;
  const isSameAtEnd = () => old.at(-1 - tail)!.text === texts.at(-1 - tail);
  while (tail < Math.min(old.length, texts.length) - head && isSameAtEnd()) tail++;
  const added = texts.slice(head, texts.length - tail);
  let [start, end] = [from + head, to - tail];
  if (added.length > 0 && start === end) {
    // A missed word: neighbours were read into its place, or leave it free.
    if (start > 0) added.unshift(line[--start]!.text);
    if (end < line.length) added.push(line[end++]!.text);
  }
  return [...line.slice(0, start), ...placed(line.slice(start, end), added), ...line.slice(end)];
}

function placed(room: readonly RecognisedWord[], texts: readonly string[]): readonly RecognisedWord[] {
  const [first] = room;
  if (first === undefined) return [];
  if (room.length === texts.length) return room.map((word, i) => ({ ...word, ...sure, text: texts[i]! }));
  const edges = { left: Math.min(...room.map(({ left }) => left)), right: Math.max(...room.map(({ right }) => right)) };
  const heights = {
    top: Math.min(...room.map(({ top }) => top)),
    bottom: Math.max(...room.map(({ bottom }) => bottom)),
  };
  const letters = texts.reduce((sum, text) => sum + text.length + 1, -1);
  const width = (edges.right - edges.left) / Math.max(1, letters);
  let at = edges.left;
  return texts.map((text) => {
    const left = at;
    at += (text.length + 1) * width;
    return { ...first, ...heights, ...sure, text, left, right: left + text.length * width };
  });
}

const sure = { confidence: 1, isCorrected: true } as const;
