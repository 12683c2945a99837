import { describe, expect, test } from "bun:test";
import { extracted } from "../support/documents/document-outline.ts";

const outlineOf = async (lines: readonly string[]) => (await extracted(lines.join("\n"), "a.md")).outline;

describe("Markdown", () => {
  test("headings of both kinds; the title is the front matter's, else the first heading's", async () => {
    const body = ["# One #", "text", "", "Two", "===", "Three", "-----", "#### C# and F#", "#hash"];
    const outline = [
      ...["heading 1: One", "paragraph: text", "heading 1: Two", "heading 2: Three", "heading 4: C# and F#"],
      "paragraph: #hash",
    ];
    expect(await extracted(body.join("\n"), "a.md")).toEqual({ title: "One", mimeType: "text/markdown", outline });
    const matter = ["---", 'title: "From: the matter"', "tags:", "  - a", "---", ...body];
    expect(await extracted(matter.join("\n"), "a.md")).toEqual({
      title: "From: the matter",
      mimeType: "text/markdown",
      outline,
    });
  });

  test("a file of front matter alone has its text in the fields", async () => {
    const recipe = ["---", "title: Potato salad", "introText:", "  - The salad stands for two hours.", "---", ""];
    const { title, outline } = await extracted(recipe.join("\n"), "a.md");
    expect(title).toBe("Potato salad");
    expect(outline.join("\n")).toContain("The salad stands for two hours.");
  });

  test("nested and numbered lists, continuations, tasks", async () => {
    expect(
      await outlineOf([
        "- one",
        "  more",
        "  - deep",
        "    1. third",
        "- [x] two",
        "",
        "  second paragraph",
        "",
        "7) seven",
      ]),
    ).toEqual([
      ...["list_item 1: one more", "list_item 2: deep", "list_item 3: 1. third", "list_item 1: two"],
      ...["list_item 1: second paragraph", "list_item 1: 7) seven"],
    ]);
  });

  test("code is kept as written: fenced, indented, in lists and quotes", async () => {
    expect(
      await outlineOf([
        ...["```js", "const a = *b*;", "", "  // # not a heading", "```", "", "    indented", "", "      more"],
        ...["", "- item", "  ```", "  in item", "  ```", "> ~~~", "> quoted", "> ~~~"],
      ]),
    ).toEqual([
      "code: const a = *b*;\n\n  // # not a heading",
      "code: indented\n\n  more",
      "list_item 1: item",
      "code: in item",
      "code: quoted",
    ]);
  });

  test("notes and tabs of other dialects: their content as it would be without them, their titles as paragraphs", async () => {
    expect(
      await outlineOf([
        ...['!!! warning "Mind the step"', "    Text of it", "    on two lines.", "", "    ```", "    code", "    ```"],
        ...["Behind it.", "", "1. one", "", "    ??? tip", "", "        in an item", "", "        - nested", ""],
        ...["2. two", "", '=== "Docker"', "", "    Run it.", "", ":::note[Read this]", "By colons.", ":::", ""],
        ...["::: {.warning}", "Pandoc.", ":::", "", "```yaml", "!!! note", ": x", ":::", "```", "Really!!! :::"],
      ]),
    ).toEqual([
      ...["paragraph: Mind the step", "paragraph: Text of it on two lines.", "code: code", "paragraph: Behind it."],
      ...["list_item 1: 1. one", "list_item 1: in an item", "list_item 2: nested", "list_item 1: 2. two"],
      ...["paragraph: Docker", "paragraph: Run it.", "paragraph: Read this", "paragraph: By colons."],
      ...["paragraph: Pandoc.", "code: !!! note\n: x\n:::", "paragraph: Really!!! :::"],
    ]);
  });

  test("a definition is in the paragraph of its term", async () => {
    expect(
      await outlineOf([
        ...["Apple", ":   A fruit", "    of trees.", "", "Orange", ": Also a fruit. {{<required>}}", ": A colour.", ""],
        ...[
          "#### `PORT=<number>`",
          "",
          ": Where it listens,",
          "if it does.",
          "",
          "    ```",
          "    PORT=80",
          "    ```",
          "",
        ],
        ...["    Defaults to 8000.", "", "After it."],
      ]),
    ).toEqual([
      ...["paragraph: Apple: A fruit of trees.", "paragraph: Orange: Also a fruit.", "paragraph: A colour."],
      "heading 4: PORT=<number>",
      ...["paragraph: Where it listens, if it does.", "code: PORT=80", "paragraph: Defaults to 8000."],
      "paragraph: After it.",
    ]);
  });

  test("an unclosed fence contains the rest", async () => {
    expect(await outlineOf(["```", "a", "b"])).toEqual(["code: a\nb"]);
  });

  test("a table row has its column names; escaped bars and bars in code stay in their cell", async () => {
    expect(
      await outlineOf([
        "| Name | Meaning |",
        "|:-----|---|",
        "| `a|b` | one \\| two |",
        "| **x** |",
        "",
        "a | b",
        "no table",
      ]),
    ).toEqual(["table_row: Name: a|b; Meaning: one | two", "table_row: Name: x", "paragraph: a | b no table"]);
  });

  test("a table below a list item is one", async () => {
    const lines = ["- Prices:", "  | Machine | Price |", "  | --- | --- |", "  | Laser | 30 ct |", "- Keys"];
    expect(await outlineOf(lines)).toEqual([
      "list_item 1: Prices:",
      "table_row: Machine: Laser; Price: 30 ct",
      "list_item 1: Keys",
    ]);
  });

  test("a heading may lack the space behind its marks; a hashtag is none", async () => {
    expect(await outlineOf(["##Salary", "", "We pay.", "", "#Docent"])).toEqual([
      "heading 2: Salary",
      "paragraph: We pay.",
      "paragraph: #Docent",
    ]);
  });

  test("a sentence in a heading's style is a paragraph, a long title is none", async () => {
    const notice = `${"You may never work in the laboratory outside of your own period ".repeat(2)}without permission.`;
    const section =
      "§ 2635.804 Outside earned income limitations applicable to certain presidential appointees and to other noncareer employees.";
    const question = `${"Which of the many members of the club and its guests may use ".repeat(2)}the boats?`;
    expect(await outlineOf([`# ${notice}`, `## ${section}`, "text", `## ${question}`, "more"])).toEqual([
      `paragraph: ${notice}`,
      ...[`heading 2: ${section}`, "paragraph: text", `heading 2: ${question}`, "paragraph: more"],
    ]);
  });

  test("headings as wikis write them, and summaries of what is folded away", async () => {
    const wiki = [
      "==Members==",
      "text",
      "===Type 4) Honorary members ===",
      "more",
      "a == b and c == d",
      "===",
      "= one =",
    ];
    expect(await outlineOf(wiki)).toEqual([
      ...["heading 2: Members", "paragraph: text", "heading 3: Type 4) Honorary members"],
      ...["heading 1: more a == b and c == d", "paragraph: = one ="],
    ]);
    const folded = [
      "## Mail",
      "<details>",
      "",
      "<summary>Where is my mail?</summary>",
      "",
      "In the box.",
      "",
      "</details>",
    ];
    expect(await outlineOf(folded)).toEqual([
      ...["heading 2: Mail", "heading 6: Where is my mail?", "paragraph: In the box."],
    ]);
  });

  test("quotes, rules, HTML, comments, definitions and tables of contents", async () => {
    expect(
      await outlineOf([
        ...["> quoted *text*", "> goes on", "", "***", "", "<!-- hidden", "still -->", "", "<div align=center>"],
        ...["<h2>From HTML</h2>", "<script>no</script>", "</div>", "", "[ref]: https://x.example 'T'", ""],
        ...["- [One](#one)", "- [Two](#two)", "- [Three](#three)", "", "See [the text][ref]."],
      ]),
    ).toEqual(["quote: quoted text goes on", "heading 2: From HTML", "paragraph: See the text."]);
  });
});

test.each(["~", "^"])("titles underlined with %s, as people write who do not think of Markdown", async (sign) => {
  const lines = [
    "# FAQ",
    "",
    "It drops to a shell",
    sign.repeat(19),
    "Wait for it.",
    "",
    "It asks twice",
    sign.repeat(13),
  ];
  expect(await outlineOf([...lines, "Use a key file.", "", "======", "~~~", "code", "~~~"])).toEqual([
    "heading 1: FAQ",
    `heading ${sign === "~" ? 3 : 4}: It drops to a shell`,
    "paragraph: Wait for it.",
    `heading ${sign === "~" ? 3 : 4}: It asks twice`,
    "paragraph: Use a key file.",
    "code: code",
  ]);
});

describe("what readers of a page do not see", () => {
  test("template tags and attributes go; code keeps its own", async () => {
    const lines = [
      ...[
        "{% include head.html %}",
        "# Pump {#top}",
        "{: .note }",
        "Ask {{ site.mail }} or `{{ name }}`; `{% raw %}`.",
      ],
      ...["```", "{{ kept }}", "```", `A set {a, b} and $${"{{ secrets.KEY }}"} stay.`],
    ];
    const { outline } = await extracted(lines.join("\n"), "a.md");
    expect(outline).toEqual([
      "heading 1: Pump",
      "paragraph: Ask or {{ name }}; {% raw %}.",
      "code: {{ kept }}",
      `paragraph: A set {a, b} and $${"{{ secrets.KEY }}"} stay.`,
    ]);
  });

  test("a footnote is a paragraph under its number", async () => {
    const { outline } = await extracted("The pump[^1] runs.\n\n[^1]: Since 1815.\n", "a.md");
    expect(outline).toEqual(["paragraph: The pump runs.", "paragraph: [1] Since 1815."]);
  });

  test("numbers count on, and begin anew with another mark or below a paragraph", async () => {
    const lines = ["3. a", "3. b", "", "3. c", "1) d", "1) e", "", "Text.", "", "1. f"];
    const { outline } = await extracted(lines.join("\n"), "a.md");
    expect(outline.map((line) => line.replace("list_item 1: ", ""))).toEqual([
      ...["3. a", "4. b", "5. c", "1) d", "2) e", "paragraph: Text.", "1. f"],
    ]);
  });

  test("a second row of names, under a name that is left open", async () => {
    const table = [
      "| Sales | Rent a day | |",
      "|---|---|---|",
      "| | **usual** | **members** |",
      "| none | 150 € | 120 € |",
    ];
    expect(await outlineOf(table)).toEqual([
      "table_row: Sales: none; Rent a day usual: 150 €; Rent a day members: 120 €",
    ]);
    const filled = ["| Sales | Rent a day | |", "|---|---|---|", "| few | low | members |", "| none | 150 € | 120 € |"];
    expect((await outlineOf(filled))[0]).toContain("Sales: few");
  });

  test("imports of components are no text, and an item with two marks is one", async () => {
    const lines = ["import E from '../components/E.astro'", 'import "./page.css";', "", "1. * Lock the gate."];
    expect(await outlineOf(lines)).toEqual(["list_item 1: 1. Lock the gate."]);
    expect(await outlineOf(["Text first.", "", 'import "./page.css";'])).toEqual([
      ...["paragraph: Text first.", 'paragraph: import "./page.css";'],
    ]);
  });
});
