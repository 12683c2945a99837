/** Words of other scripts, compared with Latin ones by their sounds. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { likeness, soundsOf, spokenForms } from "../../src/language/text/word-sounds.ts";

const best = (word: string, other: string) =>
  Math.max(0, ...spokenForms(word).map((form) => likeness(form, soundsOf(other))));

test.each([
  ["بيتسبرغ", "Pittsburgh"],
  ["البرونكوس", "Broncos"],
  ["وفيكتوريا", "Victoria"],
  ["شَكْسبِير", "Shakespeare"],
  ["Лютера", "Luther"],
  ["Чайковским", "Tchaikovsky"],
  ["Мэннингу", "Manning"],
  ["Αριστοτέλης", "Aristotle"],
  ["Μπετόβεν", "Beethoven"],
  ["मोजार्ट", "Mozart"],
  ["दिल्ली", "Delhi"],
  ["Viktoria", "Victoria"],
])("%s sounds like %s", (word, other) => {
  expect(best(word, other)).toBeGreaterThanOrEqual(0.8);
});

test.each([
  ["بيتسبرغ", "Broncos"],
  ["الذي", "held"],
  ["Лютера", "Calvin"],
  ["защита", "Josh"],
  ["Μπετόβεν", "Berlin"],
  ["viele", "bowl"],
])("%s does not sound like %s", (word, other) => {
  expect(best(word, other)).toBeLessThan(0.8);
});

test("words in scripts without letters for sounds sound like nothing", () => {
  expect(spokenForms("曼宁")).toEqual([]);
  expect(soundsOf("曼宁").weight).toBe(0);
  expect(likeness(soundsOf("曼宁"), soundsOf("Manning"))).toBe(0);
});

test("likeness is from 0 to 1, the same both ways, and 1 for a word and itself", () => {
  const word = fc.stringMatching(/^[a-zа-яء-ي]{1,12}$/u).map(soundsOf);
  fc.assert(
    fc.property(word, word, (one, other) => {
      const alike = likeness(one, other);
      expect(alike).toBeGreaterThanOrEqual(0);
      expect(alike).toBeLessThanOrEqual(1);
      expect(likeness(other, one)).toBeCloseTo(alike, 10);
      if (one.weight > 0) expect(likeness(one, one)).toBe(1);
    }),
  );
});
