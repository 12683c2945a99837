import { describe, expect, test } from "bun:test";
import { typeFitOf } from "../../src/answering/question/answer-types.ts";
import { readQuestion } from "../../src/answering/question/question-model.ts";
import { knownLanguages } from "../../src/language/data/known-languages.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const analyzers = createAnalyzers();
const noEvidence = { passages: [], terms: [], passageCount: 0, expansion: null };

/** How far each text fits the type of answer that the question asks for. */
function fits(question: string, language: string, texts: readonly string[]): number[] {
  const analyzer = analyzers(language);
  const terms = analyzer.analyze(question).flatMap(({ term, stop }) => (stop ? [] : [term]));
  const asked = terms.map((term) => ({ term, documentFrequency: 1, idf: 1 }));
  return texts.map(typeFitOf(readQuestion({ ...noEvidence, question, terms: asked, analyzer }), analyzer));
}

/** As they are written beside a day; none where they are numbers. */
function monthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", timeZone: "UTC" });
  const months = Array.from({ length: 12 }, (_, month) => format.formatToParts(Date.UTC(2001, month, 15)));
  const names = months.map((parts) => parts.find(({ type }) => type === "month")!.value);
  return names.filter((name) => /\p{L}/u.test(name));
}

describe("typeFitOf", () => {
  test("when: a year, a month or a century; another number counts little", () => {
    const texts = ["It opened in 1932.", "It opened in May.", "in the 12th century", "It has 12 rooms.", "It is red."];
    expect(fits("When did it open?", "en", texts)).toEqual([1, 1, 1, 0.3, 0]);
  });

  test("when: a year in the question does not count", () => {
    expect(fits("When did the war of 1870 end?", "en", ["The war of 1870 was short.", "It ended in 1871."])).toEqual([
      0, 1,
    ]);
  });

  test("when: months are known by the language, in the form beside a day", () => {
    expect(fits("Wann war das?", "de", ["am 3. März", "im Haus"])).toEqual([1, 0]);
    expect(fits("Когда это было?", "ru", ["3 мая", "дома"])).toEqual([1, 0]);
    expect(fits("เมื่อไร", "th", ["ในเดือนพฤษภาคม", "ที่บ้าน"])).toEqual([1, 0]);
    expect(fits("什么时候？", "zh", ["五月三日", "5月", "共5人", "在家"])).toEqual([1, 1, 0.3, 0]);
  });

  test("when: a month or a century without a digit, in any case and in any form that is listed", () => {
    expect(fits("When was it?", "en", ["in the last CENTURY", "some centuries ago", "MAY it be", "at noon"])).toEqual([
      1, 1, 1, 0,
    ]);
    expect(fits("Wann war das?", "de", ["im letzten Jahrhundert", "des Jahrhunderts", "im Haus"])).toEqual([1, 1, 0]);
    expect(fits("¿Cuándo?", "es", ["el siglo pasado", "varios siglos", "en mayo", "en casa"])).toEqual([1, 1, 1, 0]);
  });

  test("when: every month of every language, and those of ASCII letters in capitals too", () => {
    const model = readQuestion({ ...noEvidence, question: "When was it?", analyzer: analyzers("en") });
    for (const { tag } of knownLanguages) {
      const texts = monthNames(tag).flatMap((name) =>
        /^[a-z]+$/i.test(name) ? [`- (${name})`, `- ${name.toUpperCase()}.`] : [`- (${name})`],
      );
      const fit = typeFitOf({ ...model, kind: "when" }, analyzers(tag));
      expect(texts.filter((text) => fit(text) !== 1)).toEqual([]);
    }
  });

  test("how many: digits or words", () => {
    expect(fits("How many rooms are there?", "en", ["It has 12.", "It has twelve.", "It has some."])).toEqual([
      1, 1, 0,
    ]);
    expect(fits("公司有多少人？", "zh", ["有一百二十人", "有很多人"])).toEqual([1, 0]);
  });

  test("how many: the numbers of rows, items, sections, versions and days count nothing", () => {
    const texts = [
      "#: 6.4.1; Description: Rooms are locked.",
      "3. Lock the rooms.",
      "It follows section 6.4.1 on rooms.",
      "It was written on 2010-07-21.",
      "It has 1.234.567 rooms.",
      "#: 6.4.1; Description: There are 12 rooms.",
      "12 rooms are locked.",
    ];
    expect(fits("How many rooms are there?", "en", texts)).toEqual([0, 0, 0, 0, 1, 1, 1]);
  });

  test("a measure: a number with a unit of it, and more if the measure is named", () => {
    const texts = ["It has 3 bolts.", "It takes 3 minutes.", "It is 3 metres long.", "It is solid."];
    expect(fits("How long is the handle?", "en", texts)).toEqual([0.3, 1, 2, 0]);
    expect(fits("How high is the highest hill?", "en", ["The lowest hill has a height of 3 m."])).toEqual([1]);
    expect(fits("Wie hoch ist der Turm?", "de", ["Er hat 3 Türen.", "Er ist 30 Meter hoch."])).toEqual([0.3, 2]);
    const prices = ["It costs 3.", "It has 3 doors.", "It is sold for $30.", "Entry is free on day 1."];
    expect(fits("How much does it cost?", "en", prices)).toEqual([0.3, 0, 1, 1]);
  });

  test("a definition: the subject and what it is, or initials behind the name", () => {
    const texts = [
      "A relief valve is a device that opens.",
      "The relief valve (also safety valve) is the last guard.",
      "The relief valve is open.",
      "The seal of a relief valve of the older kind is a ring.",
    ];
    expect(fits("What is a relief valve?", "en", texts)).toEqual([2, 2, 0.5, 0.5]);
    expect(
      fits("What does vBNS stand for?", "en", ["The Backbone Network Service (vBNS) began.", "The vBNS grew."]),
    ).toEqual([2, 0.5]);
    expect(fits("What is QED short for?", "en", ["It led to quantum electrodynamics (or QED), and more."])).toEqual([
      2,
    ]);
    expect(fits("Was bedeutet NMU?", "de", ["Ein Non-Maintainer Upload (NMU) hilft.", "Der NMU ist fertig."])).toEqual([
      2, 0.5,
    ]);
    expect(fits("Qu'est-ce que les tantièmes ?", "fr", ["Les tantièmes sont les parts de chacun."])).toEqual([2]);
  });

  test("who and where: a name in the sentence that the question lacks", () => {
    const texts = ["It was built by Ada Brown.", "It was built by Acme.", "Workers built it."];
    expect(fits("Who built the house of Acme?", "en", texts)).toEqual([1, 0, 0]);
    const listed = ["2. Workers built it.", "2) Workers of Ada Brown built it.", "Brown", "3."];
    expect(fits("Who built the house of Acme?", "en", listed)).toEqual([0, 1, 1, 0]);
    const maintained = ["Users maintain the FHS.", "Ada Brown maintains the FHS."];
    expect(fits("Who maintains the Filesystem Hierarchy Standard?", "en", maintained)).toEqual([0, 1]);
    expect(fits("من بنى الجسر؟", "ar", ["بناه أحمد"])).toEqual([0.5]);
  });

  test("why, how to and lists have their marks; an unknown language tag does no harm", () => {
    expect(fits("Why is it red?", "en", ["Because it is hot.", "It is hot."])).toEqual([1, 0.5]);
    expect(fits("How do I open it?", "en", ["1. Turn the key.", "Do this:", "It is open."])).toEqual([1, 1, 0.5]);
    expect(fits("Name the colours.", "en", ["red, green, blue", "red"])).toEqual([1, 0.5]);
    expect(fits("When did it open?", "en-12-???", ["in May", "at noon"])).toEqual([1, 0]);
    expect(fits("Which colour is it?", "en", ["red"])).toEqual([0.5]);
  });
});
