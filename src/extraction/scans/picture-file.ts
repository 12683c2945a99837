/** What a picture says of itself, read without decoding it: a picture that declares too much is refused before it takes memory. */
import { ExtractionError } from "../../sources/extraction-error.ts";

/** `shown`: degrees that viewers turn it clockwise. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  /** 0: not said. */
  readonly dpi: number;
  readonly shown: number;
  /** Of a TIFF, where the directory of this page stands. */
  readonly at: number;
}

export type PictureFormat = "png" | "jpeg" | "webp" | "tiff";

/** Pixels of a picture: A3 at 600 dpi has 70 million. */
export const mostPicturePixels = 80_000_000;
const mostTiffPages = 1_000;
const tooManyPages = `The TIFF has more than ${mostTiffPages} pages. Split it into several files.`;
/** EXIF's numbers of orientations that cameras write. */
const shownBy: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

/** The pages of a picture. @throws ExtractionError `too_large`, `corrupt_file` */
export function pagesOfPicture(bytes: Uint8Array, format: PictureFormat): readonly PictureFacts[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let pages: readonly PictureFacts[];
  try {
    pages = format === "tiff" ? tiffPages(view) : [{ png, jpeg, webp }[format](view)];
  } catch (error) {
    // A position behind the end.
    if (error instanceof RangeError) throw damaged(error);
    throw error;
  }
  for (const { width, height } of pages) {
    if (!(width > 0 && height > 0)) throw damaged();
    if (width * height > mostPicturePixels) throw tooManyPixels(width, height);
  }
  return pages;
}

const plain = { dpi: 0, shown: 0, at: 0 } as const;

function png(view: DataView): PictureFacts {
  const facts = { ...plain, width: view.getUint32(16), height: view.getUint32(20) };
  for (let at = 33; at + 17 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4);
    if (name === 0x49444154) break; // IDAT
    if (name === 0x70485973) return { ...facts, dpi: plausible(view.getUint32(at + 8) * 0.0254) }; // pHYs: a metre
  }
  return facts;
}

/** The largest size that any frame declares: a JPEG that lies has two. */
function jpeg(view: DataView): PictureFacts {
  const facts = { width: 0, height: 0, dpi: 0, shown: 0, at: 0 };
  for (const { marker, at } of jpegSegments(view)) {
    if (isFrame(marker) && view.getUint16(at + 5) * view.getUint16(at + 7) >= facts.width * facts.height) {
      Object.assign(facts, { height: view.getUint16(at + 5), width: view.getUint16(at + 7) });
    }
    if (marker === 0xe0 && view.getUint8(at + 11) === 1) facts.dpi ||= plausible(view.getUint16(at + 12));
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) facts.shown = exifTurn(view, at + 10); // Exif
  }
  return facts;
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

export function* jpegSegments(view: DataView) {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xda) return;
    if (marker !== 0xff) yield { marker, at };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
}

function exifTurn(view: DataView, at: number): number {
  const isLittle = view.getUint16(at) === 0x4949;
  const directory = at + view.getUint32(at + 4, isLittle);
  return shownBy[entriesOf(view, directory, isLittle).get(tags.orientation) ?? 1] ?? 0;
}

/** Sizes of the canvas and of the frame in it: the larger one counts. */
function webp(view: DataView): PictureFacts {
  const sizes: { width: number; height: number }[] = [];
  for (let [at, length] = [12, 0]; at + 30 <= view.byteLength; at += 8 + length + (length & 1)) {
    length = view.getUint32(at + 4, true);
    const size = webpSize(view, at);
    if (size !== null) sizes.push(size);
  }
  const largest = sizes.sort((one, other) => other.width * other.height - one.width * one.height)[0];
  return { ...plain, width: 0, height: 0, ...largest };
}

function webpSize(view: DataView, at: number): { width: number; height: number } | null {
  const three = (from: number) => view.getUint16(from, true) + view.getUint8(from + 2) * 65_536 + 1;
  const name = view.getUint32(at);
  if (name === 0x56503858) return { width: three(at + 12), height: three(at + 15) }; // VP8X
  if (name === 0x56503820)
    return { width: view.getUint16(at + 14, true) & 0x3fff, height: view.getUint16(at + 16, true) & 0x3fff }; // VP8
  if (name !== 0x5650384c) return null; // VP8L
  const bits = view.getUint32(at + 9, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

const tags = { width: 256, height: 257, orientation: 274, resolution: 282, unit: 296 } as const;
const mostEntries = 200;

function tiffPages(view: DataView): readonly PictureFacts[] {
  const isLittle = view.getUint16(0) === 0x4949;
  const pages: PictureFacts[] = [];
  const seen = new Set<number>();
  for (let at = view.getUint32(4, isLittle); at !== 0 && !seen.has(at); ) {
    if (pages.length >= mostTiffPages) throw new ExtractionError("too_large", tooManyPages);
    seen.add(at);
    pages.push(tiffPage(view, at, isLittle));
    at = view.getUint32(at + 2 + 12 * view.getUint16(at, isLittle), isLittle);
  }
  return pages;
}

function tiffPage(view: DataView, at: number, isLittle: boolean): PictureFacts {
  const entries = entriesOf(view, at, isLittle);
  const where = entries.get(tags.resolution);
  const density = where === undefined ? 0 : view.getUint32(where, isLittle) / view.getUint32(where + 4, isLittle);
  const dpi = plausible(entries.get(tags.unit) === 3 ? density * 2.54 : density);
  const shown = shownBy[entries.get(tags.orientation) ?? 1] ?? 0;
  return { width: entries.get(tags.width) ?? 0, height: entries.get(tags.height) ?? 0, dpi, shown, at };
}

/** The first value of each entry; of those that stand elsewhere, the place. */
function entriesOf(view: DataView, at: number, isLittle: boolean): ReadonlyMap<number, number> {
  const entries = new Map<number, number>();
  const count = Math.min(mostEntries, view.getUint16(at, isLittle));
  for (let entry = at + 2; entry < at + 2 + 12 * count; entry += 12) {
    const isShort = view.getUint16(entry + 2, isLittle) === 3;
    const value = isShort ? view.getUint16(entry + 8, isLittle) : view.getUint32(entry + 8, isLittle);
    entries.set(view.getUint16(entry, isLittle), value);
  }
  return entries;
}

export function tiffFrom(bytes: Uint8Array, { at }: PictureFacts): Uint8Array {
  const moved = bytes.slice();
  new DataView(moved.buffer).setUint32(4, at, moved[0] === 0x49);
  return moved;
}

/** What programs write without knowing it is no resolution. */
const plausible = (dpi: number) => (dpi >= 100 && dpi <= 2400 ? Math.round(dpi) : 0);

function damaged(cause?: unknown): ExtractionError {
  return new ExtractionError("corrupt_file", "The picture is damaged or was cut off. Send an undamaged one.", cause);
}

function tooManyPixels(width: number, height: number): ExtractionError {
  const most = `${mostPicturePixels / 1e6} million`;
  const message = `The picture says that it has ${width} × ${height} pixels; at most ${most} are read. Scan it with 300 dpi.`;
  return new ExtractionError("too_large", message);
}
