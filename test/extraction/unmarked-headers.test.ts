/** What people write for headers, bold and labels without marking it as such. */
import { expect, test } from "bun:test";
import { extracted } from "../support/documents/document-outline.ts";

const rowsOf = (...rows: readonly (readonly string[])[]) =>
  `<p>Pumps</p><table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`;

async function linesOf(html: string, filename = "page.html"): Promise<readonly string[]> {
  return (await extracted(html, filename)).outline.filter((line) => !line.startsWith("---"));
}

test("a first row in bold names the columns of an HTML table", async () => {
  const table = rowsOf(["<b>Model</b>", "<strong>Colour</strong>"], ["X200", "red"], ["X300", "<b>blue</b>"]);
  expect(await linesOf(table)).toEqual([
    "paragraph: Pumps",
    "table_row: Model: X200; Colour: red",
    "table_row: Model: X300; Colour: blue",
  ]);
});

test("a plain first row does where the row below has a value", async () => {
  expect(await linesOf(rowsOf(["Model", "Colour", "Price"], ["X200", "red", "200 €"]))).toContain(
    "table_row: Model: X200; Colour: red; Price: 200 €",
  );
  expect((await linesOf(rowsOf(["Name", "Ada"], ["Born", "1815"]))).join()).not.toContain("Name: Born");
  expect((await linesOf(rowsOf(["a", "b", "c"], ["d", "e", "f"]))).join()).not.toContain("a: d");
});

test("a plain first row does where the row below has sentences", async () => {
  const rows = [
    ["Category", "SK I", "SK II"],
    ["Geography", "In areas protected from waves", "Crossings of less than two miles"],
    ["Currents", "None to speak of", "Up to one knot"],
  ];
  expect(await linesOf(rowsOf(...rows))).toContain(
    "table_row: Category: Currents; SK I: None to speak of; SK II: Up to one knot",
  );
  const page = [["Home", "News", "About"], rows[1]!.map((cell) => `${cell}, `.repeat(20))];
  expect((await linesOf(rowsOf(...page))).join()).not.toContain("Home: ");
});

test("bold with spaces inside, and tags of ERB, are not in the text of Markdown", async () => {
  const written =
    "** Note ** that 2 ** n ** 3 is code: `a ** bb ** c`.\n\n** Fees: ** none.\n\nSee <%= link_to 'x' %>below.";
  expect(await linesOf(written, "page.md")).toEqual([
    "paragraph: ** Note ** that 2 ** n ** 3 is code: a ** bb ** c.",
    "paragraph: Fees: none.",
    "paragraph: See below.",
  ]);
});
