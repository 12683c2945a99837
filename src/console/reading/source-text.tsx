import { useEffect, useMemo, useRef } from "preact/hooks";
import { useTexts } from "../app/console-state.ts";
import { ScrollFrame } from "../parts/scroll-frame.tsx";
import type { Reading } from "./reading.ts";
import { type Block, layOut, type Piece } from "./text-layout.ts";

interface SourceTextProps {
  readonly text: NonNullable<Reading["text"]>;
  /** The cited range in code points. */
  readonly mark: readonly [number, number] | null;
  readonly showPassages: boolean;
  readonly isBesideOriginal: boolean;
}

/** Shows the text as plain text, without markup, links or scripts. Each block detects its own writing direction. */
export function SourceText({ text: { content, chunks }, mark, showPassages, isBesideOriginal }: SourceTextProps) {
  const frame = useRef<HTMLElement>(null);
  const t = useTexts();
  const [start, end] = mark ?? [null, null];
  const blocks = useMemo(
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
      {blocks.map((block, at) => (
        <TextBlock key={at} block={block} />
      ))}
    </ScrollFrame>
  );
}

/** Approximate characters per line and pixels per line, to estimate the height of a block that is out of view. */
const [lineLength, lineHeight] = [70, 26];

function TextBlock({ block }: { readonly block: Block }) {
  const room = Math.ceil(block.length / lineLength) * lineHeight;
  return (
    <div class="text-block" dir="auto" style={{ containIntrinsicSize: `auto ${room}px` }}>
      {block.pieces.map((piece, at) => (
        <TextPiece key={at} piece={piece} />
      ))}
    </div>
  );
}

function TextPiece({ piece }: { readonly piece: Piece }) {
  const t = useTexts();
  if (piece.kind === "page") return <span class="page-mark">{t.reading.page(piece.page)}</span>;
  if (piece.kind === "section")
    return (
      <bdi class="section-mark" title={t.reading.section}>
        {piece.section}
      </bdi>
    );
  if (piece.isMarked)
    return (
      <mark tabIndex={-1} title={t.reading.cited}>
        {piece.text}
      </mark>
    );
  return piece.isPassage ? <span class="passage">{piece.text}</span> : <span>{piece.text}</span>;
}
