/** The contracts of what reads pages from their pictures, and of what keeps them. */
import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCore, openTesseract, type TextRecogniser } from "../../src/extraction/scans/tesseract.ts";
import { readScanPack } from "../../src/models/scan-pack.ts";
import { interruptedTooOften } from "../../src/sources/ingest/ingest-failure.ts";
import type { PictureReading, RecognisedPages } from "../../src/sources/ports/document-ports.ts";
import { confidenceOf, type KeptPage } from "../../src/sources/ports/recognised-page.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { recognisedPageStore } from "../../src/store/sources/recognised-page-store.ts";
import { openOriginalFiles } from "../../src/store/sqlite/folder/original-files.ts";
import { ingestQueueRows } from "../../src/store/sqlite/rows/ingest-queue-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { threadedRecogniser, threadedSearchablePdfs } from "../../src/worker/reading/threaded-recogniser.ts";
import { recognisedPage } from "../support/documents/recognised-pages.ts";
import { blurred, scannedPdf, stacked } from "../support/documents/scanned-pdf.ts";
import { askewPicture, englishScanPack, filterLines, filterPicture } from "../support/models/scan-packs.ts";
import { overPostgres } from "../support/worlds/postgres-world.ts";
import { makersInPostgres, sourceRows } from "../support/worlds/source-makers.ts";
import {
  addVersion,
  closeSubjects,
  expert,
  overDatabase,
  overPostgresServer,
  type SourceSubject,
} from "../support/worlds/source-stores.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-recognition-"));
const pack = join(folder, "eng.scans");
beforeAll(() => writeFileSync(pack, englishScanPack()));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
const unruly = new URL("../support/processes/unruly-recognition-worker.ts", import.meta.url);
const thread = new URL("../../src/worker/recognition-worker.ts", import.meta.url);

const opened: PictureReading[] = [];
afterEach(async () => {
  for (const reading of opened.splice(0)) reading.close();
  await closeSubjects();
});

const recogniserOf = (entry: URL, timeout: number) => threadedRecogniser({ entry, pack, name: "scans-eng", timeout });
/** Its threads go from one test to the next. */
const english = recogniserOf(thread, 60_000);

function open(bytes: Uint8Array, recogniser = english): PictureReading {
  expect(recogniser.name).toBe("scans-eng");
  const reading = recogniser.open({ bytes: async () => bytes.slice(), language: "en" });
  opened.push(reading);
  return reading;
}

/** The JPEG with another size in its frame. */
function withFrame(jpg: Uint8Array, side: number): Uint8Array {
  const view = new DataView(jpg.buffer);
  let at = 2;
  while (![0xc0, 0xc1, 0xc2].includes(jpg[at + 1]!)) at += 2 + view.getUint16(at + 2);
  view.setUint16(at + 5, side);
  view.setUint16(at + 7, side);
  return jpg;
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
    expect(await open(withFrame(filterPicture("jpg"), 8000)).page(1, never)).toMatchObject({ fault: "damaged" });
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

  test("reads one document after the other, also behind one that is refused", async () => {
    const recogniser = threadedRecogniser({ entry: thread, pack, name: "scans-eng" });
    const words = async (bytes: Uint8Array) => {
      const reading = recogniser.open({ bytes: async () => bytes.slice(), language: "en" });
      opened.push(reading);
      const page = await reading.page(1, never).catch(({ code }: { readonly code: string }) => code);
      reading.close();
      return typeof page === "string" ? page : page.words.length;
    };
    const huge = filterPicture("png");
    new DataView(huge.buffer).setUint32(16, 60_000);
    new DataView(huge.buffer).setUint32(20, 60_000);
    const scan = new Uint8Array(scannedPdf([filterPicture("png")]));
    const read: (string | number)[] = [];
    for (const bytes of [scan, filterPicture("webp"), huge, filterPicture("jpg"), scan]) read.push(await words(bytes));
    expect(read).toEqual([13, 13, "too_large", 13, 13]);
  });

  let recogniser: TextRecogniser;
  beforeAll(async () => {
    const { languages, dataOf } = readScanPack(englishScanPack());
    const core = await openCore();
    recogniser = openTesseract(
      core,
      languages.map((name) => ({ name, data: dataOf(name) })),
    );
  });
  afterAll(() => recogniser.close());

  test("reads a page with few lines that are askew", () => {
    const text = recogniser.read(askewPicture(), 0, 200);
    expect(text?.skew).toBeCloseTo((3 * Math.PI) / 180, 3);
    expect(text?.lines.map(({ words }) => words.map((word) => word.text).join(" "))).toEqual([
      "Notice 3",
      "The roof was repaired in 1987 by the firm Miller and Sons. The",
      "invoice amounts to 4,250 dollars.",
    ]);
  });

  test("sees text that is too blurred to be read, in black and white, grey and colours", () => {
    const { grey, coloured } = blurred(filterPicture("png"), { times: 10, reach: 12 });
    for (const picture of [grey, coloured]) {
      expect(recogniser.read(picture, 0, 200)?.lines).toEqual([]);
      expect(recogniser.showsText(picture, 0)).toBe(true);
    }
    const lines = stacked(filterPicture("png"), 10);
    expect([0, 180, 90].map((turned) => recogniser.showsText(lines, turned))).toEqual([true, true, false]);
    const empty = grey.map((byte, i) => (i < 20 ? byte : 250));
    expect([empty, new Uint8Array(9)].map((picture) => recogniser.showsText(picture, 0))).toEqual([false, false]);
  });

  test("finds the language by the lines of a part", () => {
    const words = recogniser.sample(stacked(filterPicture("png"), 10), {
      turned: 0,
      dpi: 200,
      width: 860,
      height: 2000,
    });
    // Three parts have enough letters to tell a language.
    const parts = Array.from({ length: 3 }, () => filterLines).flat();
    expect(words.map(({ text }) => text)).toEqual(parts.flatMap((line) => line.split(" ")));
    expect(confidenceOf(words)).toBeGreaterThan(85);
  });

  test("rejects with the reason of the signal", async () => {
    const reason = new Error("the service stops");
    await expect(open(filterPicture("png")).page(1, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("gives up a page that kills its thread or hangs, and reads the next", async () => {
    const reading = open(new Uint8Array(1), recogniserOf(unruly, 2000));
    for (const number of [1, 2, 3, 4]) {
      const page = await reading.page(number, never);
      expect(page).toMatchObject(
        number % 2 === 1 ? { page: number, confidence: 0.9 } : { page: number, fault: "too_costly" },
      );
    }
  });

  test("waits longer for a page while others take the cores", async () => {
    let looks = 0;
    const used = spyOn(process, "cpuUsage").mockImplementation(() => {
      // At first it begins; then its time is over.
      if (++looks === 2) writeFileSync(`${pack}.go`, "");
      return { user: 0, system: 0 };
    });
    try {
      expect(await open(new Uint8Array(1), recogniserOf(unruly, 2000)).page(6, never)).toMatchObject({
        page: 6,
        confidence: 0.9,
      });
    } finally {
      used.mockRestore();
    }
  });
});

interface World extends SourceSubject {
  readonly pages: RecognisedPages;
}

const overSqlite = async (): Promise<World> => {
  const subject = overDatabase({ sourceRows, ingestQueueRows, openOriginalFiles });
  return { ...subject, pages: recognisedPageStore(storeInSqlite(subject.database)) };
};
const overServer = async (): Promise<World> => {
  const subject = await overPostgresServer(makersInPostgres);
  return { ...subject, pages: recognisedPageStore(storeInPostgres(subject.database, "node")) };
};
const page = (number: number, recogniser = "scans-eng"): KeptPage => ({
  ...recognisedPage([{ text: `Page ${number}`, y: 100 }], { page: number }),
  recogniser,
});

const databases = [["the database", overSqlite], ...overPostgres(overServer)] as const;

describe.each(databases)("RecognisedPages: %s", (_name, open) => {
  test("has what was kept of a version, page by page", async () => {
    const world = await open();
    const { source } = await addVersion(world, "a scan");
    const [job] = await world.queue.claim("read", 1);
    for (const number of [2, 1]) expect(await world.queue.keepPage(job!, page(number))).toBe(true);
    expect(await world.pages.of(source.versionNo)).toEqual([page(1), page(2)]);
    await world.queue.keepPage(job!, page(2, "scans-deu"));
    expect(await world.pages.one(source.versionNo, 2)).toEqual(page(2, "scans-deu"));
    expect(await world.pages.one(source.versionNo, 3)).toBeNull();
    await world.pages.discard(source.versionNo, [1, 3]);
    expect(await world.pages.of(source.versionNo)).toEqual([page(2, "scans-deu")]);
    await world.pages.discard(source.versionNo);
    expect(await world.pages.of(source.versionNo)).toEqual([]);
  });

  test("a page that is kept is progress: attempts are counted anew", async () => {
    const world = await open();
    const { source } = await addVersion(world, "a scan");
    const attempts = async () => (await world.store.byId(expert, source.id))?.attempts;
    const limit = { maxAttempts: 5, failure: interruptedTooOften, at: 1 };
    for (let taken = 1; taken <= 3; taken++) {
      expect(await world.queue.claim("read", taken)).toMatchObject([{ attempts: taken }]);
      await world.endLeases();
      expect(await world.queue.requeue(new Set(), limit)).toEqual([]);
    }
    const [job] = await world.queue.claim("read", 4);
    await world.queue.keepPage(job!, page(1));
    expect(await attempts()).toBe(1);
  });

  test("nothing is kept of a version that was canceled", async () => {
    const world = await open();
    const { source } = await addVersion(world, "a scan");
    const [job] = await world.queue.claim("read", 1);
    await world.store.move(source, ["processing"], { to: "canceled", at: 2 });
    expect(await world.queue.keepPage(job!, page(1))).toBe(false);
    expect(await world.pages.of(source.versionNo)).toEqual([]);
  });

  test("a version with corrections is another one with the same bytes, and has the other pages too", async () => {
    const world = await open();
    const { source } = await addVersion(world, "a scan");
    const [job] = await world.queue.claim("read", 1);
    for (const number of [1, 2]) await world.queue.keepPage(job!, page(number));
    const corrected: KeptPage = { ...page(2), corrections: [{ line: 1, read: "Pagc 2" }] };
    const changed = await addVersion(world, "a scan", { keeper: null, of: source.id, corrected: [corrected] });
    expect(changed).toMatchObject({ outcome: "new_version", source: { version: 2, sha256: source.sha256 } });
    expect(await world.pages.of(changed.source.versionNo)).toEqual([page(1), corrected]);
    expect(await world.pages.of(source.versionNo)).toEqual([page(1), page(2)]);
    const other = await addVersion(world, "another scan", { keeper: null, of: source.id });
    expect(await world.pages.of(other.source.versionNo)).toEqual([]);
    await world.store.remove(other.source);
    expect(await world.pages.of(changed.source.versionNo)).toEqual([]);
  });
});

describe("SearchablePdfs: the thread", () => {
  const scan = new Uint8Array(scannedPdf([filterPicture("png")]));
  const wanted = { bytes: async () => scan.slice(), pages: [recognisedPage([{ text: "Filter", y: 20 }], { page: 1 })] };

  test("lays the words behind the picture, and keeps the bytes of the file", async () => {
    const pdf = await threadedSearchablePdfs(thread).make(wanted, never);
    expect(Buffer.compare(pdf.subarray(0, scan.length), scan)).toBe(0);
    expect(pdf.length).toBeGreaterThan(scan.length);
  });

  test("says that a file is damaged, and ends with its signal", async () => {
    const pdfs = threadedSearchablePdfs(thread);
    const damaged = { ...wanted, bytes: async () => scan.slice(0, 40) };
    expect(pdfs.make(damaged, never)).rejects.toThrow();
    expect(pdfs.make(wanted, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });
});
