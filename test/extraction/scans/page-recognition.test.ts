/** A page is put upright, and its words get their places in points. */
import { expect, test } from "bun:test";
import { recognisePage, sampledText } from "../../../src/extraction/scans/page-recognition.ts";
import type { RecognisedLine, TextRecogniser } from "../../../src/extraction/scans/tesseract.ts";

const picture = { bytes: new Uint8Array(), width: 1000, height: 2000, scale: 0.24, shown: 0 };

/** A line of the words, of which each is 100 pixels wide, or high. */
function line(text: string, confidence: number, isLying = false): RecognisedLine {
  const words = text.split(" ").map((word, i) => {
    const [from, to] = [100 + 120 * i, 200 + 120 * i];
    const bbox = isLying ? { x0: 50, y0: from, x1: 80, y1: to } : { x0: from, y0: 60, x1: to, y1: 80 };
    return { text: word, confidence, bbox };
  });
  const x1 = 80 + 120 * words.length;
  return { baseline: { x0: 100, y0: 78, x1, y1: 78 + (x1 - 100) * 0.05 }, rowHeight: 30, descenders: 6, words };
}

/** Reads by the turn, and notes what it was asked. */
function recogniser(by: Readonly<Record<number, readonly RecognisedLine[]>>) {
  const asked: (readonly [turned: number, dpi: number])[] = [];
  const read: TextRecogniser["read"] = (_, turned, dpi) => {
    asked.push([turned, dpi]);
    return { lines: by[turned] ?? [], skew: 0.02 };
  };
  return { asked, read, sample: () => [], showsText: () => false, close: () => undefined };
}

test("an upright page is read once, at its resolution", () => {
  const scan = recogniser({ 0: [line("Replace the filter now", 95)] });
  const page = recognisePage(scan, picture, 7);
  expect(scan.asked).toEqual([[0, 300]]);
  expect(page).toMatchObject({ page: 7, width: 240, height: 480, turned: 0, skew: 0.02, confidence: 0.95 });
  const [, second] = page!.words;
  expect(second).toEqual({
    text: "the",
    line: 1,
    left: 220 * 0.24,
    top: expect.closeTo(60 * 0.24, 9),
    right: 320 * 0.24,
    bottom: expect.closeTo(19.2, 9),
    baseline: expect.closeTo(84 * 0.24, 9),
    size: expect.closeTo(7.2, 9),
    confidence: 0.95,
  });
});

test("specks above and below a line do not make its words higher", () => {
  const { words, ...clean } = line("Replace it", 95);
  const specked = words.map(({ bbox, ...word }) => ({ ...word, bbox: { ...bbox, y0: 20, y1: 120 } }));
  const page = recognisePage(recogniser({ 0: [{ ...clean, words: specked }] }), { ...picture, scale: 1 }, 1);
  expect(page?.words[0]).toMatchObject({ top: 78 - 30 * 1.05 + 6, bottom: 78 + 6 + 30 * 0.05 });
});

test("a page that stands on its head is turned", () => {
  const scan = recogniser({ 0: [line("jo peal mou 9y", 35)], 180: [line("Replace the filter now", 94)] });
  expect(recognisePage(scan, picture, 1)).toMatchObject({ turned: 180, confidence: 0.94, width: 240 });
  expect(scan.asked.map(([turned]) => turned)).toEqual([0, 180]);
});

test("a page that lies on its side is turned, although it can be read", () => {
  const scan = recogniser({ 0: [line("Replace the filter now", 95, true)], 270: [line("Replace the filter now", 95)] });
  expect(recognisePage(scan, picture, 1)).toMatchObject({ turned: 270, width: 480, height: 240 });
  expect(scan.asked.map(([turned]) => turned)).toEqual([0, 90, 270]);
});

test("a page that no turn makes clear stays in the one that is clearest, and has no words if it shows no text", () => {
  const scan = recogniser({ 0: [line("a bc def gh", 40)], 180: [line("a bc def gh", 20)], 90: [line("x", 60)] });
  const showsText = () => true;
  const unclear = recognisePage({ ...scan, showsText }, picture, 1);
  expect(unclear).toMatchObject({ turned: 0, confidence: 0.4, fault: "unclear" });
  expect(unclear?.words).toHaveLength(4);
  expect(recognisePage(scan, picture, 1)).toMatchObject({ turned: 0, confidence: 0, words: [] });
});

test("the turn that viewers give a picture is added to ours", () => {
  const scan = recogniser({ 90: [line("jo peal mou 9y", 35)], 270: [line("Replace the filter now", 94)] });
  expect(recognisePage(scan, { ...picture, shown: 90 }, 1)).toMatchObject({ turned: 180, width: 480, height: 240 });
});

test("an empty page has no words, and one that cannot be decoded is none", () => {
  expect(recognisePage(recogniser({}), picture, 1)).toMatchObject({ words: [], confidence: 0 });
  expect(recognisePage({ ...recogniser({}), read: () => null }, picture, 1)).toBeNull();
});

test("a page on which no word is found is unclear if its picture shows text", () => {
  const showsText = () => true;
  expect(recognisePage({ ...recogniser({}), showsText }, picture, 1)).toMatchObject({ words: [], fault: "unclear" });
  const read = { ...recogniser({ 0: [line("Replace the filter now", 95)] }), showsText };
  expect(recognisePage(read, picture, 1)?.fault).toBeUndefined();
  expect(recognisePage(recogniser({}), picture, 1)?.fault).toBeUndefined();
});

test("a sample is of the picture as viewers show it, and its confidence that of its letters", () => {
  const asked: unknown[] = [];
  const sample: TextRecogniser["sample"] = (_, seen) => {
    asked.push(seen);
    return line("Replace it", 80).words.map((word, i) => ({ ...word, confidence: i === 0 ? 90 : 45 }));
  };
  const { text, confidence } = sampledText({ ...recogniser({}), sample }, { ...picture, shown: 90 });
  expect(text).toBe("Replace it");
  expect(confidence).toBeCloseTo(0.8);
  expect(asked).toEqual([{ turned: 90, dpi: 300, width: 2000, height: 1000 }]);
});
