/** Reads a page from its picture: puts it upright, and pixels become points. */
import {
  confidenceOf,
  isReadable,
  type RecognisedPage,
  type RecognisedWord,
} from "../../sources/ports/recognised-page.ts";
import type { RecognisedLine, RecognisedText, TextRecogniser } from "./tesseract.ts";

export interface PagePicture {
  /** A picture in a format that the recogniser decodes. */
  readonly bytes: Uint8Array;
  /** In pixels, before it is turned. */
  readonly width: number;
  readonly height: number;
  /** Points a pixel. */
  readonly scale: number;
  /** Degrees that viewers turn it clockwise themselves. */
  readonly shown: number;
}

type QuarterTurn = RecognisedPage["turned"];

/** Above this confidence a page stands upright. Upside-down text has about .35, poor scans .7 and more. */
const surelyUpright = 0.65;
const lyingShare = 0.5;
const fewestWords = 3;

interface TurnedText extends RecognisedText {
  readonly turned: QuarterTurn;
  readonly confidence: number;
}

/** @returns null if the picture cannot be decoded */
export function recognisePage(recogniser: TextRecogniser, picture: PagePicture, page: number): RecognisedPage | null {
  const attempt = (turned: QuarterTurn): TurnedText | null => {
    const text = recogniser.read(picture.bytes, (picture.shown + turned) % 360, Math.round(72 / picture.scale));
    return text && { ...text, turned, confidence: confidenceOf(text.lines.flatMap(({ words }) => words)) / 100 };
  };
  const first = attempt(0);
  if (first === null) return null;
  const read = pageOf(isUpright(first) ? first : best(first, attempt), picture, page);
  if (isReadable(read)) return read;
  // Else the words are of a photograph, or of what shows through from the back.
  return recogniser.showsText(picture.bytes, picture.shown)
    ? { ...read, fault: "unclear" }
    : { ...read, words: [], confidence: 0 };
}

/** Some lines of the page, if it stands upright, and how surely they are read: 0–1; 0 where it has hardly any text. */
export function sampledText(recogniser: TextRecogniser, { bytes, width, height, shown, scale }: PagePicture) {
  const size = shown % 180 === 0 ? { width, height } : { width: height, height: width };
  const words = recogniser.sample(bytes, { ...size, turned: shown, dpi: Math.round(72 / scale) });
  return { text: words.map(({ text }) => text).join(" "), confidence: confidenceOf(words) / 100 };
}

/** A page without words may be empty, or a drawing: turning it finds none either. */
function isUpright(attempt: TurnedText): boolean {
  const words = attempt.lines.flatMap((line) => line.words);
  return words.length < fewestWords || (attempt.confidence >= surelyUpright && !lies(attempt));
}

/** The library reads lines that run up or down the page too. */
function lies({ lines }: TurnedText): boolean {
  const long = lines.flatMap(({ words }) => words.filter(({ text }) => text.length >= fewestWords));
  const lying = long.filter(({ bbox: { x0, y0, x1, y1 } }) => y1 - y0 > 1.5 * (x1 - x0));
  return lying.length > lyingShare * long.length;
}

/** The first that is surely upright, or else the one read with most confidence. */
function best(first: TurnedText, attempt: (turned: QuarterTurn) => TurnedText | null): TurnedText {
  let found = first;
  for (const turned of lies(first) ? ([90, 270, 180] as const) : ([180, 90, 270] as const)) {
    const next = attempt(turned);
    if (next === null || lettersOf(next) * 2 < lettersOf(found)) continue;
    if (isUpright(next)) return next;
    if (next.confidence > found.confidence) found = next;
  }
  return found;
}

const lettersOf = ({ lines }: TurnedText) =>
  lines.reduce((sum, { words }) => sum + words.reduce((all, { text }) => all + text.length, 0), 0);

function pageOf({ turned, lines, skew, confidence }: TurnedText, picture: PagePicture, page: number): RecognisedPage {
  const { width, height, scale, shown } = picture;
  const across = (shown + turned) % 180 === 0 ? width : height;
  return {
    page,
    width: across * scale,
    height: (width + height - across) * scale,
    turned,
    skew,
    confidence,
    words: lines.filter(hasText).flatMap((line, i) => wordsOf(line, i + 1, scale)),
  };
}

/** Latin letters, digits and signs of which none reaches below the line. The library gives some words the box of their line. */
const standing = /^[A-IK-PR-ZÀ-ÆÈ-ÖØ-Þa-fhik-or-xzà-æè-öø-üß\d.:!'"%&+*#-]+$/;
/** Letters differ so much in height, as a share of it. What stands further off their line are specks. */
const unevenness = 0.05;

const hasText = ({ words }: RecognisedLine) => words.some(({ text }) => text.trim() !== "");

function wordsOf(
  { baseline, rowHeight, descenders, words }: RecognisedLine,
  line: number,
  scale: number,
): RecognisedWord[] {
  const { x0, y0, x1, y1 } = baseline;
  const slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : 0;
  const baseAt = (x: number) => y0 + slope * (x - x0);
  const above = rowHeight * (1 + unevenness) - descenders;
  return words.flatMap(({ text, bbox, confidence }) => {
    if (text.trim() === "") return [];
    const at = baseAt(bbox.x0);
    const below = rowHeight * unevenness + (standing.test(text) ? 0 : descenders);
    const [top, bottom] = [Math.max(bbox.y0, at - above), Math.min(bbox.y1, at + below)];
    const pixels = { left: bbox.x0, top, right: bbox.x1, bottom, baseline: at, size: rowHeight };
    const points = Object.entries(pixels).map(([name, length]) => [name, length * scale]);
    const place = Object.fromEntries(points) as typeof pixels;
    return [{ text: text.trim(), line, ...place, confidence: confidence / 100 }];
  });
}
