/** In texts of questions and answers, a question is the heading of its answer. */
import { indentOf } from "../normal-text.ts";
import type { PlainPart } from "./text-parts.ts";

interface AskingParagraph {
  readonly sign: "letter" | "number" | "mark";
  /** Numbers before it: 2 for `4.2`; 1 for none. */
  readonly depth: number;
  /** Questions of one text share sign, depth and indentation. */
  readonly shape: string;
  readonly lines: number;
  readonly asks: boolean;
  /** May be the heading of other questions. */
  readonly heads: boolean;
}

const mostLines = 5;
const longest = 400;
const longestHeading = 80;
/** Fewer questions do not make such a text. */
const leastQuestions = 3;
/** Nor does a question in more parts, where only question marks show them. */
const mostParts = 12;

const asked = /^\s{0,20}(?:Q|F|P|Question|Frage|Pregunta)\s?\d{0,3}\s?[.:)]\s{1,20}\S/u;
const answered = /^\s{0,20}(?:A|R|Answer|Antwort|Réponse|Respuesta)\s?\d{0,3}\s?[.:)]\s{1,20}\S/u;
const numbered = /^\s{0,20}\(?\d{1,3}(?:\.\d{1,3}){0,4}[.)]{0,2}\s{1,20}\S/u;
/** Closing brackets and quotation marks may follow. */
const questionMark = /[?？؟\u037e]["'”’»)\]]{0,3}\s{0,20}$/u;

export function isMarkedAnswer(line: string): boolean {
  return answered.test(line);
}

/** Levels count from the last other heading. Linear. */
export function withQuestions(parts: readonly PlainPart[]): readonly PlainPart[] {
  const found = parts.map((part) => (part.kind === "text" ? askingOf(part.lines) : null));
  const shapes = questionShapes(parts, found);
  if (shapes.size === 0) return parts;
  const isHeading = (own: AskingParagraph, i: number) =>
    shapes.has(own.shape) ? own.asks || isHung(parts, i, own.depth) : isAbove(own, found[i + 1], shapes);
  let above: { readonly depth: number; readonly level: number } | null = null;
  return parts.flatMap((part, i): PlainPart[] => {
    const own = found[i] ?? null;
    if (part.kind !== "text" || own === null || !isHeading(own, i)) {
      above = null;
      return [part];
    }
    const { depth } = own;
    // Questions with one answer are nested, so that all of them lead to it.
    const level: number = above?.depth === depth ? above.level + 1 : depth;
    const [heading, ...rest] = divided(part.lines, own.lines, level);
    above = rest.length > 0 ? null : { depth, level };
    return [heading, ...rest];
  });
}

function divided(lines: readonly string[], at: number, level: number): [PlainPart, ...PlainPart[]] {
  const text = lines
    .slice(0, at)
    .map((line) => line.trim())
    .join(" ");
  const heading = { kind: "heading", text, level, asks: true } as const;
  return at === lines.length ? [heading] : [heading, { kind: "text", lines: lines.slice(at) }];
}

/** Null: no question at its beginning, or a list of questions. */
function askingOf(lines: readonly string[]): AskingParagraph | null {
  const [first = ""] = lines;
  const sign = signOf(first);
  const end = questionEnd(lines, sign);
  if (sign === "mark" ? end === 0 : lines.slice(1).some((line) => signOf(line) !== "mark")) return null;
  const taken = end === 0 ? lines.length : end;
  if (taken > mostLines || lines.slice(0, taken).join(" ").length > longest) return null;
  const depth = sign === "number" ? depthOf(first) : 1;
  const shape = `${sign} ${depth} ${indentOf(first)}`;
  const heads = sign === "number" && lines.length === 1 && first.length <= longestHeading && !/[.,;:]$/.test(first);
  return { sign, depth, shape, lines: taken, asks: end > 0 || sign === "letter", heads };
}

function signOf(line: string): AskingParagraph["sign"] {
  if (asked.test(line)) return "letter";
  return numbered.test(line) ? "number" : "mark";
}

/** Lines up to the end of the question; 0: no end. */
function questionEnd(lines: readonly string[], sign: AskingParagraph["sign"]): number {
  const isEnd = (line: string | undefined) => line !== undefined && questionMark.test(line);
  const head = lines.slice(0, mostLines);
  const isWhole = isEnd(lines.at(-1)) && lines.length === head.length;
  if (sign === "mark") return isWhole && /^\s{0,40}[\p{Lu}\p{Lo}¿]/u.test(lines[0]!) ? lines.length : 0;
  const answer = sign === "letter" ? lines.findIndex(isMarkedAnswer) : -1;
  if (answer > 0) return answer;
  if (isWhole) return lines.length;
  return (sign === "letter" ? head.findLastIndex(isEnd) : head.findIndex(isEnd)) + 1;
}

/** 1 for `1` and `1.0`; 0 without a number. */
export function depthOf(line: string): number {
  const number = /^\s{0,20}\(?(?<number>\d[\d.]{0,20})/.exec(line)?.groups?.number;
  if (number === undefined) return 0;
  return Math.max(1, number.split(".").filter((part) => part !== "" && part !== "0").length);
}

function questionShapes(parts: readonly PlainPart[], found: readonly (AskingParagraph | null)[]): ReadonlySet<string> {
  const isAnswered = (own: AskingParagraph, i: number) => {
    const { [i]: part, [i + 1]: next } = parts;
    const isSplit = part?.kind === "text" && part.lines.length > own.lines;
    return isSplit || (next !== undefined && next.kind !== "heading" && found[i + 1]?.asks !== true);
  };
  const all = found.flatMap((own, i) => (own === null ? [] : [{ ...own, isOne: own.asks && isAnswered(own, i) }]));
  const count = (some: typeof all) => some.filter(({ isOne }) => isOne).length;
  return new Set(
    [...Map.groupBy(all, ({ sign }) => sign)].flatMap(([sign, own]) => {
      if (count(own) < leastQuestions || (sign === "mark" && count(own) * mostParts < parts.length)) return [];
      const shapes = [...Map.groupBy(own, ({ shape }) => shape)];
      return shapes.flatMap(([shape, some]) => (count(some) * 2 >= some.length ? [shape] : []));
    }),
  );
}

/** Heads numbered questions: `1.0 General Concepts`. */
function isAbove(own: AskingParagraph, next: AskingParagraph | null | undefined, shapes: ReadonlySet<string>): boolean {
  return own.heads && next?.sign === "number" && next.depth > own.depth && shapes.has(next.shape);
}

/** An answer follows although it asks nothing: indented, or under a number such as `3.1`. */
function isHung(parts: readonly PlainPart[], i: number, depth: number): boolean {
  const { [i]: own, [i + 1]: next } = parts;
  if (own?.kind !== "text" || next === undefined || (next.kind !== "text" && next.kind !== "code")) return false;
  return depth > 1 || indentOf(next.lines[0] ?? "") > indentOf(own.lines[0] ?? "");
}
