import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readAsking } from "../../src/answering/question/question-model.ts";
import { knownLanguages } from "../../src/language/data/known-languages.ts";
import type { QuestionKind } from "../../src/language/data/language.ts";

const cases: readonly (readonly [language: string, question: string, kind: QuestionKind])[] = [
  ["en", "Who built the bridge?", "who"],
  ["en", "In what year did it open?", "when"],
  ["en", "In the war, when was it built?", "when"],
  ["en", "It opened when?", "when"],
  ["en", "What does a parking space for my boat cost?", "how_much"],
  ["en", "What happens when the lamp turns red?", "other"],
  ["en", "Which city hosts the fair?", "where"],
  ["en", "How many lanes are there?", "how_many"],
  ["en", "How long is the warranty?", "how_much"],
  ["en", "How do I reset the pump?", "how_to"],
  ["en", "Is the pump loud?", "yes_no"],
  ["en", "What is a relief valve?", "definition"],
  ["en", "Name the parts of the pump.", "list"],
  ["en", "What was the reason for the delay?", "why"],
  ["en", "Which colour has the lamp?", "other"],
  ["de", "Wie viele Gänge hat es?", "how_many"],
  ["de", "Seit wann gibt es das Werk?", "when"],
  ["fr", "Où se trouve l’usine ?", "where"],
  ["fr", "est ce que la pompe est bruyante", "yes_no"],
  ["fr", "ou se trouve l usine", "where"],
  ["fr", "comment changer le filtre", "how_to"],
  ["es", "como cambio el filtro", "how_to"],
  ["es", "que es una bomba", "definition"],
  ["es", "la bomba que es ruidosa", "other"],
  ["fr", "Combien de pompes y a-t-il ?", "how_many"],
  ["es", "¿Quién dirige la planta?", "who"],
  ["it", "Perché la spia lampeggia?", "why"],
  ["pt", "O que é uma válvula?", "definition"],
  ["nl", "Hoe vaak moet het filter vervangen worden?", "how_much"],
  ["sv", "När öppnar museet?", "when"],
  ["da", "Hvor mange rum er der?", "how_many"],
  ["no", "Hvem eier båten?", "who"],
  ["fi", "Milloin kauppa avataan?", "when"],
  ["ru", "В каком году построен мост?", "when"],
  ["ar", "كم عدد الغرف؟", "how_many"],
  ["hi", "यह कहाँ है?", "where"],
  ["tr", "Fabrika ne zaman kuruldu?", "when"],
  ["el", "Πόσοι άνθρωποι ζουν εκεί;", "how_many"],
  ["ro", "Cine a scris cartea?", "who"],
  ["vi", "Tại sao đèn nhấp nháy?", "why"],
  ["zh", "公司成立于哪一年？", "when"],
  ["zh-TW", "誰建了這座橋？", "who"],
  ["ja", "工場はどこにありますか？", "where"],
  ["ko", "누가 다리를 지었나요?", "who"],
  ["th", "โรงงานอยู่ที่ไหน", "where"],
];

describe("readAsking", () => {
  test("what is asked for is no question word, also between two of them", () => {
    expect(readAsking("Wie teste ich ein Paket?", "de")).toEqual({ kind: "how_to", words: "wie ich" });
    expect(readAsking("How do I reset the pump?", "en").words).toBe("how do i");
  });

  test.each(cases)("%s: %s is %s", (language, question, kind) => {
    expect(readAsking(question, language).kind).toBe(kind);
  });

  test("gives the asking words", () => {
    expect(readAsking("In what year did it open?", "en").words).toBe("what year");
    expect(readAsking("Wie viele Gänge hat es?", "de").words).toBe("wie viele");
    expect(readAsking("公司成立于哪一年？", "zh").words).toBe("哪一年");
  });

  test("gives none if content words are between them", () => {
    expect(readAsking("What was the main reason?", "en")).toEqual({ kind: "why", words: "" });
  });

  test("a word that only begins like an asking word does not count", () => {
    expect(readAsking("Whenever it rains the roof leaks", "en").kind).toBe("other");
  });

  test("an unknown language is read as English", () => {
    expect(readAsking("When was it built?", "xx").kind).toBe("when");
  });

  test("every language has phrases for every kind", () => {
    for (const { tag: language, questions: phrases } of knownLanguages) {
      for (const [kind, list] of Object.entries(phrases)) {
        expect({ language, kind, empty: list.split("|").filter((phrase: string) => phrase.trim() === "") }).toEqual({
          language,
          kind,
          empty: [],
        });
      }
    }
  });

  test("takes any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom(...knownLanguages.map(({ tag }) => tag)),
        (text, language) => {
          expect(readAsking(text, language).words.length).toBeLessThanOrEqual(
            text.normalize("NFC").toLowerCase().length,
          );
        },
      ),
    );
  });
});
