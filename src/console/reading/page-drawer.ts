/**
 * Draws pages of a PDF and finds words on them, in a thread of its own: pdf.js is large, and a page may take a second. It is fed
 * with bytes and loads nothing by itself.
 */
import { getDocument, Util } from "unpdf/pdfjs";
import { type Box, boxesOf, type PageRun, quotedSpans } from "./quoted-spans.ts";

export type DrawerRequest =
  | { readonly id: number; readonly kind: "open"; readonly bytes: ArrayBuffer }
  /** @param page from 1 @param before the text of that page in front of the quote */
  | {
      readonly id: number;
      readonly kind: "find";
      readonly quote: string;
      readonly page: number;
      readonly before: string;
    }
  /** @param width device pixels */
  | { readonly id: number; readonly kind: "draw"; readonly page: number; readonly width: number };

export interface OpenedPdf {
  readonly pages: number;
  readonly ratio: number;
}

export interface MarkedPage {
  readonly page: number;
  readonly boxes: readonly Box[];
}

/** The scope of a thread; the types of TypeScript know either threads or pages. */
const self = globalThis as unknown as {
  readonly fonts: FontFaceSet;
  onmessage: (event: MessageEvent<DrawerRequest>) => Promise<void>;
  postMessage(reply: object, moved: readonly Transferable[]): void;
};
type Pdf = Awaited<ReturnType<typeof getDocument>["promise"]>;

class DrawerCanvases {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext("2d") };
  }
  reset({ canvas }: { readonly canvas: OffscreenCanvas }, width: number, height: number): void {
    [canvas.width, canvas.height] = [width, height];
  }
  destroy({ canvas }: { readonly canvas: OffscreenCanvas }): void {
    [canvas.width, canvas.height] = [0, 0];
  }
}

class NoFilters {
  addFilter = () => "none";
  addHCMFilter = () => "none";
  addAlphaFilter = () => "none";
  addLuminosityFilter = () => "none";
  addHighlightHCMFilter = () => "none";
  destroy(): void {}
}

async function open(bytes: ArrayBuffer): Promise<Pdf> {
  const options = {
    data: new Uint8Array(bytes),
    verbosity: 0,
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    ownerDocument: { fonts: self.fonts },
    CanvasFactory: DrawerCanvases,
    FilterFactory: NoFilters,
  };
  return getDocument(options as unknown as Parameters<typeof getDocument>[0]).promise;
}

async function draw(pdf: Pdf, number: number, width: number): Promise<ImageBitmap> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const canvasContext = canvas.getContext("2d") as unknown as CanvasRenderingContext2D;
  await page.render({ canvas: null, canvasContext, viewport, intent: "print" }).promise;
  return canvas.transferToImageBitmap();
}

/** Pages that a quote may run over, behind the one on which it begins. */
const following = 2;

async function find(pdf: Pdf, { quote, page, before }: Extract<DrawerRequest, { kind: "find" }>) {
  const marked: MarkedPage[] = [];
  let wanted = { quote, before };
  for (let number = page; number <= Math.min(pdf.numPages, page + following) && wanted.quote !== ""; number++) {
    const runs = await runsOn(pdf, number);
    const { spans, rest } = quotedSpans(runs, wanted);
    if (spans.length > 0) marked.push({ page: number, boxes: boxesOf(runs, spans) });
    wanted = { quote: rest, before: "" };
  }
  return marked;
}

async function runsOn(pdf: Pdf, number: number): Promise<readonly PageRun[]> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item): readonly PageRun[] => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const [a, b, c, d, e, f] = Util.transform(viewport.transform, item.transform) as number[];
    const along = item.width / (Math.hypot(a!, b!) || 1);
    const [right, down] = [a! * along, b! * along];
    const xs = [e!, e! + right, e! + c!, e! + right + c!].map((x) => x / viewport.width);
    const ys = [f!, f! + down, f! + d!, f! + down + d!].map((y) => y / viewport.height);
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return [{ text: item.str, x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }];
  });
}

/** For one file, which the first request brings. */
function drawer(): (request: DrawerRequest) => Promise<unknown> {
  let opened: Promise<Pdf> | null = null;
  return async (request) => {
    if (request.kind === "open") opened = open(request.bytes);
    const pdf = await opened;
    if (pdf === null) throw new Error("no file is open");
    if (request.kind === "draw") return draw(pdf, request.page, request.width);
    if (request.kind === "find") return find(pdf, request);
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return { pages: pdf.numPages, ratio: height / width } satisfies OpenedPdf;
  };
}

const answer = drawer();
self.onmessage = async ({ data }) => {
  try {
    const result = await answer(data);
    self.postMessage({ id: data.id, result }, result instanceof ImageBitmap ? [result] : []);
  } catch (cause) {
    self.postMessage({ id: data.id, problem: cause instanceof Error ? cause.message : String(cause) }, []);
  }
};
