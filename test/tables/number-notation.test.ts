/** Numbers, dates and units, as people write them in cells. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cellValue, dateIn, dateNumber, daysBetween, numberAt } from "../../src/tables/cell-value.ts";
import { buildingWords } from "../../src/tables/table-question.ts";

const words = buildingWords("en");
const read = (text: string, notation: "point" | "comma" | null = null) => {
  const { kind, value, unit } = cellValue(text, words, notation);
  return [kind, value, unit];
};

const written = (value: number, group: string, mark: string) => {
  const [whole = "", fraction] = value.toFixed(2).split(".");
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, group)}${mark}${fraction}`;
};

describe("numbers", () => {
  test("are read in the notation that they show, whichever the column has", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 10_000_000_000 }),
        fc.constantFrom("point", "comma", null),
        (cents, column) => {
          const value = cents / 100;
          expect(numberAt(written(value, ",", "."), 0, column)?.value).toBe(value);
          expect(numberAt(written(value, ".", ","), 0, column)?.value).toBe(value);
          expect(numberAt(written(value, " ", ","), 0, column)?.value).toBe(value);
          expect(numberAt(written(value, "'", "."), 0, column)?.value).toBe(value);
        },
      ),
    );
  });

  test("of two readings are read as their column writes numbers", () => {
    expect(numberAt("1,234", 0, "point")).toMatchObject({ value: 1234, isAmbiguous: true });
    expect(numberAt("1,234", 0, "comma")).toMatchObject({ value: 1.234, isAmbiguous: true });
    expect(numberAt("1.234", 0, "comma")).toMatchObject({ value: 1234, isAmbiguous: true });
    expect(numberAt("1.234", 0, null)).toMatchObject({ value: 1.234, isAmbiguous: true });
  });

  test.each(["1.2.2004", "10.0.0.1", "12,34,5", "1234567890123456"])("%s is none", (text) => {
    expect(numberAt(text, 0, null)).toBeNull();
  });
});

describe("cells", () => {
  test.each([
    ["1.234,56 €", ["number", 1234.56, "€"]],
    ["$1,234.56", ["number", 1234.56, "$"]],
    ["€ 90", ["number", 90, "€"]],
    ["(1,234.5)", ["number", -1234.5, ""]],
    ["−12", ["number", -12, ""]],
    ["-$5.50", ["number", -5.5, "$"]],
    ["61 %", ["percent", 61, "%"]],
    ["12.5%", ["percent", 12.5, "%"]],
    ["250 km", ["number", 250, "km"]],
    ["1.5 million", ["number", 1_500_000, ""]],
    ["$2.5 billion", ["number", 2_500_000_000, "$"]],
    ["4th", ["rank", 4, ""]],
    ["3:45.2", ["time", 225.2, ""]],
    ["24,972[1]", ["number", 24972, ""]],
    ["2,456 m (8,058 ft)", ["number", 2456, "m"]],
    ["–", ["empty", Number.NaN, ""]],
    ["n/a", ["empty", Number.NaN, ""]],
    ["", ["empty", Number.NaN, ""]],
    ["Room 12", ["text", Number.NaN, ""]],
    ["=SUM(A1:A9)", ["text", Number.NaN, ""]],
    ["=cmd|'/c calc'!A0", ["text", Number.NaN, ""]],
  ] as const)("%s", (text, expected) => {
    expect(read(text)).toEqual([...expected]);
  });

  test("a number is never read from a text that says more", () => {
    fc.assert(
      fc.property(fc.integer(), fc.stringMatching(/^[a-z]{3,9} [a-z]{3,9} [a-z]{3,9}$/), (number, text) => {
        expect(read(`${number} ${text}`)[0]).toBe("text");
        expect(read(`${text} ${number}`)[0]).toBe("text");
      }),
    );
  });

  test("any text is read without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        expect(typeof cellValue(text, words, null).kind).toBe("string");
      }),
    );
  });
});

describe("dates", () => {
  test.each([
    ["2004-05-01", [2004, 5, 1]],
    ["1. Mai 2004", [2004, 5, 1]],
    ["May 1, 2004", [2004, 5, 1]],
    ["1 May 2004", [2004, 5, 1]],
    ["01.05.2004", [2004, 5, 1]],
    ["05/01/2004", [2004, 5, 1]],
    ["31/05/2004", [2004, 5, 31]],
    ["März 2004", [2004, 3, null]],
    ["May 1", [null, 5, 1]],
    ["1998–99", [1998, null, null]],
  ] as const)("%s", (text, [year, month, day]) => {
    expect(dateIn(text, words.months)).toEqual({ year, month, day });
  });

  test.each([
    ["en", "12 March 2024", 3, "1.5 million", 1_500_000],
    ["de", "12. März 2024", 3, "3 Mrd. €", 3_000_000_000],
    ["fr", "12 février 2024", 2, "3 milliards", 3_000_000_000],
    ["fr", "1er août 2024", 8, "3 millions", 3_000_000],
    ["es", "12 de marzo de 2024", 3, "3 mil millones", 3_000_000_000],
    ["it", "12 gennaio 2024", 1, "3 milioni", 3_000_000],
    ["pt", "12 de março de 2024", 3, "3 milhões", 3_000_000],
    ["nl", "12 mrt 2024", 3, "3 miljoen", 3_000_000],
    ["ru", "12 марта 2024 г.", 3, "3 тысячи", 3000],
    ["ru", "май 2024", 5, "3 млн", 3_000_000],
    ["zh", "2024年3月12日", 3, "3万", 30_000],
  ] as const)("and scales are read as written in %s: %s", (language, date, month, number, value) => {
    const own = buildingWords(language);
    for (const written of [date, date.normalize("NFD")]) {
      expect(dateIn(written, own.months)).toMatchObject({ year: 2024, month });
    }
    expect(cellValue(number, own, null)).toMatchObject({ kind: "number", value });
  });

  test.each(["13/13/2004", "May be", "1.2", "the first of May in 2004 was a Saturday", "2004"])(
    "%s is none",
    (text) => {
      expect(dateIn(text, words.months)).toBeNull();
    },
  );

  test("the days between two dates are those of the calendar", () => {
    const date = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, (one, other) => {
        const number = (at: Date) =>
          dateNumber({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() });
        const days = (at: Date) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()) / 86_400_000;
        expect(daysBetween(number(one), number(other))).toBe(days(other) - days(one));
      }),
    );
  });
});
