/** What the reading pane shows of a text and its outline. */
import { expect, test } from "bun:test";
import type { Chunk } from "../../src/api/shapes.ts";
import { layOut } from "../../src/console/reading/text-layout.ts";

const content = "🙂 Care\n\nNever use:\n\nsoap\nhot water\n\nThe end of it.\n";
const place = (text: string) => {
  const start = [...content.slice(0, content.indexOf(text))].length;
  return { start, end: start + [...text].length };
};
const block = (kind: Chunk["blocks"][number]["kind"], text: string, level = 0) => ({ kind, level, ...place(text) });
const chunk = (text: string, page: number | null, blocks: Chunk["blocks"]): Chunk => ({
  id: "chk_1",
  object: "chunk",
  source_id: "src_1",
  section: "",
  speaker: null,
  said_at: null,
  ...place(text),
  text,
  page,
  blocks,
});

const shown = (chunks: readonly Chunk[], mark: readonly [number, number] | null = null, showPassages = false) =>
  layOut(content, { chunks, mark, showPassages }).flatMap(({ pieces }) =>
    pieces.map((piece) => {
      if (piece.kind === "page") return `page ${piece.page}`;
      const runs = piece.runs.map(({ text, isMarked, isPassage }) => {
        const own = isMarked ? `<${text}>` : text;
        return isPassage ? `[${own}]` : own;
      });
      return `${piece.kind} ${piece.level}:${piece.isBulleted ? " •" : ""} ${runs.join("")}`;
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
  expect(shown(chunks, [start, end])).toEqual([
    "page 1",
    "heading 1: 🙂 Care",
    "paragraph 0: Never <use:>",
    "list_item 1: • <soap>",
    "list_item 2: <hot> water",
    "page 2",
    "code 0: The end of it.",
  ]);
});

test("every other passage is tinted where that is asked for", () => {
  expect(shown(chunks, null, true).at(-1)).toBe("code 0: [The end of it.]");
});

test("a text without an outline is shown as it is, with its mark", () => {
  const { start, end } = place("soap");
  const text = content.replace("soap", "<soap>");
  expect(shown([], [start, end])).toEqual([`paragraph 0: ${text}`]);
  const bare = chunks.map((one) => ({ ...one, page: null, blocks: [] }));
  expect(shown(bare, [start, end])).toEqual([`paragraph 0: ${text}`]);
});

test("nothing of a long text is lost where it is cut into stretches", () => {
  const long = "A line of the text, which is long.\n".repeat(400);
  const stretches = layOut(long, { chunks: [], mark: [10, 20], showPassages: false });
  expect(stretches.length).toBeGreaterThan(3);
  const runs = stretches.flatMap(({ pieces }) => pieces.flatMap((piece) => (piece.kind === "page" ? [] : piece.runs)));
  expect(runs.map(({ text }) => text).join("")).toBe(long);
});
