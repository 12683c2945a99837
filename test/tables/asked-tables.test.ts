/** Questions as people ask them, in the languages whose words for tables are listed. */
import { describe, expect, test } from "bun:test";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { cellIndex } from "../../src/tables/cell-index.ts";
import { meaningsOf } from "../../src/tables/grammar.ts";
import { questionReaderOf, readsQuestionsIn } from "../../src/tables/table-question.ts";
import { readTable } from "../../src/tables/table-reading.ts";
import { listed, tablesIn } from "../support/documents/made-tables.ts";

const analyzers = createAnalyzers();

const cities = [
  ["Berlin", "12,50 €", "3"],
  ["Lyon", "42,00 €", "5"],
  ["Roma", "7,00 €", "9"],
];

/** What the likeliest reading answers. */
function answerTo(
  question: string,
  language: string,
  names: readonly string[],
  rows: readonly (readonly string[])[] = cities,
): unknown {
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

describe("years as columns", () => {
  const years = ["2017", "2018", "2019"];
  const accounts = [
    ["Revenue", "100", "110", "132"],
    ["Cost of sales", "60", "66", "70"],
    ["Net income", "12", "9", "15"],
  ];
  test.each([
    ["What is the percentage change in revenue from 2018 to 2019?", 20],
    ["What was the change in net income in 2019 from 2018?", 6],
    ["What was the average revenue from 2017 to 2019?", 114],
    ["What was the revenue in 2018 and 2019?", "110,132"],
    ["In which year was the net income less than 10?", "2018"],
    ["In which year was the revenue largest?", "2019"],
    ["Was the revenue larger in 2019 than in 2018?", "yes"],
    ["Was the net income larger in 2018 than in 2019?", "no"],
    ["What is the cost of sales as a percentage of revenue in 2018?", 60],
    ["What percentage of revenue is the cost of sales in 2018?", 60],
    ["What is the ratio of revenue in 2019 to 2017?", 1.32],
    ["What is the ratio of cost of sales to revenue in 2018?", 0.6],
    ["By how much did net income fall from 2017 to 2018?", 3],
    ["By how much did revenue rise from 2018 to 2019?", 22],
    ["By how much did revenue fall from 2018 to 2019?", -22],
    ["What was the increase / (decrease) in net income from 2017 to 2018?", -3],
    ["By what percentage did revenue rise from 2018 to 2019?", 20],
    ["In which years was revenue more than 105?", "2018,2019"],
  ])("%s", (question, expected) => {
    expect(answerTo(question, "en", ["", ...years], accounts)).toBe(expected);
  });

  const konten = [
    ["Umsatz", "100", "110", "132"],
    ["Materialkosten", "60", "66", "70"],
    ["Gewinn", "12", "9", "15"],
  ];
  test.each([
    ["Wie hoch war die Veränderung des Umsatzes in Prozent von 2018 bis 2019?", 20],
    ["Wie hoch war der durchschnittliche Umsatz von 2017 bis 2019?", 114],
    ["In welchem Jahr war der Gewinn kleiner als 10?", "2018"],
    ["In welchem Jahr war der Umsatz am größten?", "2019"],
    ["War der Umsatz 2019 größer als 2018?", "yes"],
    ["Wie viel Prozent des Umsatzes sind die Materialkosten 2018?", 60],
    ["Wie ist das Verhältnis des Umsatzes 2019 zu 2017?", 1.32],
    ["Um wie viel ist der Gewinn von 2017 auf 2018 gesunken?", 3],
    ["Um wie viel ist der Umsatz von 2018 auf 2019 gestiegen?", 22],
    ["Um wie viel Prozent ist der Umsatz von 2018 auf 2019 gestiegen?", 20],
    ["In welchem Jahr lag der Gewinn unter 10?", "2018"],
    ["In welchen Jahren war der Umsatz höher als 105?", "2018,2019"],
  ])("%s", (question, expected) => {
    expect(answerTo(question, "de", ["", ...years], konten)).toBe(expected);
  });
});

describe("rows", () => {
  const towns = [
    ["Lyon", "516000", "1820", "Ada"],
    ["Nice", "342000", "1953", "–"],
    ["Metz", "120000", "1958", "Bo"],
    ["Brest", "139000", "1961", "Cy"],
  ];
  test.each([
    ["en", "Is the population of Lyon larger than that of Nice?", "yes"],
    ["en", "Does Metz have more population than Brest?", "no"],
    ["en", "Was Nice founded before Metz?", "yes"],
    ["en", "Which cities were founded in the 1950s?", "Nice,Metz"],
    ["en", "How many cities have no mayor?", 1],
  ])("%s: %s", (language, question, expected) => {
    expect(answerTo(question, language, ["City", "Population", "Founded", "Mayor"], towns)).toBe(expected);
  });

  test.each([
    ["Hat Lyon mehr Einwohner als Nice?", "yes"],
    ["Welche Städte haben eine Gründung in den 1950er Jahren?", "Nice,Metz"],
    ["Wie viele Städte haben keine Leitung?", 1],
  ])("in German: %s", (question, expected) => {
    expect(answerTo(question, "de", ["Stadt", "Einwohner", "Gründung", "Leitung"], towns)).toBe(expected);
  });
});

test.each([
  ["en", ["Film", "Director", "Year"], "Who directed Alien?", "Scott"],
  ["de", ["Film", "Komponist", "Jahr"], "Wer komponierte Alien?", "Scott"],
])("a column is named in another form, in %s", (language, names, question, expected) => {
  const films = [
    ["Alien", "Scott", "1979"],
    ["Jaws", "Spielberg", "1975"],
    ["Rocky", "Avildsen", "1976"],
  ];
  expect(answerTo(question, language, names, films)).toBe(expected);
});

describe("rows of one table", () => {
  const players = [
    ["Ada", "France", "31", "2024-03-05"],
    ["Bo", "Italy", "18", "2024-03-20"],
    ["Cy", "France", "25", "2024-04-02"],
    ["Di", "Spain", "40", "2024-05-11"],
    ["Ed", "Italy", "12", "2024-06-01"],
  ];
  test.each([
    ["en", "Which player is from the same country as Ada?", "Cy"],
    ["en", "How many players have the same country as Bo?", 1],
    ["en", "What are the top 3 players by points?", "Di,Ada,Cy"],
    ["en", "Which three players have the most points?", "Di,Ada,Cy"],
    ["en", "Which two players have the lowest points?", "Ed,Bo"],
    ["en", "What are the first two players?", "Ada,Bo"],
    ["en", "How many players joined in March?", 2],
  ])("%s: %s", (language, question, expected) => {
    expect(answerTo(question, language, ["Player", "Country", "Points", "Joined"], players)).toBe(expected);
  });

  test.each([
    ["Welcher Spieler kommt aus demselben Land wie Ada?", "Cy"],
    ["Welche drei Spieler haben die meisten Punkte?", "Di,Ada,Cy"],
    ["Wie heißen die ersten zwei Spieler?", "Ada,Bo"],
    ["Wie viele Spieler haben den Beitritt im März?", 2],
  ])("in German: %s", (question, expected) => {
    expect(answerTo(question, "de", ["Spieler", "Land", "Punkte", "Beitritt"], players)).toBe(expected);
  });
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
