/**
 * Splits a model's text into sentences with their citations while it streams in. Markers are moved before the full stop;
 * Markdown that could fetch or hide something becomes plain text.
 */
import { byKnownLanguage } from "../../language/data/by-language.ts";
import { withoutUnsafeLinks } from "../../language/text/link-safety.ts";
import { splitSentences } from "../../language/text/sentences.ts";

export interface GeneratedClause {
  readonly text: string;
  /** What is checked: the text, or each cell of a row with the row's name. */
  readonly claims: readonly string[];
  /** The numbers that it cites, as the model wrote them, each once. */
  readonly cites: readonly number[];
}

export interface GeneratedSentence extends Omit<GeneratedClause, "claims"> {
  /** The text before it: empty, a space, one or two line ends. */
  readonly gap: string;
  /** Their joined texts are its text. One, unless it cites in several places. */
  readonly clauses: readonly GeneratedClause[];
  /** Whether it is a row of a Markdown table. */
  readonly isRow: boolean;
}

export interface GeneratedText {
  /** Takes a piece and returns the sentences that it completes, each read when it is asked for. */
  push(piece: string): IteratorObject<GeneratedSentence>;
  /** What was pushed of the sentence that is not complete. */
  pending(): Pick<GeneratedSentence, "gap" | "text">;
  end(): GeneratedSentence[];
}

/** Longest sentence, in UTF-16 units; longer text is cut. */
const longestSentence = 2000;

/** Of an incomplete sentence, only so much can be the beginning of a passage's. UTF-16 units. */
const longestOpening = 1000;

/** @param language BCP 47, of the text to expect. */
export function readGeneratedText(language: string): GeneratedText {
  let buffer = "";
  const take = (isEnd: boolean): GeneratedSentence[] => {
    const text = normalise(buffer);
    const spans = splitRows(text, language);
    const complete = isEnd ? spans : spans.slice(0, completeCount(text, spans));
    const last = complete.at(-1);
    if (last === undefined) {
      if (isEnd) buffer = gapOf(text);
      return [];
    }
    buffer = text.slice(last.end);
    let from = 0;
    return complete.map(({ start, end }) => {
      const sentence = readSentence(text.slice(from, start), text.slice(start, end), language);
      from = end;
      return sentence;
    });
  };
  return {
    *push(piece) {
      for (let at = 0; at < piece.length; ) {
        const end = at + longestSentence - buffer.length;
        buffer += piece.slice(at, end);
        at = end;
        yield* take(false);
        if (buffer.length >= longestSentence) yield* take(true);
      }
    },
    pending: () => {
      const text = normalise(buffer.slice(0, longestOpening));
      const start = text.length - text.trimStart().length;
      return { gap: gapOf(text.slice(0, start)), text: text.slice(start) };
    },
    end: () => take(true),
  };
}

function splitRows(text: string, language: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  const rows = [...text.matchAll(/^[ \t]*\|.*$/gm)].map(({ index, 0: row }) => ({
    start: index,
    end: index + row.length,
  }));
  let from = 0;
  for (const next of [...rows, { start: text.length, end: text.length }]) {
    const before = splitSentences(text.slice(from, next.start), language);
    spans.push(...before.map(({ start, end }) => ({ start: from + start, end: from + end })));
    if (next.end > next.start) spans.push(next);
    from = next.end;
  }
  return spans;
}

/** All sentences except the last, which may continue, and the one before it while the last may be only its marker. */
function completeCount(text: string, spans: readonly { start: number; end: number }[]): number {
  const last = spans.at(-1);
  const beginsMarker = last !== undefined && /^[[【(]?[\s\d,[\]^–-]*$/.test(text.slice(last.start));
  return Math.max(0, spans.length - (beginsMarker ? 2 : 1));
}

const markerRun = String.raw`(?:\s*\[\d{1,3}\])+`;
const afterStop = new RegExp(`([.!?…。！？]["'”’»)]?)(${markerRun})`, "g");

function normalise(text: string): string {
  return text
    .replace(/[【［]\s*(\d{1,3})[^】］\n]{0,20}[】］]/g, "[$1]")
    .replace(/\[\^?(?:passages?\s*)?(\d{1,3}(?:\s*[,;]\s*\^?\d{1,3})*)\](?!\()/gi, (_, list: string) =>
      list
        .split(/[,;]/)
        .map((number) => `[${number.replace("^", "").trim()}]`)
        .join(""),
    )
    .replace(afterStop, "$2$1")
    .replace(/\|((?:\s*\[\d{1,3}\])+)[ \t]*$/gm, "$1 |");
}

const marker = /(?<!\s)\s*\[(\d{1,3})\]/g;

function readSentence(gap: string, raw: string, language: string): GeneratedSentence {
  const { text: said, passage } = withoutAttribution(raw, language);
  const isRow = raw.startsWith("|");
  const written = plainText(said);
  const cites = [...new Set([...numbersIn(written), ...passage])];
  const parts = written.split(/(?<=\[\d{1,3}\])(?!\s*\[\d{1,3}\])/).reduce(joinShort, []);
  const cited = parts.filter((part) => numbersIn(part).length > 0);
  const name = isRow ? (cellsOf(written)[0] ?? "") : "";
  const clauses = (cited.length > 1 || isRow ? parts : [written]).map((part) => {
    const text = part.replace(marker, "");
    const own = cited.length > 1 ? numbersIn(part) : cites;
    return { text, claims: isRow ? rowClaims(name, text) : [text], cites: own.length > 0 ? own : cites };
  });
  return { gap: gapOf(gap), text: clauses.map(({ text }) => text).join(""), cites, clauses, isRow };
}

const numbersIn = (text: string) => [...new Set([...text.matchAll(marker)].map(([, number]) => Number(number)))];

/** A part of one or two words says too little on its own and belongs to the next one. */
function joinShort(parts: readonly string[], part: string): string[] {
  const last = parts.at(-1);
  const isShort = last !== undefined && (last.replace(marker, "").match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < 3;
  return isShort ? [...parts.slice(0, -1), last + part] : [...parts, part];
}

const cellsOf = (row: string) =>
  row
    .replace(marker, "")
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => /[\p{L}\p{N}]/u.test(cell));

function rowClaims(name: string, text: string): string[] {
  const cells = cellsOf(text).filter((cell) => cell !== name);
  return cells.map((cell) => `${name}: ${cell}`);
}

const attributionIn = byKnownLanguage(({ statements }) =>
  statements === undefined ? null : new RegExp(`^(?:${statements.attribution})`, "iu"),
);

/** Without `According to passage 1,`: the passage is cited instead. */
function withoutAttribution(raw: string, language: string): { text: string; passage: number[] } {
  const found = attributionIn(language)?.exec(raw);
  if (!found) return { text: raw, passage: [] };
  const number = found.groups?.n ?? found.groups?.m;
  const rest = raw.slice(found[0].length);
  const text = rest.charAt(0).toUpperCase() + rest.slice(1);
  return { text, passage: number === undefined ? [] : [Number(number)] };
}

function gapOf(space: string): string {
  const lines = space.split("\n").length - 1;
  return lines === 0 ? space.slice(0, 1) : "\n".repeat(Math.min(lines, 2));
}

const removed = "\uFFFC";

/** Replaces links by their words and removes images, HTML and emphasis, also for links that are nested or cut in two. */
function plainText(markdown: string): string {
  const text = markdown
    .replace(/!\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)/g, removed)
    .replace(/\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, (_, words: string) => (words.trim() === "" ? removed : words))
    .replace(/\[(?!\d{1,3}\])([^[\]]{1,200})\](?=\[\d{1,3}\])/g, "$1 ")
    .replace(/<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/gi, "$1")
    .replace(/<br ?\/?>/gi, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, removed)
    .replace(/(\*\*|__)(?=\S)(.{1,200}?)(?<=\S)\1/g, "$2")
    .replace(/^#{1,6}\s+/, "");
  return withoutUnsafeLinks(withoutDebris(text).trim());
}

function withoutDebris(text: string): string {
  const pieces = text.split(removed).filter((piece, i, all) => piece !== "" || i === 0 || i === all.length - 1);
  return pieces.reduce((before, after) => {
    const isEnclosed = before.endsWith("(") && after.startsWith(")");
    const [head, tail] = isEnclosed ? [before.slice(0, -1), after.slice(1)] : [before, after];
    return (/^(?:[\s,.;:!?)]|$)/.test(tail) ? head.trimEnd() : head) + tail;
  });
}
