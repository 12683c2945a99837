/** The images of a page become one picture of it. */
import { expect, test } from "bun:test";
import type { PdfImage } from "../../../src/extraction/pdf/pdf-images.ts";
import { isLost, rasterOf } from "../../../src/extraction/scans/page-raster.ts";

/** At this size an image is copied pixel by pixel: 200 pixels an inch. */
const dot = 72 / 200;

function rgb(rows: readonly string[]): Pick<PdfImage, "kind" | "data" | "width" | "height"> {
  const greys = rows.flatMap((row) => [...row].map((cell) => (cell === "#" ? 0 : 255)));
  return {
    kind: "rgb",
    width: rows[0]!.length,
    height: rows.length,
    data: Uint8Array.from(greys.flatMap((grey) => [grey, grey, grey])),
  };
}

/** The picture as text, or null. */
function drawn(width: number, height: number, ...images: readonly PdfImage[]): readonly string[] | null {
  const raster = rasterOf({ width: width * dot, height: height * dot, images });
  if (raster === null) return null;
  const pixels = raster.bytes.slice(-raster.width * raster.height);
  return Array.from({ length: raster.height }, (_, y) =>
    [...pixels.slice(y * raster.width, (y + 1) * raster.width)].map((grey) => (grey < 128 ? "#" : ".")).join(""),
  );
}

const corner = ["###.", "#...", "...."];
const upright = (left: number, top: number, width: number, height: number) =>
  [width * dot, 0, 0, -height * dot, left * dot, (top + height) * dot] as const;

test("an image that fills the page is copied", () => {
  expect(drawn(4, 3, { ...rgb(corner), place: upright(0, 0, 4, 3) })).toEqual(corner);
});

test("strips are put below each other", () => {
  const [above, below] = [rgb(corner), rgb(["....", "...#"])];
  expect(drawn(4, 5, { ...above, place: upright(0, 0, 4, 3) }, { ...below, place: upright(0, 3, 4, 2) })).toEqual([
    ...corner,
    "....",
    "...#",
  ]);
});

test("an image on its side is turned", () => {
  // A quarter clockwise: the left column, from its foot, becomes the top row.
  const place = [0, 4 * dot, 3 * dot, 0, 0, 0] as const;
  expect(drawn(3, 4, { ...rgb(corner), place })).toEqual([".##", "..#", "..#", "..."]);
});

test("a mask paints its zeros, and leaves what is below the others", () => {
  const below = { ...rgb(["#...", "...."]), place: upright(0, 0, 4, 2) };
  const mask: PdfImage = {
    kind: "mask",
    width: 4,
    height: 2,
    data: Uint8Array.of(0xf0, 0xe0),
    place: upright(0, 0, 4, 2),
  };
  expect(drawn(4, 2, below, mask)).toEqual(["#...", "...#"]);
});

test("large images are made smaller and small ones larger", () => {
  const large = rgb(Array.from({ length: 60 }, (_, y) => (y < 30 ? "#".repeat(40) : ".".repeat(40))));
  const shrunk = drawn(10, 15, { ...large, place: upright(0, 0, 10, 15) })!;
  expect([shrunk.length, shrunk[0]!.length, shrunk.at(0)![0], shrunk.at(-1)![0]]).toEqual([30, 20, "#", "."]);
  const grown = drawn(8, 6, { ...rgb(corner), place: upright(0, 0, 8, 6) })!;
  expect([grown.length, grown[0]!.length, grown[0]![0], grown[5]![7]]).toEqual([6, 8, "#", "."]);
});

test("a figure is no page", () => {
  expect(drawn(40, 30, { ...rgb(corner), place: upright(0, 0, 4, 3) })).toBeNull();
  expect(drawn(4, 3)).toBeNull();
});

test("a page is lost with images that cover much of it", () => {
  const page = { width: 40, height: 30, images: [] };
  expect(isLost({ ...page, lost: [[40, 0, 0, -30, 0, 30]] })).toBe(true);
  expect(isLost({ ...page, lost: [[10, 0, 0, -10, 0, 10]] })).toBe(false);
  expect(isLost({ ...page, lost: [] })).toBe(false);
});

test("the picture of a page of 100,000 points is bounded", () => {
  const side = 100_000;
  const image = { ...rgb(corner), place: [side, 0, 0, -0.3 * side, 0, side] as const };
  const raster = rasterOf({ width: side, height: side, images: [image] })!;
  expect([raster.width, raster.height]).toEqual([6325, 6325]);
  const grey = (x: number, y: number) => raster.bytes[raster.bytes.length - 6325 * 6325 + y * 6325 + x];
  expect([grey(100, 100), grey(100, 4500), grey(6300, 4500)]).toEqual([255, 0, 255]);
});

test("an image that stands beside the page, or has no extent, draws nothing", () => {
  const beside = { ...rgb(corner), place: upright(100, 100, 4, 3) };
  const flat = { ...rgb(corner), place: [0, 0, 0, 0, 0, 0] as const };
  expect(drawn(4, 3, beside, flat)).toEqual(["....", "....", "...."]);
});
