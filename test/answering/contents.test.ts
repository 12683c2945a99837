/** What a whole memory or a whole document is about. */
import { describe, expect, test } from "bun:test";
import { contentsAnswer, documentGlimpse, memoryGlimpse } from "../../src/answering/choice/contents.ts";
import { assembleAnswer } from "../../src/answering/citations.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { passagesOf } from "./passages.ts";

const passages = passagesOf(
  { text: "Recording: https://example.org/1", title: "Minutes of May", source: 1, section: "Links" },
  { text: "Budget\n\nThe budget is spent. It was small.", title: "Minutes of May", source: 1, section: "Budget" },
  { text: "The charter has the following parts:\n- aims", title: "Charter", source: 2, section: "Start" },
  { text: "Every member has a vote.", title: "Charter", source: 2, section: "Votes" },
);

test.each([
  ["en", "Give me an overview of the sources", true],
  ["en", "Summarise the documents.", true],
  ["en", "summary", true],
  ["en", "What documents do you have?", true],
  ["en", "What is this about?", true],
  ["en", "What is in the documents?", true],
  ["en", "What is in the documents about pumps?", false],
  ["en", "Summarise the charter", false],
  ["en", "What documents do you need for a visa?", false],
  ["en", "What can you tell me about pumps?", false],
  ["de", "Welche Dokumente hast du?", true],
  ["de", "Fasse alle Dokumente zusammen.", true],
  ["de", "Was steht in den Unterlagen?", true],
  ["de", "Was steht in den Unterlagen über Pumpen?", false],
  ["de", "Welche Dokumente brauche ich für ein Visum?", false],
  ["fr", "Résumé de tous les documents", true],
  ["fr", "Quels documents faut-il ?", false],
  ["es", "¿Qué documentos tienes?", true],
  ["it", "Riassumi tutti i documenti", true],
  ["pt", "Resumo de todos os documentos", true],
  ["nl", "Overzicht van de documenten", true],
  ["ru", "Обзор всех документов", true],
  ["ru", "Какие документы нужны для визы?", false],
  ["zh", "总结一下所有文档。", true],
  ["ja", "すべての文書を要約してください。", true],
  ["ko", "모든 문서를 요약해 주세요.", true],
  ["ar", "ملخص لكل الوثائق", true],
] as const)("%s: %s", (language, question, asks) => {
  expect(memoryGlimpse(question, language) !== null).toBe(asks);
});

describe("of a whole memory", () => {
  test("each document is named with its first statement, and no address or colon", () => {
    const answer = contentsAnswer({ of: "memory", passages }, "en");
    expect(assembleAnswer(answer.passages, answer.sentences).text).toBe(
      "Minutes of May\n\n- The budget is spent [1].\n\nCharter\n\n- Every member has a vote [2].",
    );
    expect(answer.confidence).toBe(1);
  });

  test("nothing is said of nothing", () => {
    expect(contentsAnswer({ of: "memory", passages: [] }, "en")).toMatchObject({ sentences: [], confidence: 0 });
  });
});

describe("of a document", () => {
  const analyzer = createAnalyzers()("en");

  test("the one whose title has the subject is described by its sections", () => {
    expect(documentGlimpse("Summarise the charter", passages, analyzer)).toEqual({
      sources: passages[2]!.sourceId,
      sections: 10,
    });
    const answer = contentsAnswer({ of: "document", passages: passages.slice(1, 2) }, "en");
    expect(assembleAnswer(answer.passages, answer.sentences).text).toBe("Budget\n\n- The budget is spent [1].");
  });

  test.each(["Summarise the budget of the club", "When was the charter signed?", "Give me an overview"])(
    "not for: %s",
    (question) => expect(documentGlimpse(question, passages, analyzer)).toBeNull(),
  );

  const minutes = (title: string, day: string, source: number) =>
    passagesOf({
      title,
      source,
      before: "",
      text: `Datum: ${day}\nOrt: Erfurt\n\nhttps://pad.example.org/1`,
      section: title,
    });
  const [march] = minutes("Protokoll der Sitzung", "12. März 2024. Nächstes Treffen: 9. April 2024", 1);
  const [april] = minutes("Protokoll der Sitzung", "9. April 2024", 2);

  test.each([
    ["de", "Fasse das Protokoll vom 12. März zusammen", march],
    ["de", "Fasse das Protokoll vom 9. April 2024 zusammen", april],
    ["de", "Worum ging es in der Sitzung am 9.4.2024?", april],
    ["de", "Fasse das Protokoll vom 10. April 2024 zusammen", undefined],
    ["de", "Fasse das Protokoll vom 9. April 2023 zusammen", undefined],
  ])("%s: the minutes of a day: %s", (language, question, named) => {
    const glimpse = documentGlimpse(question, [march!, april!], createAnalyzers()(language));
    expect(glimpse?.sources).toBe(named?.sourceId);
  });

  test("sections are described by what was decided and what comes first, and an address describes none", () => {
    const sections = passagesOf(
      { title: "Minutes", section: "Head", text: "Pad: https://example.org/1" },
      {
        title: "Minutes",
        section: "Budget",
        text: "The pump is old. It is painted blue. Anna likes it very much. A new pump was approved.",
      },
      { title: "Minutes", section: "Fair", text: "- Anna drives the bus\n- Ben brings the posters" },
    );
    const answer = contentsAnswer({ of: "document", passages: sections }, "en");
    expect(assembleAnswer(answer.passages, answer.sentences).text).toBe(
      "Budget\n\n- The pump is old [1].\n- It is painted blue [1].\n- A new pump was approved [1].\n\nFair\n\n- Anna drives the bus [2]\n- Ben brings the posters [2]",
    );
  });
});
