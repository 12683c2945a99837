/** Puts the images of a page together to one grey picture of the page. */
import type { PdfImage, PdfImages } from "../pdf/pdf-images.ts";
import type { PagePicture } from "./page-recognition.ts";

/** Pixels an inch. Below, letters of usual size have too few, so they are made larger; above, more read no better. */
const resolutions = { least: 200, most: 400 } as const;
/** Of the picture of a page: A3 at 400 dpi has 31 million. */
const mostPixels = 40_000_000;
/** Share of the page that images cover, at least, when it is read from them: less are figures and logos. */
const leastCover = 0.25;

/** Whether images that cannot be decoded cover so much of the page that its text is on them. */
export function isLost({ width, height, lost }: PdfImages): boolean {
  return lost.reduce((sum, place) => sum + areaOf(place), 0) >= leastCover * width * height;
}

/** Null where images cover too little of the page to be its text. */
export function rasterOf({ width, height, images }: Omit<PdfImages, "lost">): PagePicture | null {
  const sizes = images.map((image) => {
    const area = areaOf(image.place);
    return { area, density: Math.sqrt((image.width * image.height) / area) };
  });
  const cover = sizes.reduce((sum, { area }) => sum + area, 0) / (width * height);
  if (!(cover >= leastCover)) return null;
  const main = sizes.reduce((best, size) => (size.area > best.area ? size : best));
  // A whole number of pixels of the image becomes one, which is quick and blurs nothing.
  const shrunk = main.density / Math.ceil((main.density * 72) / resolutions.most - 0.01);
  const wanted = Math.max(resolutions.least / 72, shrunk);
  const density = Math.min(wanted, Math.sqrt(mostPixels / (width * height)));
  const [columns, rows] = [Math.max(1, Math.round(width * density)), Math.max(1, Math.round(height * density))];
  const header = new TextEncoder().encode(`P5\n${columns} ${rows}\n255\n`);
  const bytes = new Uint8Array(header.length + columns * rows).fill(255);
  bytes.set(header);
  const pixels = bytes.subarray(header.length);
  for (const image of images) draw(image, { pixels, columns, rows, density });
  return { bytes, width: columns, height: rows, scale: 1 / density, shown: 0 };
}

function areaOf([a, b, c, d]: PdfImage["place"]): number {
  return Math.abs(a * d - b * c);
}

interface Raster {
  readonly pixels: Uint8Array;
  readonly columns: number;
  readonly rows: number;
  /** Pixels a point. */
  readonly density: number;
}

function draw(image: PdfImage, raster: Raster): void {
  const place = image.place.map((number) => number * raster.density);
  const [a = 0, b = 0, c = 0, d = 0] = place;
  const by = Math.sqrt((image.width * image.height) / Math.abs(a * d - b * c));
  const placed = { ...shrunk({ ...image, grey: greyOf(image) }, Math.floor(by + 0.01)), place };
  const bounds = boundsIn(raster, place);
  const rowAt = copies(placed) ? copiedRow(placed) : rowBetween(placed);
  for (let y = bounds.top; y < bounds.bottom; y++) {
    const row = raster.pixels.subarray(y * raster.columns + bounds.left, y * raster.columns + bounds.right);
    const found = rowAt(y, bounds);
    // What a mask leaves unpainted shows what is below.
    if (image.kind === "mask") for (let x = 0; x < row.length; x++) row[x] = Math.min(row[x]!, found[x]!);
    else row.set(found);
  }
}

interface GreyImage extends Pick<PdfImage, "width" | "height"> {
  readonly grey: Uint8Array;
}

interface PlacedImage extends GreyImage {
  readonly place: readonly number[];
}

/** Each square of so many pixels becomes one: their mean. */
function shrunk({ width, height, grey }: GreyImage, by: number): GreyImage {
  if (!(by > 1 && by <= Math.min(width, height))) return { width, height, grey };
  const [columns, rows] = [Math.floor(width / by), Math.floor(height / by)];
  const small = new Uint8Array(columns * rows);
  const sums = new Uint32Array(columns);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    for (let y = row * by; y < (row + 1) * by; y++) addSquares(sums, grey.subarray(y * width), by);
    small.set(
      sums.map((sum) => sum / (by * by)),
      row * columns,
    );
  }
  return { width: columns, height: rows, grey: small };
}

function addSquares(sums: Uint32Array, line: Uint8Array, by: number): void {
  for (let column = 0, at = 0; column < sums.length; column++) {
    for (const end = at + by; at < end; at++) sums[column]! += line[at]!;
  }
}

function boundsIn({ columns, rows }: Raster, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]) {
  const least = (...values: number[]) => Math.max(0, Math.floor(Math.min(...values) + 0.01));
  const most = (end: number, ...values: number[]) => Math.min(end, Math.ceil(Math.max(...values) - 0.01));
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ] as const;
  return { left: least(...xs), right: most(columns, ...xs), top: least(...ys), bottom: most(rows, ...ys) };
}

type Bounds = ReturnType<typeof boundsIn>;

function copies({ width, height, place: [a = 0, b = 0, c = 0, d = 0] }: PlacedImage): boolean {
  return Math.abs(a - width) < 1 && Math.abs(d + height) < 1 && Math.abs(b) < 0.5 && Math.abs(c) < 0.5;
}

function copiedRow({ width, height, grey, place: [, , , d = 0, e = 0, f = 0] }: PlacedImage) {
  return (y: number, { left, right }: Bounds): Uint8Array => {
    const from = Math.min(height - 1, Math.max(0, Math.round(y - (f + d)))) * width;
    const found = new Uint8Array(right - left).fill(255);
    const first = Math.min(width - 1, Math.max(0, Math.round(left - e)));
    found.set(grey.subarray(from + first, from + Math.min(width, first + right - left)));
    return found;
  };
}

/** Each pixel is the mean of the four of the image that are nearest; white where there are none. */
function rowBetween({ width, height, grey, place: [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] }: PlacedImage) {
  const area = a * d - b * c;
  return (y: number, { left, right }: Bounds): Uint8Array => {
    const found = new Uint8Array(right - left).fill(255);
    const py = y + 0.5 - f;
    for (let x = left; x < right; x++) {
      const px = x + 0.5 - e;
      const column = ((d * px - c * py) / area) * width;
      const row = (1 - (a * py - b * px) / area) * height;
      if (!(column >= 0 && row >= 0 && column < width && row < height)) continue;
      const [acrossAt, downAt] = [Math.max(0, column - 0.5), Math.max(0, row - 0.5)];
      const [x0, y0] = [Math.floor(acrossAt), Math.floor(downAt)];
      const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1) * width];
      const [dx, dy] = [acrossAt - x0, downAt - y0];
      const upper = grey[y0 * width + x0]! * (1 - dx) + grey[y0 * width + x1]! * dx;
      found[x - left] = upper * (1 - dy) + (grey[y1 + x0]! * (1 - dx) + grey[y1 + x1]! * dx) * dy;
    }
    return found;
  };
}

function greyOf(image: PdfImage): Uint8Array {
  return image.kind === "mask" || image.kind === "bits" ? greyOfBits(image) : greyOfColours(image);
}

function greyOfBits({ data, width, height }: PdfImage): Uint8Array {
  const grey = new Uint8Array(width * height);
  const bytesOfRow = Math.ceil(width / 8);
  for (let at = 0, row = 0; row < height; row++) {
    for (let x = 0; x < width; x++, at++) {
      grey[at] = (data[row * bytesOfRow + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0;
    }
  }
  return grey;
}

function greyOfColours({ kind, data, width, height }: PdfImage): Uint8Array {
  const grey = new Uint8Array(width * height);
  const channels = kind === "rgb" ? 3 : 4;
  for (let at = 0, from = 0; at < grey.length; at++, from += channels) {
    const light = 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!;
    grey[at] = kind === "rgb" ? light : 255 - ((255 - light) * data[from + 3]!) / 255;
  }
  return grey;
}
