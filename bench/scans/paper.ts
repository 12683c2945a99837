/** Draws pages with Chromium, as a scanner would give them: pictures whose text, and the place of each word, is known. */
import { PDFDocument } from "@cantoo/pdf-lib";
import { startChromium } from "../../test/console/chromium.ts";

export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** In the order of reading; the box is the ink of its words, in shares of the page. */
export interface KnownLine {
  readonly text: string;
  readonly box: Box;
}

export interface Scanning {
  readonly dpi: number;
  /** Degrees clockwise. */
  readonly skew: number;
  /** Standard deviation of the brightness of pixels, of 255. */
  readonly noise: number;
}

export interface DrawnPage {
  readonly jpeg: Uint8Array;
  readonly lines: readonly KnownLine[];
}

/** A4 in points, and in pixels of style sheets. */
export const [paperWidth, paperHeight] = [595.28, 841.89] as const;
const [cssWidth, cssHeight] = [794, 1123] as const;

export interface Paper {
  draw(html: string, scanning: Scanning): Promise<DrawnPage>;
  /** The document as it is printed, on as many pages as it needs. */
  print(html: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openPaper(): Promise<Paper> {
  const browser = await startChromium();
  return {
    draw: async (html, scanning) => {
      const page = await browser.newPage({
        viewport: { width: cssWidth, height: cssHeight },
        deviceScaleFactor: scanning.dpi / 96,
      });
      try {
        await page.setContent(html);
        const words = (await page.evaluate(wordsOnPage)) as readonly PlacedWord[];
        const screen = (await page.screenshot({ type: "png" })).toString("base64");
        const scan = JSON.stringify({ screen, words, scale: scanning.dpi / 96, ...scanning });
        const { jpeg, boxes } = (await page.evaluate(`(${scanned.toString()})(${scan})`)) as Scanned;
        return { jpeg: Buffer.from(jpeg, "base64"), lines: linesOf(words, boxes) };
      } finally {
        await page.close();
      }
    },
    print: async (html) => {
      const page = await browser.newPage();
      try {
        await page.setContent(html);
        return await page.pdf({ format: "A4", margin: { top: "20mm", bottom: "20mm", left: "22mm", right: "22mm" } });
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}

export interface PlacedWord {
  readonly text: string;
  /** Words of one line have the same. */
  readonly line: number;
  readonly rect: Box;
}

/** Runs in the page: each word with its rectangle, in pixels of style sheets. */
const wordsOnPage = `(() => {
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let line = 0;
  let last = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { 0: text, index } of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const [rect] = range.getClientRects();
      if (rect === undefined) continue;
      const { left, top, right, bottom } = rect;
      const goesOn = last !== null && last.block === node.parentElement && Math.abs(last.top - top) < 2;
      if (!goesOn) line++;
      words.push({ text, line, rect: [left, top, right, bottom] });
      last = { block: node.parentElement, top };
    }
  }
  return words;
})()`;

interface Scanned {
  readonly jpeg: string;
  readonly boxes: readonly Box[];
}

/** Runs in the page: finds the ink of each word, turns the picture, and makes it grey and noisy. */
async function scanned(scan: Scanning & { screen: string; words: readonly PlacedWord[]; scale: number }) {
  // biome-ignore lint/suspicious/noExplicitAny: the bench is compiled without the types of a browser
  const { document, Image } = globalThis as any;
  const image = new Image();
  image.src = `data:image/png;base64,${scan.screen}`;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const clean = context.getImageData(0, 0, width, height).data;
  const turn = (scan.skew * Math.PI) / 180;
  const boxes = scan.words.map(({ rect }) => turned(inkIn(rect.map((edge) => Math.round(edge * scan.scale)))));
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate(turn);
  context.drawImage(image, -width / 2, -height / 2);
  const drawn = context.getImageData(0, 0, width, height);
  let state = 0x2545f491;
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let at = 0; at < drawn.data.length; at += 4) {
    const [red, green, blue] = drawn.data.subarray(at, at + 3);
    const normal = scan.noise === 0 ? 0 : random() + random() + random() + random() - 2;
    drawn.data.fill(0.3 * red + 0.59 * green + 0.11 * blue + normal * Math.sqrt(3) * scan.noise, at, at + 3);
  }
  context.putImageData(drawn, 0, 0);
  return { jpeg: canvas.toDataURL("image/jpeg", 0.85).split(",")[1], boxes };

  function inkIn([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) {
    const ink = [right, bottom, left, top];
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        if (clean[(y * width + x) * 4] > 160) continue;
        ink[0] = Math.min(ink[0]!, x);
        ink[1] = Math.min(ink[1]!, y);
        ink[2] = Math.max(ink[2]!, x + 1);
        ink[3] = Math.max(ink[3]!, y + 1);
      }
    }
    return ink;
  }
  function turned([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) {
    const corners = [left, right].flatMap((x) => [top, bottom].map((y) => [x - width / 2, y - height / 2] as const));
    const xs = corners.map(([x, y]) => 0.5 + (x * Math.cos(turn) - y * Math.sin(turn)) / width);
    const ys = corners.map(([x, y]) => 0.5 + (x * Math.sin(turn) + y * Math.cos(turn)) / height);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
}

function linesOf(words: readonly PlacedWord[], boxes: readonly Box[]): KnownLine[] {
  const placed = words.map((word, i) => ({ ...word, box: boxes[i]! }));
  return [...Map.groupBy(placed, ({ line }) => line).values()].map((some) => {
    const edge = (side: 0 | 1 | 2 | 3) => some.map(({ box }) => box[side]);
    const box = [Math.min(...edge(0)), Math.min(...edge(1)), Math.max(...edge(2)), Math.max(...edge(3))] as const;
    return { text: some.map(({ text }) => text).join(" "), box };
  });
}

/** A PDF of which each page is one picture, as scanners make them. */
export async function scannedPdf(
  pages: readonly { readonly jpeg: Uint8Array; readonly width: number; readonly height: number }[],
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const { jpeg, width, height } of pages) {
    const image = await document.embedJpg(jpeg);
    document.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  }
  return document.save();
}
