/** Pictures are known by what they declare, and refused by it before anything is decoded. */
import { describe, expect, test } from "bun:test";
import { pagesOfPicture, tiffFrom } from "../../../src/extraction/scans/picture-file.ts";
import { ExtractionError } from "../../../src/sources/extraction-error.ts";
import { filterPicture } from "../../support/models/scan-packs.ts";

const facts = { width: 860, height: 200, dpi: 200, shown: 0 };

function failure(work: () => unknown): ExtractionError {
  try {
    work();
  } catch (error) {
    if (error instanceof ExtractionError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** A TIFF of as many pages as sizes, whose directories have only their sizes. */
function tiff(sizes: readonly (readonly [width: number, height: number])[], last = 0): Uint8Array {
  const directory = 2 + 2 * 12 + 4;
  const bytes = new Uint8Array(8 + sizes.length * directory);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, 8, true);
  for (const [i, size] of sizes.entries()) {
    const at = 8 + i * directory;
    view.setUint16(at, 2, true);
    for (const [j, value] of size.entries()) {
      view.setUint16(at + 2 + 12 * j, 256 + j, true);
      view.setUint16(at + 4 + 12 * j, 4, true);
      view.setUint32(at + 10 + 12 * j, value, true);
    }
    view.setUint32(at + 26, i + 1 < sizes.length ? at + directory : last, true);
  }
  return bytes;
}

/** A JPEG of frames of these sizes, and no picture. */
function jpeg(...sizes: readonly (readonly [width: number, height: number])[]): Uint8Array {
  const frames = sizes.flatMap(([width, height]) => {
    return [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0];
  });
  return Uint8Array.from([0xff, 0xd8, ...frames, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
}

/** A chunk of a WebP, and room behind it. */
function chunk(name: string, content: readonly number[]): readonly number[] {
  return [...new TextEncoder().encode(name), content.length, 0, 0, 0, ...content, ...Array(content.length % 2).fill(0)];
}

const bytesOf = (number: number, count: number) => Array.from({ length: count }, (_, i) => (number >> (8 * i)) & 255);
const vp8x = (width: number, height: number) =>
  chunk("VP8X", [0, 0, 0, 0, ...bytesOf(width - 1, 3), ...bytesOf(height - 1, 3)]);
const vp8l = (width: number, height: number) =>
  chunk("VP8L", [0x2f, ...bytesOf((width - 1) | ((height - 1) << 14), 4)]);
const vp8 = (width: number, height: number) =>
  chunk("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, ...bytesOf(width, 2), ...bytesOf(height, 2)]);

function webp(...chunks: readonly (readonly number[])[]): Uint8Array {
  const content = [...chunks.flat(), ...Array(30).fill(0)];
  return Uint8Array.from([
    ...new TextEncoder().encode("RIFF"),
    ...bytesOf(content.length + 4, 4),
    ...new TextEncoder().encode("WEBP"),
    ...content,
  ]);
}

function pngOf(width: number, height: number): Uint8Array {
  const bytes = filterPicture("png");
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

describe("what a picture declares", () => {
  test("is its size and its resolution", () => {
    expect(pagesOfPicture(filterPicture("png"), "png")).toEqual([{ ...facts, at: 0 }]);
    expect(pagesOfPicture(filterPicture("jpg"), "jpeg")).toEqual([{ ...facts, at: 0 }]);
    expect(pagesOfPicture(filterPicture("webp"), "webp")).toEqual([{ ...facts, dpi: 0, at: 0 }]);
    expect(pagesOfPicture(filterPicture("tif"), "tiff")).toEqual([{ ...facts, at: expect.any(Number) }]);
  });

  test("is the turn that a camera has written", () => {
    const exif = [
      ...new TextEncoder().encode("Exif\0\0MM\0*"),
      0,
      0,
      0,
      8,
      0,
      1,
      1,
      18,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      6,
      0,
      0,
      0,
      0,
      0,
      0,
    ];
    const turned = Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2, ...exif, ...jpeg([300, 200]).slice(2)]);
    expect(pagesOfPicture(turned, "jpeg")).toEqual([{ width: 300, height: 200, dpi: 0, shown: 90, at: 0 }]);
  });

  test("are the pages of a TIFF, each of which can be made the first", () => {
    const bytes = tiff([
      [100, 50],
      [200, 60],
      [300, 70],
    ]);
    const pages = pagesOfPicture(bytes, "tiff");
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [100, 50],
      [200, 60],
      [300, 70],
    ]);
    expect(pagesOfPicture(tiffFrom(bytes, pages[1]!), "tiff").map(({ width }) => width)).toEqual([200, 300]);
  });
});

describe("a bomb", () => {
  const declared = /^The picture says that it has 60000 × 60000 pixels; at most 80 million are read\./;

  test("is refused by the size that it declares", () => {
    for (const refused of [
      failure(() => pagesOfPicture(pngOf(60_000, 60_000), "png")),
      failure(() => pagesOfPicture(jpeg([60_000, 60_000]), "jpeg")),
      failure(() => pagesOfPicture(tiff([[60_000, 60_000]]), "tiff")),
    ]) {
      expect(refused.code).toBe("too_large");
      expect(refused.message).toMatch(declared);
    }
  });

  test("in WebP is refused by the size of its canvas or of its picture, whichever is larger", () => {
    const [chunks, most] = [webp(vp8x(16_000, 16_000), vp8l(100, 100)), webp(vp8x(100, 100), vp8l(16_000, 16_000))];
    for (const bytes of [chunks, most, webp(vp8l(16_000, 16_000)), webp(vp8(16_000, 16_000))]) {
      const { code, message } = failure(() => pagesOfPicture(bytes, "webp"));
      expect([code, message]).toEqual([
        "too_large",
        "The picture says that it has 16000 × 16000 pixels; at most 80 million are read. Scan it with 300 dpi.",
      ]);
    }
    expect(pagesOfPicture(webp(vp8x(300, 200), vp8l(100, 100)), "webp")).toEqual([
      { width: 300, height: 200, dpi: 0, shown: 0, at: 0 },
    ]);
  });

  test("that lies has the largest size of its frames", () => {
    expect(failure(() => pagesOfPicture(jpeg([100, 100], [60_000, 60_000]), "jpeg")).message).toMatch(declared);
    expect(failure(() => pagesOfPicture(jpeg([60_000, 60_000], [100, 100]), "jpeg")).message).toMatch(declared);
  });

  test("of ten thousand pages is refused, and one whose pages go round has each once", () => {
    const { code, message } = failure(() => pagesOfPicture(tiff(Array(10_000).fill([10, 10])), "tiff"));
    expect({ code, message }).toEqual({
      code: "too_large",
      message: "The TIFF has more than 1000 pages. Split it into several files.",
    });
    expect(
      pagesOfPicture(
        tiff(
          [
            [10, 10],
            [20, 20],
          ],
          8,
        ),
        "tiff",
      ),
    ).toHaveLength(2);
  });

  test("that was cut off is damaged, wherever it was cut", () => {
    for (const [format, ending] of [
      ["png", "png"],
      ["jpeg", "jpg"],
      ["webp", "webp"],
      ["tiff", "tif"],
    ] as const) {
      const whole = filterPicture(ending);
      for (let end = 4; end < whole.length; end += 7) {
        try {
          pagesOfPicture(whole.slice(0, end), format);
        } catch (error) {
          expect(error).toMatchObject({ code: "corrupt_file", name: "ExtractionError" });
        }
      }
      expect(failure(() => pagesOfPicture(whole.slice(0, 18), format)).code).toBe("corrupt_file");
    }
  });
});
