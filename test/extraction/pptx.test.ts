import { describe, expect, test } from "bun:test";
import { extracted } from "../support/documents/document-outline.ts";
import { pptx, shape } from "../support/documents/office-files.ts";

const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;

describe("presentations", () => {
  test("a slide is a page and a section, in presentation order", async () => {
    const slides = [
      { shapes: shape("ctrTitle", ["The pump"]) + shape("subTitle", ["A talk"]) + shape("sldNum", ["1"]) },
      {
        shapes:
          shape("title", ["Filters"]) +
          shape("body", ["often", '<a:pPr lvl="1"/><a:r><a:t>deep</a:t></a:r>']) +
          shape(null, ["free"]),
        notes: shape("sldImg", []) + shape("body", ["Say this."]),
      },
      { shapes: shape(null, []) },
      { shapes: shape(null, ["untitled"]) },
    ];
    expect(await extracted(pptx(slides, "PowerPoint Presentation"), "a.pptx")).toEqual({
      title: "The pump",
      mimeType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      outline: [
        ...["--- page 1", "heading 1: The pump", "paragraph: A talk"],
        ...[
          "--- page 2",
          "heading 1: Filters",
          "list_item 1: often",
          "list_item 2: deep",
          "paragraph: free",
          "paragraph: Say this.",
        ],
        ...["--- page 3", "--- page 4", "heading 1: Slide 4", "paragraph: untitled"],
      ],
    });
  });

  test("a short line is the title of a slide whose layout has none", async () => {
    const slides = [
      { shapes: shape(null, ["Opening hours"]) + shape(null, ["We open at nine."]) },
      { shapes: shape(null, ["We close at five."]) + shape(null, ["On Sundays:"]) },
    ];
    const { title, outline } = await extracted(pptx(slides), "a.pptx");
    expect([title, ...outline]).toEqual([
      ...["Opening hours", "--- page 1", "heading 1: Opening hours", "paragraph: We open at nine."],
      ...["--- page 2", "heading 1: Slide 2", "paragraph: We close at five.", "paragraph: On Sundays:"],
    ]);
  });

  test("table rows have their column names", async () => {
    const table = `<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/><a:tr>${cell("Part")}${cell("Size")}</a:tr><a:tr>${cell("lid")}${cell("4")}</a:tr></a:tbl></p:graphicFrame>`;
    expect((await extracted(pptx([{ shapes: table }]), "a.pptx")).outline).toEqual([
      ...["--- page 1", "heading 1: Slide 1", "table_row: Part: lid; Size: 4"],
    ]);
  });
});
