/** Which of a pack's languages a page is read in. */
import { expect, test } from "bun:test";
import type { TextRecogniser } from "../../src/extraction/scans/tesseract.ts";
import { PackReader } from "../../src/worker/reading/pack-reader.ts";

const picture = { bytes: new Uint8Array(), width: 1000, height: 2000, scale: 0.24, shown: 0 };

/** A pack whose languages read the picture with these confidences, and what is opened and closed of it. */
function packOf(confidences: Readonly<Record<string, number>>) {
  const steps: string[] = [];
  const open = (languages: readonly { readonly name: string; readonly data: Uint8Array }[]): TextRecogniser => {
    const name = languages.map((one) => `${one.name}${one.data.length}`).join("+");
    steps.push(`open ${name}`);
    const confidence = 100 * confidences[languages[0]!.name]!;
    return {
      read: () => null,
      sample: () => [{ text: "words", confidence, bbox: { x0: 0, y0: 0, x1: 1, y1: 1 } }],
      close: () => void steps.push(`close ${name}`),
    };
  };
  const pack = { languages: Object.keys(confidences), dataOf: (name: string) => new Uint8Array(name.length) };
  return { reader: new PackReader(pack, open), steps };
}

const chosen = (confidences: Readonly<Record<string, number>>) => packOf(confidences).reader.languagesOn(picture);

test("the language that reads a part of the page most surely is taken, wherever it stands in the pack", () => {
  expect(chosen({ eng: 0.81, deu: 0.93, fra: 0.78 })).toEqual(["deu"]);
  expect(chosen({ deu: 0.93, eng: 0.81 })).toEqual(["deu"]);
  expect(chosen({ eng: 0.2, chi_sim: 0.9, deu: 0.3 })).toEqual(["chi_sim"]);
});

test("two that are nearly as sure are taken together, the surer one first", () => {
  expect(chosen({ eng: 0.9, deu: 0.91, fra: 0.85 })).toEqual(["deu", "eng"]);
});

test("the first ones of the pack are taken where none is sure", () => {
  expect(chosen({ eng: 0.3, deu: 0.55, fra: 0.1, spa: 0.4 })).toEqual(["eng", "deu", "fra"]);
});

test("at most twelve are tried, and each gives its memory back", () => {
  const all = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`l${i}`, 0.7 + i / 100]));
  const { reader, steps } = packOf(all);
  expect(reader.languagesOn(picture)).toEqual(["l11", "l10"]);
  expect(steps).toHaveLength(24);
  expect(steps.slice(0, 2)).toEqual(["open l02", "close l02"]);
});

test("the languages of a document stay open for the next one", () => {
  const { reader, steps } = packOf({ eng: 0.9, deu: 0.9 });
  const first = reader.in(["deu"]);
  expect(reader.in(["deu"])).toBe(first);
  reader.in(["deu", "eng"]);
  expect(steps).toEqual(["open deu3", "close deu3", "open deu3+eng3"]);
});
