/** Blurred text is told from blank paper, rules and photographs. Pictures are drawn by formulas. */
import { describe, expect, test } from "bun:test";
import { type LightPicture, showsText } from "../../../src/extraction/scans/text-rows.ts";

/** Drawn as if it had 1200 × 1600 pixels. */
const picture = (lightAt: LightPicture["lightAt"]): LightPicture => ({
  width: 600,
  height: 800,
  lightAt: (x, y) => lightAt(2 * x, 2 * y),
});

/** From 0 to 1, the same for the same place. */
function chance(x: number, y: number): number {
  let bits = Math.imul(x + 1, 374_761_393) ^ Math.imul(y + 1, 668_265_263);
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** Words of letters that run into each other, on lines 30 pixels apart: all that blurring leaves. */
function blurredInk(x: number, y: number): number {
  const [line, inLine] = [Math.floor(y / 30), y % 30];
  if (x < 120 || x > 1080 || y < 150 || y > 1400 || chance(Math.floor(x / 70), line) < 0.1) return 0;
  return Math.max(0, Math.sin((inLine / 30) * 2 * Math.PI)) * (60 + 120 * chance(Math.floor(x / 12), line));
}

/** Light and dark patches in several sizes, smooth within each. */
function photographed(x: number, y: number): number {
  let light = 0;
  for (const [patch, weight] of [
    [400, 120],
    [160, 60],
    [60, 40],
    [20, 25],
  ] as const) {
    const [column, row] = [Math.floor(x / patch), Math.floor(y / patch)];
    const [right, down] = [(x % patch) / patch, (y % patch) / patch];
    const edge = (below: number) => chance(column, row + below) * (1 - right) + chance(column + 1, row + below) * right;
    light += weight * (edge(0) * (1 - down) + edge(1) * down);
  }
  return light;
}

const grain = (x: number, y: number, most: number) => (chance(x, y) - 0.5) * most;

describe("text that is too blurred to be read", () => {
  test.each<readonly [string, LightPicture["lightAt"]]>([
    ["on white paper", (x, y) => 255 - blurredInk(x, y)],
    ["on dark paper with grain", (x, y) => 160 - blurredInk(x, y) * 0.6 + grain(x, y, 40)],
    ["in the shadow of a hand", (x, y) => 250 - y / 12 - blurredInk(x, y) * 0.5],
    ["that is askew", (x, y) => 255 - blurredInk(x, Math.round(y + x * 0.03))],
  ])("%s is seen", (_, lightAt) => {
    expect(showsText(picture(lightAt))).toBe(true);
  });
});

describe("no text is seen", () => {
  test.each<readonly [string, LightPicture["lightAt"]]>([
    ["on white paper", () => 255],
    ["on coloured paper with grain", (x, y) => 170 + grain(x, y, 60)],
    ["in a shadow", (x, y) => 250 - x / 8 - y / 20],
    ["on black", () => 0],
    ["in specks", (x, y) => (chance(Math.floor(x / 4), Math.floor(y / 4)) < 0.002 ? 30 : 255)],
    ["in punched holes", (x, y) => (Math.hypot(x - 60, (y % 800) - 400) < 22 ? 20 : 250)],
    ["in the dark edges of a scan", (x, y) => (x < 40 || y < 25 || y > 1580 ? 25 : 245)],
    ["in ruled lines", (_, y) => (y % 60 < 3 ? 110 : 250)],
    ["in blurred ruled lines", (_, y) => 250 - 60 * Math.max(0, Math.cos((y / 60) * 2 * Math.PI))],
    ["in squares", (x, y) => (x % 40 < 2 || y % 40 < 2 ? 150 : 250)],
    ["in what shows through from the back", (x, y) => 250 - blurredInk(1200 - x, y) * 0.1],
    [
      "in bars of a chart",
      (x, y) => (x > 150 && x % 120 < 70 && y > 300 + 700 * chance(Math.floor(x / 120), 1) && y < 1300 ? 90 : 250),
    ],
    ["in a photograph", photographed],
    ["in a photograph on a page", (x, y) => (x > 200 && x < 1000 && y > 300 && y < 900 ? photographed(x, y) : 252)],
    ["in a picture of a few pixels", (x, y) => (x + y) % 2],
  ])("%s", (_, lightAt) => {
    expect(showsText(picture(lightAt))).toBe(false);
    expect(showsText({ width: 40, height: 20, lightAt })).toBe(false);
  });
});
