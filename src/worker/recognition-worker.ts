/** Keeps the document and the language data open between pages. */
import { openPdf, type PdfFile } from "../extraction/pdf/pdf-file.ts";
import { refuseStreamBombs } from "../extraction/pdf/pdf-streams.ts";
import { isLost, rasterOf } from "../extraction/scans/page-raster.ts";
import { type PagePicture, recognisePage, sampledConfidence } from "../extraction/scans/page-recognition.ts";
import { mostPicturePixels, type PictureFormat, pagesOfPicture, tiffFrom } from "../extraction/scans/picture-file.ts";
import { type EmbeddedImage, imageOfJpeg, imageOfPng } from "../extraction/scans/picture-image.ts";
import { openRecoder, openTesseract, type PictureRecoder, type TextRecogniser } from "../extraction/scans/tesseract.ts";
import { sniff } from "../extraction/sniff.ts";
import { languagesFor, mostAtOnce, readScanPack, type ScanPack } from "../models/scan-pack.ts";
import { ExtractionError } from "../sources/extraction-error.ts";
import { pageWithoutWords, type RecognisedPage } from "../sources/ports/recognised-page.ts";
import { workInBackground } from "./background-priority.ts";
import type {
  PageToRecognise,
  RecognitionReply,
  RecognitionRequest,
  SearchableScan,
} from "./reading/threaded-recogniser.ts";

declare const self: Worker;

workInBackground();

/** Null: the page has no picture. */
type Pictures = (page: number) => Promise<PagePicture | "damaged" | null>;

const answer = createAnswer();

self.onmessage = async ({ data }: MessageEvent<RecognitionRequest>) => {
  self.postMessage(await answer(data));
};

function createAnswer(): (request: RecognitionRequest) => Promise<RecognitionReply> {
  let opened: ReturnType<typeof open> | null = null;
  return async (request) => {
    try {
      if ("scan" in request) return { kind: "made", file: await searchable(request.scan) };
      const { document, page } = request;
      if (document !== null) opened = open(document);
      if (opened === null) throw new Error("no document was opened");
      const found = await read(await opened, page).catch(asCostly);
      return found instanceof Error ? { kind: "costly" } : { kind: "done", page: found };
    } catch (error) {
      return failure(error);
    }
  };
}

function failure(error: unknown): RecognitionReply {
  if (error instanceof ExtractionError) return { kind: "refused", code: error.code, message: error.message };
  return { kind: "broken", description: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** For pictures too large for the libraries, which are unusable after that. */
function asCostly(error: unknown): RangeError {
  if (error instanceof ExtractionError) throw error;
  return new RangeError("the picture takes too much memory", { cause: error });
}

async function searchable({ bytes, pages }: SearchableScan): Promise<Uint8Array> {
  const { layerOnPdf, pdfOfPictures } = await import("../extraction/scans/searchable-pdf.ts");
  const { format } = sniff(bytes, null, null);
  if (format === "pdf") {
    refuseStreamBombs(bytes);
    return layerOnPdf(bytes, pages);
  }
  const facts = pagesOfPicture(bytes, format as PictureFormat);
  const recode = await openRecoder();
  return pdfOfPictures(pages, async (page) => {
    const found = facts[page - 1];
    if (found === undefined) return null;
    const own = format === "tiff" ? tiffFrom(bytes, found) : bytes;
    const { shown, dpi } = found;
    const image = imageOf(own, format as PictureFormat, recode);
    return image && { ...image, shown, scale: 72 / (dpi || usualDpi) };
  });
}

/** Unchanged if PDF has such images; else as PNG. */
function imageOf(bytes: Uint8Array, format: PictureFormat, recode: PictureRecoder): EmbeddedImage | null {
  const same = { png: imageOfPng, jpeg: imageOfJpeg, webp: () => null, tiff: () => null }[format](bytes);
  if (same !== null) return same;
  const png = recode(bytes);
  return png && imageOfPng(png);
}

async function open({ bytes, pack, language }: NonNullable<PageToRecognise["document"]>): Promise<OpenDocument> {
  const data = readScanPack(Bun.mmap(pack));
  const own = languagesFor(data, language);
  return { data, pictures: await picturesIn(bytes), own, reading: own.length === 0 ? null : await reading(data, own) };
}

interface OpenDocument {
  readonly data: ScanPack;
  readonly pictures: Pictures;
  /** Of the source. Empty: the first page decides. */
  readonly own: readonly string[];
  reading: LanguageReading | null;
  /** Whether the pack's other languages were tried. */
  isTried?: boolean;
}

interface LanguageReading extends TextRecogniser {
  readonly languages: readonly string[];
}

async function reading(data: ScanPack, languages: readonly string[]): Promise<LanguageReading> {
  const opened = await openTesseract(languages.map((name) => ({ name, data: data.dataOf(name) })));
  return { ...opened, languages };
}

/** Less sure pages may be in another language or script. */
const leastConfidence = 0.6;
/** Within this, a page counts as being in both languages. */
const nearlyAsSure = 0.02;
const mostTried = 12;

/** The languages with the surest reading of a part of the page; else the pack's first ones. */
async function languagesOn({ data }: OpenDocument, picture: PagePicture): Promise<readonly string[]> {
  const tried: { readonly name: string; readonly confidence: number }[] = [];
  for (const name of data.languages.slice(0, mostTried)) {
    const recogniser = await reading(data, [name]);
    tried.push({ name, confidence: sampledConfidence(recogniser, picture) });
    recogniser.close();
  }
  const [best, second] = tried.toSorted((one, other) => other.confidence - one.confidence);
  if (best === undefined || best.confidence < leastConfidence) return data.languages.slice(0, mostAtOnce);
  return second !== undefined && second.confidence > best.confidence - nearlyAsSure
    ? [best.name, second.name]
    : [best.name];
}

async function picturesIn(bytes: Uint8Array): Promise<Pictures> {
  const { format } = sniff(bytes, null, null);
  if (format !== "pdf") return picturesOf(bytes, format as PictureFormat);
  refuseStreamBombs(bytes);
  const file: PdfFile = await openPdf(bytes, mostPicturePixels);
  return async (page) => {
    const images = await file.images(page);
    if (images === null) return null;
    return isLost(images) ? "damaged" : rasterOf(images);
  };
}

/** The resolution of the recogniser's training, for pictures that state none. */
const usualDpi = 300;

function picturesOf(bytes: Uint8Array, format: PictureFormat): Pictures {
  const pages = pagesOfPicture(bytes, format);
  return async (page) => {
    const facts = pages[page - 1];
    if (facts === undefined) return null;
    const { width, height, shown, dpi } = facts;
    const own = format === "tiff" ? tiffFrom(bytes, facts) : bytes;
    return { bytes: own, width, height, shown, scale: 72 / (dpi || usualDpi) };
  };
}

async function read(document: OpenDocument, page: number): Promise<RecognisedPage> {
  const picture = await document.pictures(page);
  if (picture === null) return pageWithoutWords(page);
  if (picture === "damaged") return pageWithoutWords(page, picture);
  document.reading ??= await reading(document.data, await languagesOn(document, picture));
  const found = recognisePage(document.reading, picture, page);
  if (found === null) return pageWithoutWords(page, "damaged");
  return (await inOtherLanguage(document, picture, found)) ?? found;
}

/** Null: the source's language is surer, or others were tried before. */
async function inOtherLanguage(
  document: OpenDocument,
  picture: PagePicture,
  found: RecognisedPage,
): Promise<RecognisedPage | null> {
  const { data, own, isTried = false } = document;
  const isDoubtful = found.words.length > 0 && found.confidence < leastConfidence;
  if (!isDoubtful || isTried || own.length === 0 || own.length === data.languages.length) return null;
  document.isTried = true;
  const other = await reading(data, await languagesOn(document, picture));
  const again = recognisePage(other, picture, found.page);
  if (again === null || again.confidence <= found.confidence) {
    other.close();
    return null;
  }
  document.reading?.close();
  document.reading = other;
  return again;
}
