import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { assembleAnswer } from "../../src/answering/citations.ts";
import type { Evidence } from "../../src/answering/evidence/evidence.ts";
import { leastConfidence } from "../../src/answering/evidence/support.ts";
import { citationFaults } from "../../src/cli/asking/citation-laws.ts";
import { evidenceFor } from "./evidence-for.ts";
import { contentOfPassages, passagesOf } from "./passages.ts";

const handbook = passagesOf(
  "Replace the filter every six months. In winter, check it monthly. A dirty filter raises the power draw.\n\nTo clean the pump:\n1. Switch the pump off.\n2. Open the lid. Mind the seal.\n3. Close the lid.",
  "How do I reset the device?\n\nHold the red button for ten seconds. The light blinks twice.\n\nWhat does the warranty cover?\n\nThe warranty covers material faults for three years.",
  "Model: P100; Price: 199 EUR; Flow: 20 l/min\nModel: P200; Price: 349 EUR; Flow: 45 l/min",
  "Never wash it. Replace the filter every six months.",
  "Acme was founded by Ada Brown in Leeds in 1932. She ran it until 1961. Since then Carl Stone has led the company.",
  "A relief valve is a device that opens when the pressure exceeds 6 bar. Because hot water may escape, wear gloves.",
);

function ask(question: string, passages = handbook, language = "en") {
  const evidence = evidenceFor(question, passages, language);
  const { sentences, confidence } = extractAnswer(evidence);
  return { ...assembleAnswer(passages, sentences), confidence };
}

describe("extractAnswer", () => {
  test("a sentence of two sources is quoted once and cited twice", () => {
    const { text, citations } = ask("How often must the filter be replaced?");
    expect(text).toBe("Replace the filter every six months [1][2].");
    expect(citations.map(({ quote }) => quote)).toEqual(Array(2).fill("Replace the filter every six months."));
  });

  test("steps are quoted completely, with their introduction", () => {
    expect(ask("How do I clean the pump?").text).toBe(
      "To clean the pump [1]:\n1. Switch the pump off [1].\n2. Open the lid. Mind the seal [1].\n3. Close the lid [1].",
    );
  });

  test("the text under a question in a source answers it", () => {
    expect(ask("How do I reset the device?").text).toBe("Hold the red button for ten seconds [1].");
  });

  test("a table answers with its row and column names", () => {
    expect(ask("What is the price of the P200?").text).toBe("Model: P200; Price: 349 EUR; Flow: 45 l/min [1]");
  });

  test("a question for yes or no is answered by a sentence that has no other words", () => {
    const passages = passagesOf("The archive is read every week. There must be no subfolders in the archive.");
    expect(ask("Must the archive have subfolders?", passages).text).toContain(
      "There must be no subfolders in the archive",
    );
  });

  test.each([
    [
      "en",
      "When is money refunded for a returned lamp?",
      "For more details, see When is money refunded for a returned lamp.",
      "Money is refunded within two weeks.",
    ],
    [
      "de",
      "Wann wird Geld für eine zurückgegebene Lampe erstattet?",
      "Weitere Informationen, wann Geld für eine zurückgegebene Lampe erstattet wird, finden Sie unten.",
      "Geld wird innerhalb von zwei Wochen erstattet.",
    ],
    ["en", "Where is the fee?", "Lamps are tall.", "See the list at the desk for the fee."],
  ])("%s: %s is not answered by that alone which says where to read on", (language, question, other, answer) => {
    const passages = passagesOf(`${other} ${answer}`);
    expect(ask(question, passages, language).citations[0]?.quote).toContain(answer);
  });

  test("a short question with a word that the memory does not have is refused, if the built-in model takes no part", () => {
    expect(ask("Who founded Acme?").confidence).toBeGreaterThan(leastConfidence.words);
    expect(ask("Who founded Bluebird?").confidence).toBeLessThan(leastConfidence.words);
  });

  test("a name that the answer lacks weighs more than a noun, also where every noun has a capital", () => {
    const passages = passagesOf("Den Dienst verbindet man über einen Tunnel mit dem Netz.");
    const confidence = (name: string) =>
      ask(`Wie verbindet man den Dienst über ${name} mit dem Netz?`, passages, "de").confidence;
    expect(confidence("WireGuard")).toBeLessThan(0.9 * confidence("Wachposten"));
  });

  test("a sentence that refers to the previous one is quoted after it", () => {
    const { text } = ask("Who has led Acme since 1961?");
    expect(text).toContain("Carl Stone has led the company");
  });

  test.each([
    ["Who founded Acme?", "Acme was founded by Ada Brown in Leeds in 1932 [1]."],
    ["What is a relief valve?", "A relief valve is a device that opens when the pressure exceeds 6 bar [1]."],
    ["Why should I wear gloves?", "Because hot water may escape, wear gloves [1]."],
  ])("%s", (question, answer) => {
    expect(ask(question).text).toBe(answer);
  });

  test("other languages", () => {
    const german = passagesOf(
      "Wechseln Sie den Filter alle sechs Monate. Im Winter genügt es jährlich.",
      "Die Pumpe ist blau.",
    );
    expect(ask("Wie oft wird der Filter gewechselt?", german, "de").text).toBe(
      "Wechseln Sie den Filter alle sechs Monate [1].",
    );
    const chinese = passagesOf("公司成立于1932年，总部位于上海。", "滤网每六个月更换一次。切勿水洗。");
    expect(ask("多久更换一次滤网？", chinese, "zh").text).toBe("滤网每六个月更换一次[1]。");
  });

  test("the answer is empty if no sentence shares anything with the question", () => {
    expect(extractAnswer(evidenceFor("What is the capital of France?", handbook))).toMatchObject({
      sentences: [],
      confidence: 0,
    });
    expect(extractAnswer(evidenceFor("Hello?", []))).toMatchObject({ sentences: [], confidence: 0 });
  });

  test("a length of one gives only the best sentence", () => {
    const evidence = evidenceFor("When was Acme founded and who led it?", handbook);
    expect(extractAnswer(evidence, { sentences: 1, likelihoodPerWord: 0 }).sentences).toHaveLength(1);
    expect(extractAnswer(evidence, { sentences: 2, likelihoodPerWord: 0 }).sentences).toHaveLength(2);
  });
});

describe("a sentence that refers back", () => {
  const physics = passagesOf(
    "The weak force is due to the exchange of the heavy W and Z bosons. Its most familiar effect is beta decay. It is weak.",
  );

  test("is quoted after the sentence that it refers to", () => {
    const question = "What is the most familiar effect of W and Z boson exchange?";
    const { sentences } = extractAnswer(evidenceFor(question, physics), { sentences: 3, likelihoodPerWord: 1 });
    const { text } = physics[0]!;
    expect(sentences.map(({ start, end }) => text.slice(start, end))).toEqual([
      "The weak force is due to the exchange of the heavy W and Z bosons.",
      "Its most familiar effect is beta decay.",
    ]);
  });
});

describe("a sentence without a word of the question", () => {
  test("answers if the sentence before has the words", () => {
    const passages = passagesOf(
      "The chloroplast has DNA of its own. It is also called the plastome.",
      "The cellar is dark. It is cold in winter.",
    );
    expect(ask("What is the name of the DNA of the chloroplast?", passages).text).toContain("called the plastome");
  });
});

describe("a paraphrase", () => {
  const manual = passagesOf(
    "Unplug the unit first. Replace the cartridge twice a year. Keep it away from frost.",
    "Wear gloves.",
  );
  const expansion = Object.entries({ filter: 2.5, change: 2.2, replacement: 0.9, year: 0.6, "##ed": 0.4 });

  /** The hits of a memory that finds the manual by the question's sense, with the given score. */
  function meaning(sense: number): Evidence {
    return {
      ...evidenceFor("How often do I change the filter?", manual),
      passages: manual.map((passage, i) => ({ ...passage, scores: { ...passage.scores, sense: i === 0 ? sense : 0 } })),
      expansion: expansion.map(([term, weight]) => ({ term, weight })),
    };
  }

  test("is chosen only if the built-in model took part", () => {
    const { sentences } = extractAnswer(meaning(0.75));
    expect(assembleAnswer(manual, sentences).text).toBe("Replace the cartridge twice a year [1].");
    expect(extractAnswer(evidenceFor("How often do I change the filter?", manual)).sentences).toEqual([]);
  });

  test("is trusted as far as the passage has the question's meaning", () => {
    const confidences = [0, 0.3, 0.5, 0.75].map((sense) => extractAnswer(meaning(sense)).confidence);
    expect(confidences.toSorted((a, b) => a - b)).toEqual(confidences);
    expect(confidences[0]).toBeLessThan(leastConfidence.words / 2);
  });
});

describe("the confidence", () => {
  const confidence = (question: string) => ask(question).confidence;

  test("is high if the memory answers and low if it only shares a word", () => {
    expect(confidence("How often must the filter be replaced?")).toBeGreaterThan(0.8);
    expect(confidence("How deep may a diver replace oxygen bottles?")).toBeLessThan(0.4);
  });

  test("falls when a number or a name of the question is not in the passage", () => {
    const asked = confidence("Did Ada Brown run Acme until 1961?");
    expect(confidence("Did Ada Brown run Acme until 1984?")).toBeLessThan(asked);
    expect(confidence("Did Rita Lund run Acme until 1961?")).toBeLessThan(asked);
  });

  test("falls when the question denies what the sentence affirms", () => {
    expect(confidence("Which faults are not covered by the warranty?")).toBeLessThan(
      confidence("Which faults are covered by the warranty?"),
    );
  });
});

describe("a question for two things", () => {
  const pump = passagesOf(
    "Care of the pump.\n\nReplace the filter every six months.\n\nRinse the housing with warm water each week.\n\nThe warranty lasts two years from the day of purchase.",
  );

  test("gets no second sentence that has no word of it", () => {
    for (const question of ["How is the housing rinsed? And how often?", "How is the housing rinsed?\nAnd how often?"])
      expect(ask(question, pump).text).toBe("Rinse the housing with warm water each week [1].");
  });
});

describe("any question on any passages", () => {
  const word = fc.constantFrom(
    ..."filter pump winter 1932 six P200 Ada founded the a was not who when how many 水泵 滤网 Größe 😀 [3] - 1. : ? . ! ; \n".split(
      " ",
    ),
    "\n\n",
    "\n- ",
    "Price: 3; Size: 4; ",
    "? ",
    ". ",
  );
  const text = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(" ").trim() || "x");

  test("gives valid citations, a confidence from 0 to 1, and the same answer when repeated", () => {
    fc.assert(
      fc.property(
        text,
        fc.array(text, { maxLength: 6 }),
        fc.constantFrom("en", "de", "zh", "th", "x"),
        (question, texts, language) => {
          const passages = passagesOf(...texts);
          const evidence = evidenceFor(question, passages, language);
          const first = extractAnswer(evidence);
          expect(extractAnswer(evidence)).toEqual(first);
          expect(first.confidence).toBeGreaterThanOrEqual(0);
          expect(first.confidence).toBeLessThanOrEqual(1);
          const answer = assembleAnswer(passages, first.sentences);
          expect(citationFaults({ ...answer, verbatim: true }, contentOfPassages(passages))).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });
});
