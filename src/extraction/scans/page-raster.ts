/** Puts the images of a page together to one grey picture of the page. */
import type { PdfImage, PdfImages } from "../pdf/pdf-images.ts";
import type { PagePicture } from "./page-recognition.ts";

/** Below, letters of usual size have too few pixels, so they are made larger; above, more pixels read no better. */
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
  const wanted = Math.min(resolutions.most / 72, Math.max(resolutions.least / 72, main.density));
  const density = Math.min(wanted, Math.sqrt(mostPixels / (width * height)));
  const [columns, rows] = [Math.max(1, Math.round(width * density)), Math.max(1, Math.round(height * density))];
  const header = new TextEncoder().encode(`P5\n${columns} ${rows}\n255\n`);
  const bytes = new Uint8Array(header.length + columns * rows).fill(255);
  bytes.set(header);
  const pixels = bytes.subarray(header.length);
  for (const image of images) draw(image, { pixels, columns, rows, density });
  return { bytes, width: columns, height: rows, scale: 1 / density, shown: 0 };
}

/** In square points. */
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
  const placed = { ...image, grey: greyOf(image), place: image.place.map((number) => number * raster.density) };
  const { columns, pixels } = raster;
  const [left, right, top, bottom] = boundsIn(raster, placed.place);
  const value = copies(placed) ? (x: number, y: number) => copied(placed, x, y) : meanUnder(placed);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = y * columns + x;
      const grey = value(x, y);
      // What a mask leaves unpainted shows what is below.
      pixels[at] = image.kind === "mask" ? Math.min(pixels[at]!, grey) : grey;
    }
  }
}

interface PlacedImage extends Pick<PdfImage, "width" | "height"> {
  readonly grey: Uint8Array;
  /** To pixels of the picture. */
  readonly place: readonly number[];
}

function boundsIn({ columns, rows }: Raster, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]) {
  const least = (...values: number[]) => Math.max(0, Math.floor(Math.min(...values) + 0.01));
  const most = (end: number, ...values: number[]) => Math.min(end, Math.ceil(Math.max(...values) - 0.01));
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ] as const;
  return [least(...xs), most(columns, ...xs), least(...ys), most(rows, ...ys)] as const;
}

/** Whether each pixel of the image is one of the picture. */
function copies({ width, height, place: [a = 0, b = 0, c = 0, d = 0] }: PlacedImage): boolean {
  return Math.abs(a - width) < 1 && Math.abs(d + height) < 1 && Math.abs(b) < 0.5 && Math.abs(c) < 0.5;
}

function copied(
  { width, height, grey, place: [, , , d = 0, e = 0, f = 0] }: PlacedImage,
  x: number,
  y: number,
): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x - e)));
  const row = Math.min(height - 1, Math.max(0, Math.round(y - (f + d))));
  return grey[row * width + column]!;
}

/** The mean of the points of the image that lie under a pixel of the picture. */
function meanUnder({ width, height, grey, place: [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] }: PlacedImage) {
  const area = a * d - b * c;
  const samples = Math.min(4, Math.max(1, Math.round(Math.sqrt((width * height) / Math.abs(area)))));
  const at = between({ width, height, grey });
  return (x: number, y: number): number => {
    let sum = 0;
    let count = 0;
    for (let k = 0; k < samples * samples; k++) {
      const px = x + ((k % samples) + 0.5) / samples - e;
      const py = y + (Math.floor(k / samples) + 0.5) / samples - f;
      const column = ((d * px - c * py) / area) * width;
      const row = (1 - (a * py - b * px) / area) * height;
      if (!(column >= 0 && row >= 0 && column < width && row < height)) continue;
      sum += at(column, row);
      count++;
    }
    return count === 0 ? 255 : Math.min(255, sum / count);
  };
}

function between({ width, height, grey }: Omit<PlacedImage, "place">) {
  return (column: number, row: number): number => {
    const [x, y] = [Math.max(0, column - 0.5), Math.max(0, row - 0.5)];
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1) * width];
    const [dx, dy] = [x - x0, y - y0];
    const upper = grey[y0 * width + x0]! * (1 - dx) + grey[y0 * width + x1]! * dx;
    return upper * (1 - dy) + (grey[y1 + x0]! * (1 - dx) + grey[y1 + x1]! * dx) * dy;
  };
}

/** The brightness of each pixel, on white paper. */
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
