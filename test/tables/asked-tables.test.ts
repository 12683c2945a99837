/** Questions as people ask them, in the languages whose words for tables are listed. */
import { expect, test } from "bun:test";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { cellIndex } from "../../src/tables/cell-index.ts";
import { meaningsOf } from "../../src/tables/grammar.ts";
import { questionReaderOf, readsQuestionsIn } from "../../src/tables/table-question.ts";
import { readTable } from "../../src/tables/table-reading.ts";
import { listed, tablesIn } from "../support/documents/made-tables.ts";

const analyzers = createAnalyzers();

/** What the likeliest reading answers. */
function answerTo(question: string, language: string, names: readonly string[]): unknown {
  const rows = [
    ["Berlin", "12,50 €", "3"],
    ["Lyon", "42,00 €", "5"],
    ["Roma", "7,00 €", "9"],
  ];
  const table = tablesIn(listed([...names], rows))[0]!;
  const stem = (word: string) => analyzers(language).analyze(word)[0]?.term ?? word;
  const asked = questionReaderOf(language).read(question, stem);
  const [best] = meaningsOf(readTable(table, cellIndex(table, stem), asked, stem));
  return best?.outcome.texts.length === 0 ? best.outcome.value : best?.outcome.texts.join();
}

test.each([
  ["fr", ["Ville", "Prix", "Places"], "Quelle ville a le prix le plus élevé ?", "Lyon"],
  ["fr", ["Ville", "Prix", "Places"], "Combien de places à Lyon ?", "5"],
  ["es", ["Ciudad", "Precio", "Plazas"], "¿Qué ciudad tiene el precio más alto?", "Lyon"],
  ["it", ["Città", "Prezzo", "Posti"], "Quale città ha il prezzo più alto?", "Lyon"],
  ["pt", ["Cidade", "Preço", "Lugares"], "Qual cidade tem o preço mais alto?", "Lyon"],
  ["nl", ["Stad", "Prijs", "Plaatsen"], "Welke stad heeft de hoogste prijs?", "Lyon"],
  ["ru", ["Город", "Цена", "Места"], "Какой город имеет самую высокую цену?", "Lyon"],
  ["zh", ["城市", "价格", "座位"], "哪个城市的价格最高？", "Lyon"],
  ["zh", ["城市", "价格", "座位"], "哪个城市的价格最低？", "Roma"],
  ["de", ["Stadt", "Preis", "Plätze"], "Welche Stadt hat den höchsten Preis?", "Lyon"],
  ["en", ["City", "Price", "Seats"], "Which city has the second highest price?", "Berlin"],
])("%s %p: %s", (language, names, question, expected) => {
  expect(answerTo(question, language, names)).toBe(expected);
});

test("a language without words for tables is not read", () => {
  expect(["en", "zh-Hant", "th"].map(readsQuestionsIn)).toEqual([true, true, false]);
});
