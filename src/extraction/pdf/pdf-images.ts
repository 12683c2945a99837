import type { getDocumentProxy } from "unpdf";

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

export interface PdfImages {
  /** In points, as shown. */
  readonly width: number;
  readonly height: number;
  readonly images: readonly PdfImage[];
  readonly lost: readonly Matrix[];
}

export interface PdfImage {
  readonly width: number;
  readonly height: number;
  /** `mask`: 0 is painted black. `bits`, or bytes of red, green, blue (and opacity). */
  readonly kind: "mask" | "bits" | "rgb" | "rgba";
  /** By rows; rows of bits end at a byte. */
  readonly data: Uint8Array;
  /** From the unit square to points from the page's top left. */
  readonly place: Matrix;
}

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const mostImages = 2_000;
const kinds = { 1: "bits", 2: "rgb", 3: "rgba" } as const;

/** As in pdf.js; a mask has no `kind`, and perhaps only the name of its data. */
interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: Uint8Array | string;
}

interface Painted {
  readonly image: string | DecodedImage;
  readonly isMask: boolean;
  readonly place: Matrix;
}

export async function drawnImages(page: PdfPage): Promise<PdfImages> {
  const { OPS } = await (await import("unpdf")).getResolvedPDFJS();
  const view = page.getViewport({ scale: 1 });
  const { fnArray, argsArray } = await page.getOperatorList();
  const names = new Map(Object.entries(OPS).map(([name, number]) => [Number(number), name]));
  const tracer = new PlaceTracer(view.transform as unknown as Matrix);
  for (const [i, operator] of fnArray.entries()) {
    if (tracer.painted.length >= mostImages) break;
    tracer.take(names.get(operator) ?? "", (argsArray[i] ?? []) as readonly unknown[]);
  }
  const images: PdfImage[] = [];
  const lost: Matrix[] = [];
  for (const painted of tracer.painted) {
    const image = await decodedImage(page, painted);
    if (image === null) lost.push(painted.place);
    else images.push(image);
  }
  page.cleanup();
  return { width: view.width, height: view.height, images, lost };
}

class PlaceTracer {
  readonly painted: Painted[] = [];
  #now: Matrix;
  readonly #saved: Matrix[] = [];

  constructor(view: Matrix) {
    this.#now = view;
  }

  take(operator: string, args: readonly unknown[]): void {
    const isForm = operator === "paintFormXObjectBegin";
    if (isForm || operator === "save") this.#saved.push(this.#now);
    if (operator === "restore" || operator === "paintFormXObjectEnd") this.#now = this.#saved.pop() ?? this.#now;
    const matrix = isForm ? args[0] : operator === "transform" ? args : null;
    if (Array.isArray(matrix)) this.#now = combined(this.#now, matrix as unknown as Matrix);
    const isMask = operator === "paintImageMaskXObject";
    if (isMask || operator === "paintImageXObject" || operator === "paintInlineImageXObject")
      this.painted.push({ image: args[0] as string | DecodedImage, isMask, place: this.#now });
  }
}

function combined([a, b, c, d, e, f]: Matrix, [ma, mb, mc, md, me, mf]: Matrix): Matrix {
  return [a * ma + c * mb, b * ma + d * mb, a * mc + c * md, b * mc + d * md, a * me + c * mf + e, b * me + d * mf + f];
}

async function decodedImage(page: PdfPage, { image, isMask, place }: Painted): Promise<PdfImage | null> {
  const found = typeof image === "string" ? await named(page, image) : image;
  const data = typeof found?.data === "string" ? (await named(page, found.data))?.data : found?.data;
  if (found === null || !ArrayBuffer.isView(data)) return null;
  const kind = isMask ? "mask" : kinds[found.kind as keyof typeof kinds];
  const { width, height } = found;
  const bytesOfRow = { mask: Math.ceil(width / 8), bits: Math.ceil(width / 8), rgb: width * 3, rgba: width * 4 };
  if (!(width > 0 && height > 0) || kind === undefined || data.length < bytesOfRow[kind] * height) return null;
  return { width, height, kind, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), place };
}

function named(page: PdfPage, name: string): Promise<DecodedImage | null> {
  const objects = name.startsWith("g_") ? page.commonObjs : page.objs;
  return new Promise((resolve) => objects.get(name, (found: DecodedImage | null) => resolve(found)));
}
