/** Which of a pack's languages a page is read in. */
import { expect, test } from "bun:test";
import type { TextRecogniser } from "../../src/extraction/scans/tesseract.ts";
import { PackReader } from "../../src/worker/reading/pack-reader.ts";

const picture = { bytes: new Uint8Array(), width: 1000, height: 2000, scale: 0.24, shown: 0 };

interface Reading {
  readonly confidence: number;
  readonly text?: string;
}

const english = "the company pays for the dental insurance of the whole family";
const german = "die Firma bezahlt die Versicherung für die ganze Familie";
const chinese = "公司为全家支付保险";

/** A pack whose languages read the picture so, and what is opened and closed of it. */
function packOf(readings: Readonly<Record<string, Reading>>) {
  const steps: string[] = [];
  const open = (languages: readonly { readonly name: string; readonly data: Uint8Array }[]): TextRecogniser => {
    const name = languages.map((one) => `${one.name}${one.data.length}`).join("+");
    steps.push(`open ${name}`);
    const { confidence, text = "1234" } = readings[languages[0]!.name]!;
    return {
      read: () => null,
      sample: () => [{ text, confidence: 100 * confidence, bbox: { x0: 0, y0: 0, x1: 1, y1: 1 } }],
      showsText: () => false,
      close: () => void steps.push(`close ${name}`),
    };
  };
  const pack = { languages: Object.keys(readings), dataOf: (name: string) => new Uint8Array(name.length) };
  return { reader: new PackReader(pack, open), steps };
}

const chosen = (readings: Readonly<Record<string, Reading>>) => packOf(readings).reader.languagesOn(picture);

test("what is read tells the language, even where the data of another one reads it more surely", () => {
  expect(chosen({ eng: { confidence: 0.9, text: german }, deu: { confidence: 0.8, text: german } })).toEqual(["deu"]);
  expect(chosen({ eng: { confidence: 0.65, text: english }, chi_sim: { confidence: 0.9, text: english } })).toEqual([
    "eng",
  ]);
  const unsure = { confidence: 0.2, text: english };
  expect(chosen({ eng: unsure, chi_sim: { confidence: 0.7, text: chinese }, deu: unsure })).toEqual(["chi_sim"]);
});

test("no more languages are tried once one reads a text surely", () => {
  const { reader, steps } = packOf({ eng: { confidence: 0.8, text: english }, deu: { confidence: 0.9 } });
  expect(reader.languagesOn(picture)).toEqual(["eng"]);
  expect(steps).toEqual(["open eng3", "close eng3"]);
});

test("a text whose language is not in the pack is read with the data that reads it most surely", () => {
  expect(chosen({ eng: { confidence: 0.8, text: german }, fra: { confidence: 0.85, text: german } })).toEqual(["fra"]);
});

test("a page that none reads surely does not tell its language", () => {
  expect(chosen({ eng: { confidence: 0.3 }, deu: { confidence: 0.55 }, fra: { confidence: 0.1 } })).toEqual([]);
});

test("pages of an unknown language are read with the first three of the pack", () => {
  const one = { confidence: 0.3 };
  const { reader, steps } = packOf({ eng: one, deu: one, fra: one, spa: one });
  reader.in([]);
  expect(steps).toEqual(["open eng3+deu3+fra3"]);
});

test("at most twelve are tried, and each gives its memory back", () => {
  const all = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`l${i}`, { confidence: 0.6 + i / 100 }]));
  const { reader, steps } = packOf(all);
  expect(reader.languagesOn(picture)).toEqual(["l11"]);
  expect(steps).toHaveLength(24);
  expect(steps.slice(0, 2)).toEqual(["open l02", "close l02"]);
});

test("the languages of a document stay open for the next one", () => {
  const { reader, steps } = packOf({ eng: { confidence: 0.9 }, deu: { confidence: 0.9 } });
  const first = reader.in(["deu"]);
  expect(reader.in(["deu"])).toBe(first);
  reader.in(["deu", "eng"]);
  expect(steps).toEqual(["open deu3", "close deu3", "open deu3+eng3"]);
});
