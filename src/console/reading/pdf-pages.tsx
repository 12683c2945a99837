import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { SourceObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { createResource, type Resource, useResource } from "../app/resource.ts";
import { ScrollFrame } from "../parts/scroll-frame.tsx";
import { Skeleton } from "../parts/states.tsx";
import { EditsBar, type LineEdit, PageLines } from "./page-lines.tsx";
import type { PdfReader } from "./pdf-reader.ts";
import type { Box } from "./quoted-spans.ts";
import { isScan, pageAt, type ReadText } from "./reading.ts";
import { type TextMark, unitsAt } from "./text-layout.ts";

interface PdfPagesProps {
  readonly source: SourceObject;
  readonly text: ReadText;
  readonly marks: readonly TextMark[];
  readonly isLarge: boolean;
  readonly isCorrecting: boolean;
  readonly changed: () => void;
  readonly instead: ComponentChildren;
}

type ShownPdf = Awaited<ReturnType<typeof markedPages>>;

export function PdfPages({ source, text, marks, isLarge, isCorrecting, changed, instead }: PdfPagesProps) {
  const { t } = useConsole();
  const { edits, onEdit, onSaved, onDrop, corrected } = useEdits(changed);
  const file = usePdf(source);
  const reader = file.data.value;
  const shown = useResource(async () => reader && markedPages(reader, text, marks), [reader, text, String(marks)]);
  const problem = file.problem.value ?? shown.problem.value;
  if (problem !== null)
    return (
      <>
        <p class="note">{t.reading.notDrawn(problem.message)}</p>
        {instead}
      </>
    );
  if (shown.data.value === null) return <Skeleton lines={12} />;
  return (
    <>
      {marks.length > 0 && shown.data.value.marked.length === 0 && <p class="note">{t.reading.notOnPage}</p>}
      {isCorrecting && <EditsBar {...{ source, edits, onSaved, onDrop }} />}
      <PageList
        title={source.title}
        isLarge={isLarge}
        {...shown.data.value}
        page={corrected ?? shown.data.value.page}
        lines={(page) => isCorrecting && <PageLines {...{ source, page, edits, onEdit }} />}
      />
    </>
  );
}

/** The lines that are to be corrected, and the page of the last one that was. */
function useEdits(changed: () => void) {
  const [edits, setEdits] = useState<readonly LineEdit[]>([]);
  const [corrected, setCorrected] = useState<number | null>(null);
  const onEdit = (edit: LineEdit) =>
    setEdits([...edits.filter(({ page, line }) => page !== edit.page || line !== edit.line), edit]);
  const onDrop = () => setEdits([]);
  const onSaved = () => {
    setCorrected(edits.at(-1)?.page ?? corrected);
    onDrop();
    changed();
  };
  return { edits, onEdit, onSaved, onDrop, corrected };
}

/** The file, opened by a thread that ends with the view. */
function usePdf(source: SourceObject): Resource<PdfReader> {
  const { api, expert, openPdf } = useExpertConsole();
  const opening = useRef<Promise<PdfReader> | null>(null);
  const file = useMemo(
    () =>
      createResource(() => {
        const path = `/v1/experts/${expert.id}/sources/${source.id}/file${isScan(source) ? "?as=searchable" : ""}`;
        opening.current = api.raw(path).then(async (response) => openPdf(await response.arrayBuffer()));
        return opening.current;
      }),
    [source.id, source.version],
  );
  useEffect(() => {
    void file.refresh();
    return () => {
      opening.current?.then((reader) => reader.close()).catch(() => {});
    };
  }, [file]);
  return file;
}

async function markedPages(reader: PdfReader, text: ReadText, marks: readonly TextMark[]) {
  const found = await Promise.all(
    marks.map(([start, end]) => {
      const { page, start: begin } = pageAt(text, start);
      const [from, at, to] = unitsAt(text.content, [begin, start, end]);
      return reader.find({ page, before: text.content.slice(from, at), quote: text.content.slice(at, to) });
    }),
  );
  const marked = found.flat();
  const page = marked[0]?.page ?? pageAt(text, marks[0]?.[0] ?? 0).page;
  const quotes = marks.map(([start, end]) =>
    text.content.slice(...(unitsAt(text.content, [start, end]) as [number, number])),
  );
  return { reader, page: Math.min(page, reader.pages), marked, quotes };
}

interface PageListProps extends ShownPdf {
  readonly title: string;
  readonly isLarge: boolean;
  readonly lines: (page: number) => ComponentChildren;
}

function PageList({ reader, page, marked, quotes, title, isLarge, lines }: PageListProps) {
  const { t } = useConsole();
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = frame.current?.querySelector<HTMLElement>("mark");
    mark?.focus({ preventScroll: true });
    (mark ?? frame.current?.querySelector(`[data-page="${page}"]`))?.scrollIntoView({
      block: mark ? "center" : "start",
    });
  }, [page, marked, isLarge]);
  return (
    <ScrollFrame class={isLarge ? "pdf-pages large" : "pdf-pages"} label={t.reading.pagesOf(title)} frame={frame}>
      {quotes.map((quote) => (
        <p key={quote} class="visually-hidden" dir="auto">
          {t.reading.cited}: {quote}
        </p>
      ))}
      {Array.from({ length: reader.pages }, (_, at) => (
        <PdfPage
          key={at}
          reader={reader}
          number={at + 1}
          boxes={marked.filter((each) => each.page === at + 1).flatMap(({ boxes }) => boxes)}
          lines={lines}
        />
      ))}
    </ScrollFrame>
  );
}

interface PdfPageProps {
  readonly reader: PdfReader;
  readonly number: number;
  readonly boxes: readonly Box[];
  readonly lines: PageListProps["lines"];
}

function PdfPage({ reader, number, boxes, lines }: PdfPageProps) {
  const { t } = useConsole();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [ratio, setRatio] = useState(reader.ratio);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(
    () =>
      drawWhenNear(canvas.current!, async (width) => {
        const bitmap = await reader.draw(number, width);
        setRatio(bitmap.height / bitmap.width);
        setDrawn(true);
        return bitmap;
      }),
    [reader, number],
  );
  return (
    <div class="pdf-page" data-page={number} style={{ aspectRatio: `1 / ${ratio}` }}>
      <canvas ref={canvas} role="img" aria-label={t.reading.page(number)} />
      {boxes.map(({ x, y, width, height }, at) => (
        <mark
          key={at}
          tabIndex={-1}
          title={t.reading.cited}
          style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
        />
      ))}
      {isDrawn && lines(number)}
    </div>
  );
}

const drawnAround = "100% 0%";

/**
 * Draws a page where it is in view, again where its width changes. A page out of view gives its memory back.
 * @param draw given the width in device pixels @returns what ends it
 */
function drawWhenNear(canvas: HTMLCanvasElement, draw: (width: number) => Promise<ImageBitmap>): () => void {
  let isNear = false;
  let drawn = 0;
  const look = async () => {
    const width = isNear ? Math.round(canvas.clientWidth * devicePixelRatio) : 0;
    if (width === drawn) return;
    drawn = width;
    const bitmap = width === 0 ? null : await draw(width).catch(() => null);
    if (width !== drawn) return bitmap?.close();
    [canvas.width, canvas.height] = [bitmap?.width ?? 0, bitmap?.height ?? 0];
    if (bitmap !== null) canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
  };
  const nearness = new IntersectionObserver(
    ([entry]) => {
      isNear = entry?.isIntersecting === true;
      void look();
    },
    { root: canvas.closest(".pdf-pages"), rootMargin: drawnAround },
  );
  const size = new ResizeObserver(() => void look());
  nearness.observe(canvas);
  size.observe(canvas);
  return () => {
    nearness.disconnect();
    size.disconnect();
  };
}

const percent = (share: number) => `${share * 100}%`;
