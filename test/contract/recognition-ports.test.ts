/** The contracts of what reads pages from their pictures, and of what keeps them. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PictureReading } from "../../src/sources/ports/document-ports.ts";
import { recognisedPages } from "../../src/storage/recognised-pages.ts";
import { threadedRecogniser } from "../../src/worker/reading/threaded-recogniser.ts";
import { recognisedPage } from "../support/documents/recognised-pages.ts";
import { scannedPdf } from "../support/documents/scanned-pdf.ts";
import { englishScanPack, filterLines, filterPicture } from "../support/models/scan-packs.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-recognition-"));
const pack = join(folder, "eng.scans");
beforeAll(() => writeFileSync(pack, englishScanPack()));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
const unruly = new URL("../support/processes/unruly-recognition-worker.ts", import.meta.url);
const thread = new URL("../../src/worker/recognition-worker.ts", import.meta.url);

const opened: PictureReading[] = [];
afterEach(() => {
  for (const reading of opened.splice(0)) reading.close();
});

function open(bytes: Uint8Array, entry = thread, timeout = 60_000): PictureReading {
  const recogniser = threadedRecogniser({ entry, pack, name: "scans-eng", timeout });
  expect(recogniser.name).toBe("scans-eng");
  const reading = recogniser.open({ bytes: async () => bytes.slice(), language: "en" });
  opened.push(reading);
  return reading;
}

describe("PageRecogniser: the thread", () => {
  test("reads the words of a picture, and where they stand", async () => {
    const page = await open(filterPicture("tif")).page(1, never);
    expect(page.words.map(({ text }) => text)).toEqual(filterLines.flatMap((line) => line.split(" ")));
    expect(page).toMatchObject({ page: 1, turned: 0, skew: 0, width: 860 * 0.36, height: 200 * 0.36 });
    expect(page.confidence).toBeGreaterThan(0.85);
    const [first] = page.words;
    expect(first).toMatchObject({ left: expect.closeTo(44 * 0.36, 0), top: expect.closeTo(27 * 0.36, 0) });
  });

  test("says of a picture that cannot be decoded, and of a page that is not there, that it has no words", async () => {
    const cut = filterPicture("jpg").slice(0, 2000);
    expect(await open(cut).page(1, never)).toMatchObject({ words: [], fault: "damaged" });
    const png = open(filterPicture("png"));
    expect(await png.page(2, never)).toMatchObject({ page: 2, words: [] });
  });

  test("refuses a whole file that declares too much", async () => {
    const bytes = filterPicture("png");
    new DataView(bytes.buffer).setUint32(16, 60_000);
    new DataView(bytes.buffer).setUint32(20, 60_000);
    await expect(open(bytes).page(1, never)).rejects.toMatchObject({ code: "too_large" });
  });

  test("says that a page has no words whose picture is damaged, declares too much, or is only a figure", async () => {
    const whole = Buffer.from(scannedPdf([filterPicture("png")])).toString("latin1");
    const changed = (from: RegExp, to: string) => open(Buffer.from(whole.replace(from, to), "latin1")).page(1, never);
    expect((await changed(/$^/, "")).words).toHaveLength(13);
    expect(await changed(/\/Width 860 \/Height 200/, "/Width 60000 /Height 60000")).toMatchObject({ words: [] });
    expect(await changed(/ \/Length 21600/, " /Filter /JPXDecode /Length 21600")).toMatchObject({
      words: [],
      fault: "damaged",
    });
    const figure = await changed(/q [\d.]+ 0 0 [\d.]+ 0 0 cm/, "q 30 0 0 30 0 0 cm");
    expect([figure.words, figure.fault]).toEqual([[], undefined]);
  });

  test("rejects with the reason of the signal", async () => {
    const reason = new Error("the service stops");
    await expect(open(filterPicture("png")).page(1, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("gives up a page that kills its thread or hangs, and reads the next", async () => {
    const reading = open(new Uint8Array(1), unruly, 2000);
    for (const number of [1, 2, 3, 4]) {
      const page = await reading.page(number, never);
      expect(page).toMatchObject(
        number % 2 === 1 ? { page: number, confidence: 0.9 } : { page: number, fault: "too_costly" },
      );
    }
  });
});

describe("RecognisedPages: the folder", () => {
  const pages = recognisedPages(folder);
  const page = (number: number) => recognisedPage([{ text: `Page ${number}`, y: 100 }], { page: number });

  test("has what was kept, also for the next process", async () => {
    await pages.keep(7, "scans-eng", page(1));
    await pages.keep(7, "scans-eng", page(2));
    await pages.keep(8, "scans-eng", page(3));
    const again = await recognisedPages(folder).of(7, "scans-eng");
    expect(again.toSorted((a, b) => a.page - b.page)).toEqual([page(1), page(2)]);
  });

  test("has no page of another recogniser, nor one that is damaged", async () => {
    expect(await pages.of(7, "scans-deu")).toEqual([]);
    truncateSync(join(folder, "recognised/7/1.json"), 20);
    expect(await pages.of(7, "scans-eng")).toEqual([page(2)]);
  });

  test("has nothing of what was discarded", async () => {
    await pages.discard(7);
    expect([await pages.of(7, "scans-eng"), await pages.of(8, "scans-eng")]).toEqual([[], [page(3)]]);
    await pages.discardAll();
    expect(await pages.of(8, "scans-eng")).toEqual([]);
    expect(readdirSync(folder)).not.toContain("recognised");
  });
});
