/** What the reading pane shows of a text and its outline. */
import { expect, test } from "bun:test";
import type { PassageObject } from "../../src/api/shapes.ts";
import { layOut, type TextMark, type TextRun } from "../../src/console/reading/text-layout.ts";

const content = "🙂 Care\n\nNever use:\n\nsoap\nhot water\n\nThe end of it.\n";
const place = (text: string) => {
  const start = [...content.slice(0, content.indexOf(text))].length;
  return { start, end: start + [...text].length };
};
const block = (kind: PassageObject["blocks"][number]["kind"], text: string, level = 0) => ({
  kind,
  level,
  ...place(text),
});
const chunk = (text: string, page: number | null, blocks: PassageObject["blocks"]): PassageObject => ({
  id: "chk_1",
  object: "passage",
  source_id: "src_1",
  section: "",
  speaker: null,
  said_at: null,
  ...place(text),
  text,
  page,
  blocks,
});

const written = (runs: readonly TextRun[]) =>
  runs
    .map(({ text, isMarked, isPassage }) => {
      const own = isMarked ? `<${text}>` : text;
      return isPassage ? `[${own}]` : own;
    })
    .join("");
const shown = (
  chunks: readonly PassageObject[],
  marks: readonly TextMark[] = [],
  showPassages = false,
  text = content,
) =>
  layOut(text, { chunks, marks, showPassages }).flatMap(({ pieces }) =>
    pieces.map((piece) => {
      if (piece.kind === "page") return `page ${piece.page}`;
      const cells = piece.cells.map(({ column, name, runs }) => ` ${column} ${name}: ${written(runs)}`).join("");
      return `${piece.kind} ${piece.level}:${piece.isBulleted ? " •" : ""} ${written(piece.runs)}${cells}`;
    }),
  );

const chunks = [
  chunk("🙂 Care\n\nNever use:\n\nsoap\nhot water", 1, [
    block("heading", "🙂 Care", 1),
    block("paragraph", "Never use:"),
    { ...block("list_item", "soap", 1), bullet: true },
    block("list_item", "hot water", 2),
  ]),
  chunk("The end of it.", 2, [block("code", "The end of it.")]),
];

test("the blocks of the outline, the pages, and a mark that goes over blocks", () => {
  const { start } = place("use:");
  const { end } = place("hot");
  expect(shown(chunks, [[start, end]])).toEqual([
    "page 1",
    "heading 1: 🙂 Care",
    "paragraph 0: Never <use:>",
    "list_item 1: • <soap>",
    "list_item 2: <hot> water",
    "page 2",
    "code 0: The end of it.",
  ]);
});

test("each of several marks, and nothing between them", () => {
  const marks = ["Never", "soap", "water"].map((text): TextMark => [place(text).start, place(text).end]);
  expect(shown(chunks, marks).filter((line) => line.includes("<"))).toEqual([
    "paragraph 0: <Never> use:",
    "list_item 1: • <soap>",
    "list_item 2: hot <water>",
  ]);
});

test("the cells of a row, without the names of their columns", () => {
  const text = "Part: Seal; Every: year";
  const cell = (column: number, name: string, start: number, end: number) => ({ column, name, start, end });
  const row = {
    kind: "table_row" as const,
    level: 0,
    start: 0,
    end: 23,
    cells: [cell(0, "Part", 6, 10), cell(1, "Every", 19, 23)],
  };
  const sheet = [{ ...chunks[0]!, page: null, start: 0, end: 23, text, blocks: [row] }];
  expect(shown(sheet, [[19, 23]], false, text)).toEqual(["table_row 0: Part: ; Every:  0 Part: Seal 1 Every: <year>"]);
});

test("every other passage is tinted where that is asked for", () => {
  expect(shown(chunks, [], true).at(-1)).toBe("code 0: [The end of it.]");
});

test("a text without an outline is shown as it is, with its mark", () => {
  const { start, end } = place("soap");
  const text = content.replace("soap", "<soap>");
  expect(shown([], [[start, end]])).toEqual([`paragraph 0: ${text}`]);
  const bare = chunks.map((one) => ({ ...one, page: null, blocks: [] }));
  expect(shown(bare, [[start, end]])).toEqual([`paragraph 0: ${text}`]);
});

test("nothing of a long text is lost where it is cut into stretches", () => {
  const long = "A line of the text, which is long.\n".repeat(400);
  const stretches = layOut(long, { chunks: [], marks: [[10, 20]], showPassages: false });
  expect(stretches.length).toBeGreaterThan(3);
  const runs = stretches.flatMap(({ pieces }) => pieces.flatMap((piece) => (piece.kind === "page" ? [] : piece.runs)));
  expect(runs.map(({ text }) => text).join("")).toBe(long);
});
