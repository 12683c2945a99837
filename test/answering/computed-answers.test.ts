/** Questions about tables over HTTP: answers that are computed, cited to the cell, and computed again. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Recomputation, TableList, TableResult } from "../../src/api/contents/table-schemas.ts";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { sliceCodePoints } from "../../src/language/text/code-points.ts";
import { xlsx } from "../support/documents/office-files.ts";
import { tableAsking } from "../support/replies/table-asking.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const spending = `# Spending 🚰

| Category | Month | Amount | Status |
|---|---|---|---|
| Travel | January | €1,200.50 | open |
| Travel | February | €340.00 | paid |
| Travel | March | €399.50 | paid |
| Office | January | €89.90 | paid |
| Office | February | on account | open |
| Total | | €2,029.90 | |
`;
const quarters = `# Kosten

| Posten | Januar | Februar | März |
|---|---|---|---|
| Reisen | 1.200,00 € | 340,00 € | 400,00 € |
| Büro | 90,00 € | 120,00 € | 80,00 € |
`;
const parts = `# Parts list

| Assembly | Part | Cost pp |
|---|---|---|
| drive wheel | motor | $42.99 |
| drive wheel | clamp | $7.99 |
| body | beam | $6.99 |
| body | bearing | $7.98 |
| general | grommets | $1.99 |
`;
const points = Array.from({ length: 40 }, (_, i) => `| Player ${i + 1} | ${(i * 7) % 40} | ${(i * 11) % 40} |`);
const league = `# Players\n\n| Player | Points at home | Points away |\n|---|---|---|\n${points.join("\n")}\n`;

const { expertWith, ask, contentOf, proved } = tableAsking(() => service);

describe("a question about a table", () => {
  test("is computed from its cells, each cited by its row", async () => {
    const expert = await expertWith(spending);
    const answer = await ask(expert, "What did we spend on travel?");
    expect(answer).toMatchObject({
      answer: "Travel, Amount: 1,940 € [1][2][3] (sum of 3 cells, column Amount).",
      answer_mode: "computed",
      abstained: false,
    });
    expect(answer.citations.map(({ quote }) => quote)).toEqual([
      "Category: Travel; Month: January; Amount: €1,200.50",
      "Category: Travel; Month: February; Amount: €340.00",
      "Category: Travel; Month: March; Amount: €399.50",
    ]);
    expect(answer.computation).toMatchObject({
      operation: "sum",
      columns: ["Amount"],
      cell_count: 3,
      value: 1940,
      unit: "€",
    });
    await proved(expert, answer);
  });

  test.each([
    ["How many entries are open?", "open: 2 [1][2] (count of rows)."],
    [
      "Which category has the highest amount?",
      "Travel, €1,200.50 [1] (highest of 4 rows, column Amount; cells that could not be read and are left out: 1).",
    ],
    [
      "What is the average amount?",
      "Amount: 507.475 € [1][2][3][4] (mean of 4 cells, column Amount; cells that could not be read and are left out: 1).",
    ],
  ])("%s", async (question, expected) => {
    const expert = await expertWith(spending);
    const answer = await ask(expert, question);
    expect(answer.answer).toBe(expected);
    await proved(expert, answer);
  });

  test("adds up the months that it names, in German", async () => {
    const expert = await expertWith(quarters, "de");
    const answer = await ask(expert, "Wie viel haben wir von Januar bis März für Reisen ausgegeben?");
    expect(answer.answer).toBe("Reisen: 1.940 € [1] (Summe von 3 Zellen, Spalte Januar, Februar, März).");
    await proved(expert, answer);
  });

  test.each([
    ["cheapest part", "grommets, $1.99 [1] (lowest of 5 rows, column Cost pp)."],
    ["What is the second most expensive part?", "clamp, $7.99 [1] (highest of 5 rows, column Cost pp; place 2)."],
    [
      "what do all the parts for one drive wheel cost together?",
      "drive wheel, Cost pp: $50.98 [1][2] (sum of 2 cells, column Cost pp).",
    ],
    [
      "How many parts per assembly?",
      "drive wheel: 2; body: 2; general: 1 [1][2][3][4][5] (5 rows grouped by Assembly).",
    ],
  ])("in other words: %s", async (question, expected) => {
    const expert = await expertWith(parts);
    const answer = await ask(expert, question);
    expect(answer.answer).toBe(expected);
    await proved(expert, answer);
  });

  test.each([
    ["Ville", "Prix", "Quelle ville a le prix le plus élevé ?", "Paris"],
    ["Ciudad", "Precio", "¿Qué ciudad tiene el precio más alto?", "Paris"],
    ["Город", "Цена", "Какой город имеет самую высокую цену?", "Paris"],
    ["城市", "价格", "哪个城市的价格最高？", "Paris"],
  ])(
    "in the language of the question, where the table does not show its own: %s",
    async (first, second, question, city) => {
      const rows = `# 2026\n\n| ${first} | ${second} |\n|---|---|\n| Paris | 120 € |\n| Lyon | 95 € |\n`;
      const expert = await expertWith(rows, "auto");
      const answer = await ask(expert, question);
      expect(answer).toMatchObject({ answer_mode: "computed", computation: { texts: [city] } });
      await proved(expert, answer);
    },
  );

  test.each([
    [
      "# 空气炸锅\n\n| 食物名称 | 温度(℃) | 时间（分钟） |\n|---|---|---|\n| 薯条 | 200 | 15-20 |\n| 鸡翅 | 180 | 18-22 |\n| 鱼类 | 180-190 | 12-15 |\n| 牛排 | 200 | 8-12 |\n| 牛肉块 | 180 | 15-18 |\n| 猪肉排 | 175-185 | 16-20 |\n| 蛋挞 | 170-180 | 12-15 |\n| 蛋糕 | 160 | 25-30 |\n",
      "空气炸锅做鸡翅需要多少度、多长时间？",
      ["180", "18-22"],
    ],
    [
      "# Candy\n\n| candy | sugarpercent | winpercent |\n|---|---|---|\n| Twix | 0.5 | 81.6 |\n| Nerds | 0.8 | 55.3 |\n| Dum Dums | 0.7 | 39.4 |\n",
      "Which candy has the highest win percentage?",
      ["Twix"],
    ],
  ])("names columns by parts of their names: %#", async (table, question, texts) => {
    const expert = await expertWith(table, "auto");
    const answer = await ask(expert, question);
    expect(answer).toMatchObject({ answer_mode: "computed", computation: { texts } });
    await proved(expert, answer);
  });

  test("with many rows cites the first and the last", async () => {
    const expert = await expertWith(league);
    const answer = await ask(expert, "How many players have points at home over 5?");
    expect(answer.answer).toBe("Points at home > 5: 34 [1]–[2] (count of rows).");
    expect(answer.computation?.cell_count).toBe(34);
    await proved(expert, answer);
  });

  test("that fits two columns alike is asked back, with both names", async () => {
    const expert = await expertWith(league);
    const answer = await ask(expert, "Which player has the most points?");
    expect(answer.abstained).toBe(true);
    expect(answer.answer).toContain("The question fits two columns: Points at home and Points away.");
  });

  test.each(["Which category has the most employees?", "Why is travel so expensive?", "What did we spend on rent?"])(
    "is not computed if the table does not say what it asks: %s",
    async (question) => {
      const expert = await expertWith(spending);
      expect((await ask(expert, question)).answer_mode).not.toBe("computed");
    },
  );
});

describe("a table", () => {
  test("is listed with its schema, and asked exactly", async () => {
    const expert = await expertWith(spending);
    const sources = `/v1/experts/${expert}/sources`;
    const source = Object((await service.request("GET", sources)).json).data[0].id as string;
    const { data } = (await service.request("GET", `${sources}/${source}/tables`)).as(TableList);
    expect(data).toMatchObject([
      {
        number: 1,
        caption: "Spending 🚰",
        rows: 6,
        total_rows: 1,
        columns: [{ name: "Category", kind: "text" }, { name: "Month" }, { kind: "number", unit: "€", unread: 1 }, {}],
      },
    ]);
    const query = (body: object) => service.request("POST", `${sources}/${source}/tables/1/query`, { body });
    const where = [{ column: "status", is: "=", value: "paid" }];
    const sum = (await query({ take: "sum", column: "Amount", where })).as(TableResult);
    expect(sum.answer).toBe("paid, Amount: 829.40 € [1][2][3] (sum of 3 cells, column Amount).");
    const each = (await query({ take: "each", column: "1", sum: "Amount" })).as(TableResult);
    expect(each.computation.texts).toEqual(["Travel: 1940", "Office: 89.9"]);
    const best = (await query({ take: "values", column: "Month", best: { column: "Amount", most: false } })).as(
      TableResult,
    );
    expect(best.answer).toBe(
      "January, €89.90 [1] (lowest of 4 rows, column Amount; cells that could not be read and are left out: 1).",
    );
    const content = await contentOf(expert)(source, 1);
    for (const cell of sum.computation.cells) expect(sliceCodePoints(content!, cell.start, cell.end)).toBe(cell.text);
  });

  test("is not asked for what it does not have, or computed again from cells that are not there", async () => {
    const expert = await expertWith(spending);
    const answer = await ask(expert, "What did we spend on travel?");
    const source = answer.computation!.table.source_id;
    const path = `/v1/experts/${expert}/sources/${source}`;
    const refused = async (at: string, body: object) => (await service.request("POST", path + at, { body })).error;
    expect(await refused("/tables/2/query", { take: "count" })).toMatchObject({
      param: "number",
      code: "table_not_found",
    });
    expect(await refused("/tables/x/query", { take: "count" })).toMatchObject({ param: "number" });
    const error = await refused("/tables/1/query", { take: "sum", column: "Price" });
    expect(error.message).toBe('The table has no column "Price". Its columns are: Category, Month, Amount, Status.');
    const short = { ...answer.computation!, cells: answer.computation!.cells.slice(1) };
    expect(await refused("/recompute", { computation: short })).toMatchObject({ param: "computation.cells" });
    const forged = { ...answer.computation!, value: 2000 };
    const again = await service.request("POST", `${path}/recompute`, { body: { computation: forged } });
    expect(again.as(Recomputation)).toMatchObject({ value: 1940, matches: false });
  });
});

describe("sheets of one shape", () => {
  const cell = (text: string) =>
    /^\d+$/.test(text) ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rowsOf = (rows: readonly (readonly string[])[]) =>
    rows.map((cells) => `<row>${cells.map(cell).join("")}</row>`).join("");
  const head = ["Category", "Amount"];
  const sheet = (name: string, travel: string, office: string) => {
    const total = String(Number(travel) + Number(office));
    return { name, rows: rowsOf([head, ["Travel", travel], ["Office", office], ["Total", total]]) };
  };
  const months = [sheet("January", "120", "80"), sheet("February", "340", "90"), sheet("March", "400", "70")];
  const staff = {
    name: "Staff",
    rows: rowsOf([
      ["Name", "Age"],
      ["Ada", "36"],
      ["Bo", "41"],
    ]),
  };

  async function expertWithBook(sheets: readonly { readonly name: string; readonly rows: string }[]) {
    const { id } = (await service.request("POST", "/v1/experts", { body: { name: "Books", language: "en" } })).as(
      ExpertObject,
    );
    const form = new FormData();
    form.append("file", new File([xlsx({ sheets })], "spending.xlsx"));
    const added = await service.request("POST", `/v1/experts/${id}/sources?wait=60`, { body: form });
    const source = added.as(SourceObject);
    expect(source.status).toBe("ready");
    return { expert: id, tables: `/v1/experts/${id}/sources/${source.id}/tables` };
  }

  test.each([
    ["What is the total amount for Travel?", "Travel, Amount: 860 [1][2][3] (sum of 3 cells, column Amount)."],
    ["What is the amount for Travel in February?", "Travel, February, Amount: 340 [1] (column Amount)."],
    ["What is the total amount in March?", "March, Amount: 470 [1][2] (sum of 2 cells, column Amount)."],
    ["Which month has the highest amount for Travel?", "March, 400 [1] (highest of 3 rows, column Amount; Travel)."],
  ])("are asked as one: %s", async (question, expected) => {
    const { expert } = await expertWithBook([...months, staff]);
    const answer = await ask(expert, question);
    expect(answer.answer).toBe(expected);
    await proved(expert, answer);
  });

  test("are listed as they stand, and as one that can be asked exactly", async () => {
    const { tables } = await expertWithBook([...months, staff]);
    const listed = (await service.request("GET", tables)).as(TableList).data;
    expect(listed.map(({ number, caption, rows }) => [number, caption, rows])).toEqual([
      [1, "January", 3],
      [2, "February", 3],
      [3, "March", 3],
      [4, "Staff", 2],
      [5, "January, February, March", 9],
    ]);
    expect(listed[4]!.columns.map(({ name }) => name)).toEqual(["Category", "Amount", "month"]);
    const body = { take: "each", column: "month", sum: "Amount" };
    const result = (await service.request("POST", `${tables}/5/query`, { body })).as(TableResult);
    expect(result.computation.texts).toEqual(["March: 470", "February: 430", "January: 200"]);
  });

  test("with other names or types of columns stay apart", async () => {
    const other = {
      name: "March",
      rows: rowsOf([
        ["Category", "Price"],
        ["Travel", "400"],
      ]),
    };
    const noted = { name: "April", rows: rowsOf([head, ["Travel", "on account"]]) };
    const { tables } = await expertWithBook([months[0]!, other, noted]);
    expect((await service.request("GET", tables)).as(TableList).data).toHaveLength(3);
  });
});
