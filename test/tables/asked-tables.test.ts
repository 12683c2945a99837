/** Questions as people ask them, in the languages whose words for tables are listed. */
import { describe, expect, test } from "bun:test";
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
  ["en", ["City", "Price", "Seats"], "What is the highest price?", "42,00 €"],
  ["fr", ["Ville", "Prix", "Places"], "Quel est le prix le plus élevé ?", "42,00 €"],
  ["de", ["Stadt", "Preis", "Plätze"], "Was ist der höchste Preis?", "42,00 €"],
])("%s %p: %s", (language, names, question, expected) => {
  expect(answerTo(question, language, names)).toBe(expected);
});

test("a language without words for tables is not read", () => {
  expect(["en", "zh-Hant", "th"].map(readsQuestionsIn)).toEqual([true, true, false]);
});

describe("months and quarters are read", () => {
  const asked = (language: string, question: string) => {
    const { askedMonths, askedQuarters } = questionReaderOf(language).read(question, (word) => word);
    return [[...askedMonths].sort((one, other) => one - other), [...askedQuarters]];
  };

  test.each([
    ["en", "What did we spend from January to March?", "How much in the second quarter?"],
    ["de", "Was kostete es von Januar bis März?", "Was kostete es im zweiten Quartal?"],
    ["fr", "Combien de janvier à mars ?", "Combien au deuxième trimestre ?"],
    ["es", "¿Cuánto de enero a marzo?", "¿Cuánto en el segundo trimestre?"],
    ["it", "Quanto da gennaio a marzo?", "Quanto nel secondo trimestre?"],
    ["pt", "Quanto de janeiro a março?", "Quanto no segundo trimestre?"],
    ["nl", "Hoeveel van januari tot en met maart?", "Hoeveel in het tweede kwartaal?"],
    ["ru", "Сколько с января по март?", "Сколько во втором квартале?"],
    ["zh", "一月到三月花了多少钱？", "第二季度花了多少钱？"],
  ])("in %s", (language, months, quarter) => {
    expect(asked(language, months)).toEqual([[1, 2, 3], []]);
    expect(asked(language, quarter)).toEqual([[4, 5, 6], [2]]);
  });

  test("in a short form, too", () => {
    expect(asked("en", "Sales Jan–Mar")).toEqual([[1, 2, 3], []]);
    expect(asked("en", "Sales in Q3")).toEqual([[7, 8, 9], [3]]);
    expect(asked("fr", "Ventes du 1er trimestre")).toEqual([[1, 2, 3], [1]]);
    expect(asked("de", "Umsatz im 4. Quartal")).toEqual([[10, 11, 12], [4]]);
    expect(asked("en", "Sales in March or May")).toEqual([[3, 5], []]);
  });

  test("of names of columns", () => {
    const named = (language: string, name: string) => {
      const period = questionReaderOf(language).periodOf(name);
      return period && [period.month, period.quarter];
    };
    expect(named("fr", "1er trimestre")).toEqual([0, 1]);
    expect(named("pt", "Fev.")).toEqual([2, 0]);
    expect(named("ru", "Март")).toEqual([3, 0]);
    expect(named("zh", "三月")).toEqual([3, 0]);
    expect(named("de", "3. Quartal")).toEqual([0, 3]);
    expect(named("en", "Quarter")).toBeNull();
  });
});
