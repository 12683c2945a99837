import { useEffect, useMemo, useRef } from "preact/hooks";
import { useTexts } from "../app/console-state.ts";
import { ScrollFrame } from "../parts/scroll-frame.tsx";
import type { Reading } from "./reading.ts";
import { layOut, type Piece, type Stretch, type TextRun } from "./text-layout.ts";

interface SourceTextProps {
  readonly text: NonNullable<Reading["text"]>;
  /** The cited range in code points. */
  readonly mark: readonly [number, number] | null;
  readonly showPassages: boolean;
  readonly isBesideOriginal: boolean;
}

/** Shows the blocks of the text, without links or scripts. Each detects its own writing direction. */
export function SourceText({ text: { content, chunks }, mark, showPassages, isBesideOriginal }: SourceTextProps) {
  const frame = useRef<HTMLElement>(null);
  const t = useTexts();
  const [start, end] = mark ?? [null, null];
  const stretches = useMemo(
    () => layOut(content, { mark, chunks, showPassages }),
    [content, chunks, showPassages, start, end],
  );
  useEffect(() => {
    const marked = frame.current?.querySelector("mark");
    marked?.scrollIntoView({ block: "center" });
    marked?.focus({ preventScroll: true });
  }, [content, start, end]);
  useEffect(() => frame.current?.querySelector("mark")?.scrollIntoView({ block: "center" }), [isBesideOriginal]);
  return (
    <ScrollFrame class="source-text" label={t.reading.text} frame={frame}>
      {stretches.map((stretch, at) => (
        <TextStretch key={at} stretch={stretch} />
      ))}
    </ScrollFrame>
  );
}

/** Approximate characters per line and pixels per line, to estimate the height of a stretch that is out of view. */
const [lineLength, lineHeight] = [70, 26];

function TextStretch({ stretch }: { readonly stretch: Stretch }) {
  const room = Math.ceil(stretch.length / lineLength) * lineHeight;
  return (
    <div class="text-stretch" style={{ containIntrinsicSize: `auto ${room}px` }}>
      {stretch.pieces.map((piece, at) => (
        <PieceView key={at} piece={piece} />
      ))}
    </div>
  );
}

function PieceView({ piece }: { readonly piece: Piece }) {
  const t = useTexts();
  if (piece.kind === "page") return <span class="page-mark">{t.reading.page(piece.page)}</span>;
  const { kind, level, isBulleted, runs } = piece;
  const look = `text-piece text-${kind}${isBulleted ? " text-bullet" : ""}`;
  const role = kind === "heading" ? ({ role: "heading", "aria-level": level } as const) : {};
  return (
    <div class={look} style={{ "--level": level }} dir="auto" {...role}>
      {runs.map((run, at) => (
        <RunView key={at} run={run} />
      ))}
    </div>
  );
}

function RunView({ run: { text, isMarked, isPassage } }: { readonly run: TextRun }) {
  const t = useTexts();
  if (isMarked)
    return (
      <mark tabIndex={-1} title={t.reading.cited}>
        {text}
      </mark>
    );
  return isPassage ? <span class="passage">{text}</span> : <span>{text}</span>;
}
