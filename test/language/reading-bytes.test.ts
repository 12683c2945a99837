import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type PassageReading, readPassage } from "../../src/language/structure/passage-reading.ts";
import { readingBytes, readingFrom, readingsFingerprint } from "../../src/language/structure/reading-bytes.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const analyzers = createAnalyzers();
const english = analyzers("en");
const text =
  "Care of the pump\n\nWash the filters every month. Are they torn? Replace them: use a model ERR_42 filter, not that of Newton's pump.\n" +
  "- Close the valve before the filters are washed.\n- Rinse the filters with cold water. Never use hot water for the filters.";

/** Long enough that its reading is kept. */
const repeated = (sentence: string) => `${sentence} `.repeat(12).trim();

/** Without the numbers behind those of the terms. */
function trimmed(reading: PassageReading | null): PassageReading | null {
  if (reading === null) return null;
  const { terms } = reading;
  return { ...reading, terms: { ...terms, spans: terms.spans.slice(0, 2 * terms.count) } };
}

describe("the reading of a passage as bytes", () => {
  test("equals a fresh reading of the text, in less than half of its bytes", () => {
    const bytes = readingBytes(text, english);
    expect(trimmed(readingFrom(bytes, text, english))).toEqual(readPassage(text, english));
    expect(bytes.length).toBeLessThan(text.length / 2);
  });

  test.each([
    ["tr", "İstanbul'da IŞIK söndü ve ılık su aktı."],
    ["de", "Die Straßenbahn fährt über die Brücke nach Süden."],
    ["ru", "Ёлка стоит в комнате, и дети поют песни о ёлке."],
    ["ar", "الكتابُ على الطاولة والكتاب مفتوح أمام الطالب."],
    ["fr", "L’eau de l’Île n’est pas potable aujourd’hui."],
    ["en", "The HTTPServer calls std::string and foo.bar on 1,000 hosts 😀 twice."],
  ])("holds for %s as well", (language, sentence) => {
    const analyzer = analyzers(language);
    const whole = repeated(sentence);
    const bytes = readingBytes(whole, analyzer);
    expect(bytes.length).toBeGreaterThan(4);
    expect(trimmed(readingFrom(bytes, whole, analyzer))).toEqual(readPassage(whole, analyzer));
  });

  test("holds for any text", () => {
    const languages = fc.constantFrom("en", "de", "tr", "el", "zh", "ja", "ko", "th", "xx");
    const words = fc.array(
      fc.oneof(fc.constantFrom("the", "Filters", "L'eau", "ẞ", "İ", "foo.bar"), fc.string({ unit: "grapheme" })),
    );
    fc.assert(
      fc.property(languages, words, (language, some) => {
        const analyzer = analyzers(language);
        const whole = repeated(some.join(" "));
        const kept = trimmed(readingFrom(readingBytes(whole, analyzer), whole, analyzer));
        if (kept !== null) expect(kept).toEqual(readPassage(whole, analyzer));
      }),
      { numRuns: 300 },
    );
  });

  test("of more than half of the text's size is not kept", () => {
    const chinese = analyzers("zh");
    const bytes = readingBytes("每个月清洗一次过滤器。", chinese);
    expect(bytes.length).toBe(4);
    expect(readingFrom(bytes, "每个月清洗一次过滤器。", chinese)).toBeNull();
  });

  test("is refused for another language, another text or another length", () => {
    const bytes = readingBytes(text, english);
    expect(readingFrom(bytes, text, analyzers("en-GB"))).toBeNull();
    expect(readingFrom(bytes, `${text} More.`, english)).toBeNull();
    expect(readingFrom(bytes.slice(0, -1), text, english)).toBeNull();
    expect(readingFrom(Uint8Array.from([...bytes, 0]), text, english)).toBeNull();
    expect(readingFrom(new Uint8Array(), text, english)).toBeNull();
  });

  test("stays within the text however it is damaged", () => {
    const bytes = readingBytes(text, english);
    fc.assert(
      fc.property(fc.nat(bytes.length - 5), fc.integer({ min: 0, max: 255 }), (place, value) => {
        const damaged = bytes.slice();
        damaged[place + 4] = value;
        const reading = readingFrom(damaged, text, english);
        if (reading === null) return;
        for (const { start, end, firstToken, endToken } of reading.units) {
          expect(0 <= start && start <= end && end <= text.length).toBe(true);
          expect(firstToken <= endToken && endToken <= reading.tokens.length).toBe(true);
        }
        for (const token of reading.tokens) expect(token >>> 1).toBeLessThan(reading.terms.count);
      }),
      { numRuns: 2000 },
    );
  });

  test("depends on the language and the versions of the readers", () => {
    expect(readingsFingerprint(english)).toMatch(/^en\/\d+\/\d+\.\d+\.\d+$/);
    expect(readingsFingerprint(english)).not.toBe(readingsFingerprint(analyzers("de")));
  });
});
