import { lineOf, type PdfLine, type PdfRun, segmentOf } from "./pdf-line.ts";

/** Boxes and rings to be ticked. */
const boxes = /[☐-☒□❏-❒◯○]/u;
const box = new RegExp(`^\\s*${boxes.source}`, "u");
/** An option, or a label of a form, is no longer. */
const longestOption = 48;

/**
 * The options and labels of a form that stand on one line, as lines of their own: each begins with a box, or stands apart
 * from its neighbours. A line of text is one.
 */
export function optionsOf(line: PdfLine): readonly PdfLine[] {
  if (line.monospaced || (line.segments.length === 1 && !boxes.test(line.segments[0]!.text))) return [line];
  const parts = line.segments.flatMap(({ runs }) => splitAtBoxes(runs));
  const isForm = parts.every((runs) => runs.reduce((sum, run) => sum + run.text.length, 0) <= longestOption);
  return isForm ? parts.map((runs) => lineOf([segmentOf(runs)], line.page, line.column)) : [line];
}

function splitAtBoxes(runs: readonly PdfRun[]): PdfRun[][] {
  const parts: PdfRun[][] = [];
  for (const run of runs) {
    if (parts.length === 0 || box.test(run.text)) parts.push([run]);
    else parts.at(-1)!.push(run);
  }
  return parts;
}
