/** A scan as a PDF with the text that was read on it: a PDF keeps its bytes and gets more behind them, pictures become pages. */
import { degrees, PDFDocument, PDFName, type PDFPage, type PDFRef, PDFString } from "@cantoo/pdf-lib";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { quarterTurns, type RecognisedPage } from "../../sources/ports/recognised-page.ts";
import { ascent, descent, glyphlessFont, glyphWidth } from "./glyphless-font.ts";
import type { PagePicture } from "./page-recognition.ts";
import type { EmbeddedImage } from "./picture-image.ts";
import { CharacterCodes, type ToUserSpace, textLayer, toUnicodeMap } from "./text-layer.ts";

export interface PictureOfPage extends EmbeddedImage, Pick<PagePicture, "scale" | "shown"> {}

/** @throws ExtractionError `encrypted_file`, `corrupt_file` */
export async function layerOnPdf(bytes: Uint8Array, pages: readonly RecognisedPage[]): Promise<Uint8Array> {
  const document = await opened(bytes);
  const layers = new TextLayers(document);
  const all = document.getPages();
  for (const page of pages.filter(({ words }) => words.length > 0)) {
    const shown = all[page.page - 1];
    if (shown === undefined) throw damaged();
    layers.add(shown, page);
  }
  layers.finish();
  return document.commit({ useObjectStreams: false });
}

async function opened(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { forIncrementalUpdate: true, updateMetadata: false });
  } catch (error) {
    const isLocked = error instanceof Error && /encrypted/i.test(error.message);
    throw isLocked
      ? new ExtractionError("encrypted_file", "The file is encrypted, so no text can be added to it.", error)
      : damaged(error);
  }
}

function damaged(cause?: unknown): ExtractionError {
  return new ExtractionError("corrupt_file", "The file is damaged: no text can be added to it.", cause);
}

export async function pdfOfPictures(
  pages: readonly RecognisedPage[],
  picture: (page: number) => Promise<PictureOfPage | null>,
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const layers = new TextLayers(document);
  for (const page of pages) {
    const found = await picture(page.page);
    if (found === null) continue;
    layers.add(drawn(document, found), page);
  }
  layers.finish();
  return document.save({ useObjectStreams: false });
}

function drawn(document: PDFDocument, { bytes, facts, width, height, scale, shown }: PictureOfPage): PDFPage {
  const page = document.addPage([width * scale, height * scale]);
  page.setRotation(degrees(shown));
  const { context } = document;
  const head = { Type: "XObject", Subtype: "Image", Width: width, Height: height, ...facts };
  const image = context.register(context.stream(bytes, head as Parameters<typeof context.stream>[1]));
  page.node.setXObject(PDFName.of("Scan"), image);
  const content = `q ${(width * scale).toFixed(3)} 0 0 ${(height * scale).toFixed(3)} 0 0 cm /Scan Do Q\n`;
  page.node.addContentStream(context.register(context.flateStream(content)));
  return page;
}

const fontName = "ScanText";

class TextLayers {
  readonly #document: PDFDocument;
  readonly #codes = new CharacterCodes();
  readonly #font: PDFRef;
  #count = 0;

  constructor(document: PDFDocument) {
    this.#document = document;
    this.#font = document.context.nextRef();
  }

  add(page: PDFPage, recognised: RecognisedPage): void {
    const { context } = this.#document;
    const { node } = page;
    const toUser = userSpaceOf(page);
    const layer = textLayer(recognised, { font: fontName, codes: this.#codes, toUser });
    const [open, close, text] = ["q\n", "\nQ\n", layer].map((code) => context.register(context.flateStream(code)));
    if (node.Contents() !== undefined) node.wrapContentStreams(open!, close!);
    node.addContentStream(text!);
    node.setFontDictionary(PDFName.of(fontName), this.#font);
    this.#count++;
  }

  finish(): void {
    if (this.#count === 0) return;
    const { context } = this.#document;
    const font = glyphlessFont();
    const file = context.register(context.flateStream(font, { Length1: font.length }));
    const heights = { Ascent: ascent, Descent: descent, CapHeight: ascent };
    const look = { FontBBox: [0, descent, glyphWidth, ascent], Flags: 4, ItalicAngle: 0, StemV: 80, ...heights };
    const facts = { Type: "FontDescriptor", FontName: "Glyphless", ...look, FontFile2: file };
    const glyphs = context.register(context.flateStream(new Uint8Array(2 * (this.#codes.characters.length + 1))));
    const system = { Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity"), Supplement: 0 };
    const own = { FontDescriptor: context.register(context.obj(facts)), CIDToGIDMap: glyphs, DW: glyphWidth };
    const kind = { Type: "Font", Subtype: "CIDFontType2", BaseFont: "Glyphless", CIDSystemInfo: system };
    const described = context.register(context.obj({ ...kind, ...own }));
    const unicode = context.register(context.flateStream(toUnicodeMap(this.#codes)));
    const all = { Type: "Font", Subtype: "Type0", BaseFont: "Glyphless", Encoding: "Identity-H" };
    context.assign(this.#font, context.obj({ ...all, DescendantFonts: [described], ToUnicode: unicode }));
  }
}

function userSpaceOf(page: PDFPage): ToUserSpace {
  const { x, y, width, height } = page.getCropBox();
  const turned = ((page.getRotation().angle % 360) + 360) % 360;
  const turns: Readonly<Record<number, ToUserSpace>> = quarterTurns;
  const upright = turns[turned] ?? quarterTurns[0];
  return (across, down) => {
    const [u, v] = upright(across, down);
    return [x + u * width, y + (1 - v) * height];
  };
}
