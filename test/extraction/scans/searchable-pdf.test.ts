/** The text behind the pictures, as pdf.js finds it. */
import { describe, expect, test } from "bun:test";
import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { openPdf } from "../../../src/extraction/pdf/pdf-file.ts";
import type { PdfRun } from "../../../src/extraction/pdf/pdf-line.ts";
import { imageOfJpeg, imageOfPng } from "../../../src/extraction/scans/picture-image.ts";
import { layerOnPdf, pdfOfPictures } from "../../../src/extraction/scans/searchable-pdf.ts";
import type { RecognisedPage } from "../../../src/sources/ports/recognised-page.ts";
import { recognisedPage, type ScanLine } from "../../support/documents/recognised-pages.ts";
import { scannedPdf } from "../../support/documents/scanned-pdf.ts";
import { filterPicture } from "../../support/models/scan-packs.ts";

const scan = new Uint8Array(scannedPdf([filterPicture("png"), filterPicture("png")]));
/** Of a page of the scan, in points. */
const [width, height] = [309.6, 72];
const page = (lines: readonly ScanLine[], facts: Partial<RecognisedPage> = {}) =>
  recognisedPage(lines, { width, height, ...facts });

async function runsOn(pdf: Uint8Array, number = 1): Promise<readonly PdfRun[]> {
  const file = await openPdf(pdf);
  try {
    return (await file.text(number))?.runs ?? [];
  } finally {
    await file.close();
  }
}

const textOf = (runs: readonly PdfRun[]) => runs.map(({ text }) => text).join(" ");
const lines = [
  { text: "Größe des Filters", x: 20, y: 20, size: 10 },
  { text: "过滤器 必须 更换", x: 20, y: 40, size: 10 },
  { text: "𝒜 café", x: 20, y: 60, size: 8 },
];

describe("a PDF", () => {
  test("keeps its bytes, and has each word at its place, in the order in which it is read", async () => {
    const pdf = await layerOnPdf(scan, [page(lines)]);
    expect(Buffer.compare(pdf.subarray(0, scan.length), scan)).toBe(0);
    expect(pdf.length - scan.length).toBeLessThan(6000);
    const runs = await runsOn(pdf);
    expect(textOf(runs)).toBe("Größe des Filters 过滤器必须更换 𝒜 café");
    const [first] = runs;
    expect([first!.x, first!.right, first!.y, first!.size]).toEqual([20, 105, 20, 10]);
    expect(await runsOn(pdf, 2)).toEqual([]);
  });

  test("shows the pictures that it showed", async () => {
    const images = async (pdf: Uint8Array) => {
      const file = await openPdf(pdf, 1_000_000);
      try {
        return (await file.images(1))?.images;
      } finally {
        await file.close();
      }
    };
    expect(await images(await layerOnPdf(scan, [page(lines)]))).toEqual(await images(scan));
  });

  test("has the words on their side where its page is turned or the paper lay so", async () => {
    for (const [rotate, turned] of [
      [90, 0],
      [0, 90],
      [270, 180],
      [180, 270],
    ] as const) {
      const document = await PDFDocument.load(scan);
      document.getPages()[0]!.node.set(PDFName.of("Rotate"), document.context.obj(rotate));
      const upright = (rotate + turned) % 180 === 0 ? { width, height } : { width: height, height: width };
      const pdf = await layerOnPdf(await document.save(), [
        page([{ text: "Filter", x: 20, y: 30 }], { ...upright, turned }),
      ]);
      // Turned so that its words are upright, the page has them where they were read.
      const again = await PDFDocument.load(pdf);
      again.getPages()[0]!.node.set(PDFName.of("Rotate"), again.context.obj((rotate + turned) % 360));
      const [run] = await runsOn(await again.save());
      expect([run!.text, run!.x, run!.y, run!.right]).toEqual([
        "Filter",
        expect.closeTo(20, 1),
        expect.closeTo(30, 1),
        expect.closeTo(50, 1),
      ]);
    }
  });

  test("has the words of a page that is askew along their lines", async () => {
    const skew = 0.05;
    const [run] = await runsOn(
      await layerOnPdf(scan, [page([{ text: "Filter", x: width / 2, y: height / 2 }], { skew })]),
    );
    expect([run!.x, run!.y]).toEqual([expect.closeTo(width / 2, 1), expect.closeTo(height / 2, 1)]);
  });

  test("that is encrypted or damaged is refused", async () => {
    for (const [bytes, number] of [
      [new Uint8Array(300), 1],
      [scan, 3],
    ] as const)
      await expect(layerOnPdf(bytes, [page(lines, { page: number })])).rejects.toMatchObject({ code: "corrupt_file" });
    const document = await PDFDocument.load(scan);
    document.encrypt({ userPassword: "secret", ownerPassword: "secret" });
    await expect(layerOnPdf(await document.save(), [page(lines)])).rejects.toMatchObject({ code: "encrypted_file" });
  });
});

describe("pictures", () => {
  test("become pages with their bytes as they are", async () => {
    const [png, jpg] = [filterPicture("png"), filterPicture("jpg")];
    const images = [imageOfPng(png)!, imageOfJpeg(jpg)!];
    const pages = [page(lines.slice(0, 1)), page(lines.slice(1, 2), { page: 2 })];
    const pdf = await pdfOfPictures(pages, async (number) => ({ ...images[number - 1]!, scale: 0.36, shown: 0 }));
    expect(pdf.length).toBeLessThan(png.length + jpg.length + 6000);
    expect(Buffer.from(pdf).indexOf(jpg)).toBeGreaterThan(0);
    expect(textOf(await runsOn(pdf))).toBe("Größe des Filters");
    expect(textOf(await runsOn(pdf, 2))).toBe("过滤器必须更换");
    const file = await openPdf(pdf, 1_000_000);
    const drawn = await Promise.all([1, 2].map((number) => file.images(number)));
    expect(drawn.map((one) => one?.images.map(({ width: w, height: h, kind }) => [w, h, kind]))).toEqual([
      [[860, 200, "bits"]],
      [[860, 200, "rgb"]],
    ]);
    await file.close();
  });

  test("that a camera has turned are pages that viewers turn", async () => {
    const image = imageOfPng(filterPicture("png"))!;
    const upright = page([{ text: "Filter", x: 20, y: 30 }], { width: height, height: width });
    const pdf = await pdfOfPictures([upright], async () => ({ ...image, scale: 0.36, shown: 90 }));
    const [run] = await runsOn(pdf);
    expect([run!.x, run!.y]).toEqual([expect.closeTo(20, 1), expect.closeTo(30, 1)]);
  });

  test("that PDF does not have as they are say so", () => {
    const png = filterPicture("png");
    const changed = (at: number, byte: number) => imageOfPng(Object.assign(png.slice(), { [at]: byte }));
    expect([changed(24, 16), changed(25, 6), changed(28, 1)]).toEqual([null, null, null]);
    expect(() => imageOfPng(png.slice(0, 20))).toThrow(RangeError);
    expect(imageOfJpeg(filterPicture("jpg").slice(0, 20))).toBeNull();
  });
});
