/** An answer in the runs that are shown differently: headings of a list of statements, bullets, marks of citations, other text. */
import { unitsAt } from "../reading/text-layout.ts";

export interface AnswerRun {
  readonly kind: "text" | "heading" | "bullet" | "mark";
  readonly text: string;
}

/** The joined runs are the text. @param remarks ascending; those that are lines of their own are headings */
export function answerRuns(text: string, remarks: readonly { start: number; end: number }[]): readonly AnswerRun[] {
  const bounds = unitsAt(
    text,
    remarks.flatMap(({ start, end }) => [start, end]),
  );
  const runs: AnswerRun[] = [];
  let shown = 0;
  for (let i = 0; i < bounds.length; i += 2) {
    const [start = 0, end = 0] = bounds.slice(i, i + 2);
    if (start < shown || !isLine(text, start, end)) continue;
    runs.push(...piecesOf(text.slice(shown, start)), { kind: "heading", text: text.slice(start, end) });
    shown = end;
  }
  return [...runs, ...piecesOf(text.slice(shown))];
}

function isLine(text: string, start: number, end: number): boolean {
  const isStart = start === 0 || text[start - 1] === "\n";
  return isStart && end > start && (end === text.length || text[end] === "\n");
}

function piecesOf(text: string): readonly AnswerRun[] {
  const pieces = text.split(/(\[\d+\]|^- )/m).filter((piece) => piece !== "");
  return pieces.map((piece) => ({ kind: kindOf(piece), text: piece }));
}

function kindOf(piece: string): AnswerRun["kind"] {
  if (piece === "- ") return "bullet";
  return /^\[\d+\]$/.test(piece) ? "mark" : "text";
}
