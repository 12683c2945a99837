import { useEffect, useMemo, useRef } from "preact/hooks";
import type { SourceObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { ScrollFrame } from "../parts/scroll-frame.tsx";
import type { ReadText } from "./reading.ts";
import { type LayoutPiece, layOut, type Stretch, type TextMark, type TextPiece, type TextRun } from "./text-layout.ts";

interface SourceTextProps {
  readonly source: SourceObject;
  readonly text: ReadText;
  readonly marks: readonly TextMark[];
  readonly showPassages: boolean;
}

/** Shows the blocks of the text, without links or scripts. Each detects its own writing direction. */
export function SourceText({ source, text: { content, chunks, styles }, marks, showPassages }: SourceTextProps) {
  const frame = useRef<HTMLElement>(null);
  const { t } = useConsole();
  const stretches = useMemo(
    () => layOut(content, { marks, chunks, showPassages, styles }),
    [content, chunks, styles, showPassages, String(marks)],
  );
  useEffect(() => {
    const marked = frame.current?.querySelector("mark");
    marked?.scrollIntoView({ block: "center" });
    marked?.focus({ preventScroll: true });
    // What answers stands behind the name of its row, in a wide table out of view.
    const last = [...(marked?.closest("tr")?.querySelectorAll("mark") ?? [])].at(-1);
    last?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [content, String(marks)]);
  return (
    <ScrollFrame class="source-text" label={t.reading.text} frame={frame}>
      {stretches.map((stretch, at) => (
        <TextStretch
          key={at}
          stretch={stretch}
          title={at === 0 ? source.title : null}
          hasHead={at === 0 && source.mime_type === "message/rfc822"}
        />
      ))}
    </ScrollFrame>
  );
}

/** Approximate characters per line and pixels per line, to estimate the height of a stretch that is out of view. */
const [lineLength, lineHeight] = [70, 26];

interface TextStretchProps {
  readonly stretch: Stretch;
  /** Shown above the text already; null except in the first stretch. */
  readonly title: string | null;
  readonly hasHead: boolean;
}

function TextStretch({ stretch: { pieces, length }, title, hasHead }: TextStretchProps) {
  const room = Math.ceil(length / lineLength) * lineHeight;
  const shown = isTitle(pieces[0], title) ? pieces.slice(1) : pieces;
  const head = hasHead ? shown[0] : undefined;
  return (
    <div class="text-stretch" style={{ containIntrinsicSize: `auto ${room}px` }}>
      {tablesIn(shown).map((part, at) =>
        "rows" in part ? (
          <RowTable key={at} rows={part.rows} />
        ) : (
          <PieceView key={at} piece={part} isHead={part === head} />
        ),
      )}
    </div>
  );
}

const textOf = (runs: readonly TextRun[]) => runs.map(({ text }) => text).join("");

function isTitle(piece: LayoutPiece | undefined, title: string | null): boolean {
  if (title === null || piece?.kind !== "heading") return false;
  return textOf(piece.runs).trim() === title && !piece.runs.some(({ isMarked }) => isMarked);
}

interface TableRows {
  readonly rows: TextPiece[];
}

function tablesIn(pieces: readonly LayoutPiece[]): readonly (LayoutPiece | TableRows)[] {
  const parts: (LayoutPiece | TableRows)[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (piece.kind === "page" || !isInCells(piece)) parts.push(piece);
    else if (last !== undefined && "rows" in last && haveSameColumns(last.rows[0]!, piece)) last.rows.push(piece);
    else parts.push({ rows: [piece] });
  }
  return parts;
}

function isInCells({ cells, runs }: TextPiece): boolean {
  const rest = cells.reduce((text, { name }) => (name === null ? text : text.replace(name, "")), textOf(runs));
  return cells.length > 0 && !/[\p{L}\p{N}]/u.test(rest);
}

/** A row may lack cells, but names none otherwise. */
function haveSameColumns(one: TextPiece, other: TextPiece): boolean {
  const names = new Map(one.cells.map(({ column, name }) => [column, name]));
  return other.cells.every(({ column, name }) => (names.get(column) ?? name) === name);
}

function RowTable({ rows }: TableRows) {
  const { t } = useConsole();
  const names = new Map(rows.flatMap(({ cells }) => cells.map(({ column, name }) => [column, name] as const)));
  const columns = [...names.keys()].sort((a, b) => a - b);
  return (
    <ScrollFrame class="table-frame text-table" label={t.handbook.table}>
      <table>
        {columns.some((column) => names.get(column) !== null) && (
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" dir="auto">
                  {names.get(column)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ cells }, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column} dir="auto">
                  <Runs runs={cells.find((cell) => cell.column === column)?.runs ?? []} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function PieceView({ piece, isHead }: { readonly piece: LayoutPiece; readonly isHead: boolean }) {
  const { formats, t } = useConsole();
  if (piece.kind === "page") return <span class="page-mark">{t.reading.page(piece.page)}</span>;
  const { kind, level, isBulleted, said, runs } = piece;
  const look = `text-piece text-${isHead ? "mail-head" : kind}${isBulleted ? " text-bullet" : ""}`;
  const role = kind === "heading" ? ({ role: "heading", "aria-level": level } as const) : {};
  return (
    <div class={look} style={{ "--level": level }} dir="auto" {...role}>
      {kind === "turn" && said !== null && (
        <p class="turn-head">
          <strong>{said.speaker}</strong>
          {said.at !== null && <time dateTime={said.at}>{formats.moment(said.at)}</time>}
        </p>
      )}
      <Runs runs={said === null ? runs : withoutSpeaker(runs, said.speaker)} />
    </div>
  );
}

/** The text begins with who speaks, which stands above it. */
function withoutSpeaker(runs: readonly TextRun[], speaker: string): readonly TextRun[] {
  const [first, ...others] = runs;
  const prefix = `${speaker}: `;
  if (first?.text.startsWith(prefix) !== true) return runs;
  return [{ ...first, text: first.text.slice(prefix.length) }, ...others];
}

function Runs({ runs }: { readonly runs: readonly TextRun[] }) {
  const { t } = useConsole();
  return (
    <>
      {runs.map(({ text, isMarked, isPassage, style }, at) => {
        if (style === "hidden") return null;
        if (style === "bullet") return <span key={at}>•{"\u00a0"}</span>;
        const look = style === null ? undefined : `inline-${style}`;
        return isMarked ? (
          <mark key={at} tabIndex={-1} title={t.reading.cited} class={look}>
            {text}
          </mark>
        ) : (
          <span key={at} class={isPassage ? `passage ${look ?? ""}` : look}>
            {text}
          </span>
        );
      })}
    </>
  );
}
