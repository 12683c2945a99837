/** Questions about rows and periods of a table over HTTP, each answer computed again from its cells. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { tableAsking } from "../support/replies/table-asking.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ settings: { DOCENT_READER: "on" } });
});
afterAll(() => service.close());
const { expertWith, ask, proved } = tableAsking(() => service);

const accounts = `# Accounts

| Item | 2017 | 2018 | 2019 |
|---|---|---|---|
| Revenue | 100 | 110 | 132 |
| Net income | 12 | 9 | 15 |
| Decrease in stock | 2 | 3 | 5 |
`;
const rowsOfPlayers =
  "| Ada | France | 31 |\n| Bo | Italy | 18 |\n| Cy | France | 25 |\n| Di | Spain | 40 |\n| Ed | Italy | 12 |\n";
const players = `# Players\n\n| Player | Country | Points |\n|---|---|---|\n${rowsOfPlayers}`;
const spieler = `# Spieler\n\n| Spieler | Land | Punkte |\n|---|---|---|\n${rowsOfPlayers}`;
const candies = `# Candy

| competitor | chocolate | fruity | caramel | nougat | hard | bar | pluribus | sugarpercent | pricepercent | winpercent |
|---|---|---|---|---|---|---|---|---|---|---|
| Candy Corn | 0 | 0 | 0 | 0 | 0 | 0 | 1 | .906 | .325 | 38.01 |
| Chiclets | 0 | 1 | 0 | 0 | 0 | 0 | 1 | .046 | .325 | 24.52 |
| Twix | 1 | 0 | 1 | 0 | 0 | 1 | 0 | .546 | .906 | 81.64 |
`;

test.each(["Which candy has the most calories?", "Which candy has the highest protein?"])(
  "that asks for a quantity which nothing found names is refused: %s",
  async (question) => {
    expect(await ask(await expertWith(candies), question)).toMatchObject({
      abstained: true,
      answer_mode: "extractive",
    });
  },
);

test.each([
  [
    "en",
    "By how much did net income fall from 2017 to 2018?",
    "Net income: 3 [1] (difference of two cells, column 2017, 2018).",
  ],
  ["en", "In which year was net income less than 10?", "Net income: 2018 [1] (columns whose cell is < 10)."],
  [
    "en",
    "What is the ratio of revenue in 2019 to 2017?",
    "Revenue: 1.32 [1] (first divided by second, column 2019, 2017).",
  ],
  [
    "de",
    "Um wie viel ist der Net income von 2017 auf 2018 gesunken?",
    "Net income: 3 [1] (Unterschied zweier Zellen, Spalte 2017, 2018).",
  ],
  [
    "de",
    "Um wie viel ist Revenue von 2018 auf 2019 gestiegen?",
    "Revenue: 22 [1] (Unterschied zweier Zellen, Spalte 2019, 2018).",
  ],
  ["de", "In welchem Jahr war Net income kleiner als 10?", "Net income: 2018 [1] (Spalten, deren Zelle < 10 ist)."],
  [
    "de",
    "Wie ist das Verhältnis der Revenue 2019 zu 2017?",
    "Revenue: 1,32 [1] (erste Zelle geteilt durch die zweite, Spalte 2019, 2017).",
  ],
])("about years as columns, in %s: %s", async (language, question, expected) => {
  const expert = await expertWith(accounts, language);
  const answer = await ask(expert, question);
  expect(answer.answer).toBe(expected);
  await proved(expert, answer);
});

test.each([
  ["What are the top 3 players by points?", ["Di", "Ada", "Cy"]],
  ["Which two players have the lowest points?", ["Ed", "Bo"]],
  ["Which player is from the same country as Ada?", ["Cy"]],
  ["Welche drei Spieler haben die meisten Punkte?", ["Di", "Ada", "Cy"]],
])("about rows beside one another: %s", async (question, texts) => {
  const isGerman = question.startsWith("Welche ");
  const expert = await expertWith(isGerman ? spieler : players, isGerman ? "de" : "en");
  const answer = await ask(expert, question);
  expect(answer).toMatchObject({ answer_mode: "computed", computation: { texts } });
  await proved(expert, answer);
});

const orders = [
  ["A-1", "Meyer", "2024-01-15", "120.00 €"],
  ["A-2", "Dupont", "2024-02-03", "80.00 €"],
  ["A-3", "Rossi", "2024-02-20", "310.50 €"],
  ["A-4", "Meyer", "2024-03-05", "45.00 €"],
];
test.each([
  ["en", "Order Customer Date Amount", "How many orders in February?", "February: 2 [1][2] (count of rows)."],
  [
    "en",
    "Order Customer Date Amount",
    "What is the total amount in February?",
    "February, Amount: 390.50 € [1][2] (sum of 2 cells, column Amount).",
  ],
  [
    "en",
    "Order Customer Date Amount",
    "What was the amount of the order before A-3?",
    "above A-3, Amount: 80.00 € [1] (column Amount).",
  ],
  [
    "de",
    "Auftrag Kunde Datum Betrag",
    "Wie hoch ist der Betrag insgesamt im Februar?",
    "Februar, Betrag: 390,50 € [1][2] (Summe von 2 Zellen, Spalte Betrag).",
  ],
])("about the months of dates and the row before, in %s: %s %s", async (language, names, question, expected) => {
  const rows = [names.split(" "), names.split(" ").map(() => "---"), ...orders].map(
    (row) => `| ${row.join(" | ")} |\n`,
  );
  const expert = await expertWith(`# ${language === "de" ? "Aufträge" : "Orders"}\n\n${rows.join("")}`, language);
  const answer = await ask(expert, question);
  expect(answer.answer).toBe(expected);
  await proved(expert, answer);
});

test("a row that is called a decrease is looked up", async () => {
  const answer = await ask(await expertWith(accounts), "How much was the decrease in stock in 2019?");
  expect(answer.answer).toBe("Item: Decrease in stock [1]; 2019: 5 [1]");
});

test("a cell that the question names is no answer to it", async () => {
  const terms =
    "# Use of the guide\n\n| Term | Meaning |\n|---|---|\n| shall | It is required. |\n| should | It is advised. |\n| may | It is allowed. |\n";
  const expert = await expertWith(terms);
  expect(await ask(expert, "Who should use the guide?")).toMatchObject({ answer_mode: "extractive" });
  expect((await ask(expert, "What is the meaning of shall?")).answer).toContain("It is required.");
});
