/** The recognition thread: the numbers of pages in, their words out. It keeps document, library and language data open. */
import { openPdf, type PdfFile } from "../extraction/pdf/pdf-file.ts";
import { refuseStreamBombs } from "../extraction/pdf/pdf-streams.ts";
import { isLost, rasterOf } from "../extraction/scans/page-raster.ts";
import { type PagePicture, recognisePage } from "../extraction/scans/page-recognition.ts";
import { mostPicturePixels, type PictureFormat, pagesOfPicture, tiffFrom } from "../extraction/scans/picture-file.ts";
import { type EmbeddedImage, imageOfJpeg, imageOfPng } from "../extraction/scans/picture-image.ts";
import { openCore, openRecoder, openTesseract, type PictureRecoder } from "../extraction/scans/tesseract.ts";
import { sniff } from "../extraction/sniff.ts";
import { builtOnce } from "../kernel/stores/recently-used.ts";
import { languagesFor, readScanPack } from "../models/scan-pack.ts";
import { ExtractionError } from "../sources/extraction-error.ts";
import { pageWithoutWords, type RecognisedPage } from "../sources/ports/recognised-page.ts";
import { leastConfidence, PackReader } from "./reading/pack-reader.ts";
import type {
  PageToRecognise,
  RecognitionReply,
  RecognitionRequest,
  SearchableScan,
} from "./reading/threaded-recogniser.ts";
import { described, workInBackground } from "./thread-serving.ts";

declare const self: Worker;

workInBackground();

/** Null: the page has no picture. */
type Pictures = (page: number) => Promise<PagePicture | "damaged" | null>;

interface OpenDocument {
  readonly pictures: Pictures;
  readonly close: () => Promise<void>;
  readonly reader: PackReader;
  /** Those of the pack that are the language of its source. */
  readonly own: readonly string[];
  /** In which it is read. None: they are found on its first pages. */
  languages: readonly string[];
  pagesSampled: number;
  hasTriedOthers: boolean;
}

const answer = createAnswer();

self.onmessage = async ({ data }: MessageEvent<RecognitionRequest>) => {
  self.postMessage(await answer(data));
};

function createAnswer(): (request: RecognitionRequest) => Promise<RecognitionReply> {
  const core = builtOnce(openCore);
  const recoder = builtOnce(async () => openRecoder(await core()));
  let reader: PackReader | null = null;
  let document: Promise<OpenDocument> | null = null;
  const open = async ({ bytes, pack, language }: NonNullable<PageToRecognise["document"]>): Promise<OpenDocument> => {
    const opened = await core();
    reader ??= new PackReader(readScanPack(Bun.mmap(pack)), (languages) => openTesseract(opened, languages));
    const own = languagesFor(reader.pack, language);
    return { ...(await picturesIn(bytes)), reader, own, languages: own, pagesSampled: 0, hasTriedOthers: false };
  };
  return async (request) => {
    try {
      if ("scan" in request) return { kind: "made", file: await searchable(request.scan, recoder) };
      if (request.document !== null) {
        await document?.then(
          ({ close }) => close(),
          () => undefined,
        );
        document = open(request.document);
      }
      if (document === null) throw new Error("no document was opened");
      const found = await read(await document, request.page).catch(asCostly);
      return found instanceof Error ? { kind: "costly" } : { kind: "done", page: found };
    } catch (error) {
      return failure(error);
    }
  };
}

function failure(error: unknown): RecognitionReply {
  if (error instanceof ExtractionError) return { kind: "refused", code: error.code, message: error.message };
  return { kind: "broken", description: described(error) };
}

/** For pictures too large for the libraries, which are unusable after that. */
function asCostly(error: unknown): RangeError {
  if (error instanceof ExtractionError) throw error;
  return new RangeError("the picture takes too much memory", { cause: error });
}

async function searchable(
  { bytes, pages }: SearchableScan,
  recoder: () => Promise<PictureRecoder>,
): Promise<Uint8Array> {
  const { layerOnPdf, pdfOfPictures } = await import("../extraction/scans/searchable-pdf.ts");
  const { format } = sniff(bytes, null, null);
  if (format === "pdf") {
    refuseStreamBombs(bytes);
    return layerOnPdf(bytes, pages);
  }
  const facts = pagesOfPicture(bytes, format as PictureFormat);
  const recode = await recoder();
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

async function picturesIn(bytes: Uint8Array): Promise<Pick<OpenDocument, "pictures" | "close">> {
  const { format } = sniff(bytes, null, null);
  if (format !== "pdf") return { pictures: picturesOf(bytes, format as PictureFormat), close: () => Promise.resolve() };
  refuseStreamBombs(bytes);
  const file: PdfFile = await openPdf(bytes, mostPicturePixels);
  const pictures: Pictures = async (page) => {
    const images = await file.images(page);
    if (images === null) return null;
    return isLost(images) ? "damaged" : rasterOf(images);
  };
  return { pictures, close: () => file.close() };
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

/** Covers and drawings do not tell the language of a document. */
const mostSampled = 4;

async function read(document: OpenDocument, page: number): Promise<RecognisedPage> {
  const { pictures, reader } = document;
  const picture = await pictures(page);
  if (picture === null) return pageWithoutWords(page);
  if (picture === "damaged") return pageWithoutWords(page, picture);
  if (document.languages.length === 0 && document.pagesSampled++ < mostSampled)
    document.languages = reader.languagesOn(picture);
  const found = recognisePage(reader.in(document.languages), picture, page);
  if (found === null) return pageWithoutWords(page, "damaged");
  return isDoubtful(document, found) ? inOtherLanguage(document, picture, found) : found;
}

function isDoubtful({ reader, own, hasTriedOthers }: OpenDocument, { words, confidence }: RecognisedPage): boolean {
  const hasOthers = own.length > 0 && own.length < reader.pack.languages.length;
  return words.length > 0 && confidence < leastConfidence && hasOthers && !hasTriedOthers;
}

function inOtherLanguage(document: OpenDocument, picture: PagePicture, found: RecognisedPage): RecognisedPage {
  const { reader } = document;
  document.hasTriedOthers = true;
  const languages = reader.languagesOn(picture);
  if (languages.length === 0) return found;
  const again = recognisePage(reader.in(languages), picture, found.page);
  if (again === null || again.confidence <= found.confidence) return found;
  document.languages = languages;
  return again;
}
