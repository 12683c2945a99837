import { expect, test } from "bun:test";
import type { PassageObject } from "../../src/api/shapes.ts";
import { styledSpans, turnSpans } from "../../src/console/reading/inline-styles.ts";

const shown = (original: string, content: string) =>
  styledSpans(original, content).map(({ start, end, style }) => `${style} ${content.slice(start, end)}`);

test("bold, code and links are found where their words stand in the text without marks", () => {
  const original =
    "# H\n\nUse **bold** and `code` and a [link **x**](https://example.org/a) or *soft* text.\n\n- item with `x`";
  expect(shown(original, "H\n\nUse bold and code and a link x or soft text.\n\nitem with x")).toEqual([
    "strong bold",
    "code code",
    "link link",
    "link x",
    "emphasis soft",
    "code x",
  ]);
});

test("a word that comes twice is styled where it was, and words that are not there are passed over", () => {
  expect(shown("code, then `code`", "code, then code")).toEqual(["code code"]);
  expect(styledSpans("code, then `code`", "code, then code")[0]!.start).toBe(11);
  expect(shown("**gone** and **here**", "and here")).toEqual(["strong here"]);
  expect(shown("", "text")).toEqual([]);
});

test("tasks are marked at their first words", () => {
  expect(shown("- [ ] wash **it**\n- [x] dry", "wash it\ndry")).toEqual(["open wash", "strong it", "done dry"]);
});

test("the marks of Markdown in a turn are found, after the name of who speaks", () => {
  const content =
    "Ada 😀: Use **two** pumps\n\n- `P7` for *water*\n- [x] a [link](https://example.org)\n\n```sh\npump 2 * 3\n```\n\n2 * 3 is 6\n\nBo: # Why";
  const at = content.indexOf("\n\nBo");
  const points = [...content.slice(0, at)].length;
  const turn = (speaker: string, start: number, end: number) => ({ kind: "turn", speaker, start, end });
  const chunks = [
    { blocks: [turn("Ada 😀", 0, points), turn("Bo", points + 2, points + 2 + "Bo: # Why".length)] },
  ] as unknown as readonly PassageObject[];
  const spans = turnSpans(content, chunks);
  expect(spans.map(({ start, end, style }) => `${style} ${content.slice(start, end)}`)).toEqual([
    "hidden **",
    "strong two",
    "hidden **",
    "bullet - ",
    "hidden `",
    "code P7",
    "hidden `",
    "hidden *",
    "emphasis water",
    "hidden *",
    "bullet - ",
    "hidden [x] ",
    "done a",
    "hidden [",
    "link link",
    "hidden ](https://example.org)",
    "hidden ```sh\n",
    "code pump 2 * 3",
    "hidden ```\n",
    "hidden # ",
    "strong Why",
  ]);
});
