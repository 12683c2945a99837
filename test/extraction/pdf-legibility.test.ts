import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { inOrder, lines, read, told } from "../support/documents/pdf-pages.ts";
import { pdf } from "../support/documents/pdf-writer.ts";

describe("a font that does not say which characters it draws", () => {
  const prose = [
    "The pump must be checked every week, and its filter replaced once a month.",
    "Nobody may open the housing while the motor runs, for the rod is not covered.",
    "Whoever finds a leak closes the valve, and then tells the people of the shift.",
    "The oil is changed after five hundred hours, or when its colour becomes dark.",
  ];
  const rubbish = lines(prose, 72, 700, { font: "Unmapped" });
  const before = lines(told(1, 6), 72, 700);
  const after = lines(told(2, 6), 72, 650);

  test("its pages are told, and yield no text", async () => {
    const document = await read([before, rubbish, after]);
    expect(document.warnings).toMatchObject([{ code: "pages_not_read", pages: [2] }]);
    expect(document.warnings?.[0]?.message).toStartWith(
      "Page 2 is illegible: a font does not say which characters it draws",
    );
    expect(document.pageStarts).toHaveLength(3);
    expect(inOrder(document.text, [...told(1, 6), ...told(2, 6)])).toBe(1);
    expect(document.text.length).toBeLessThan(500);
  });

  test("a file of nothing else has no text", async () => {
    const reading = extract({ bytes: pdf([rubbish, rubbish]), filename: "a.pdf", declaredType: null });
    expect(reading).rejects.toMatchObject({ code: "no_extractable_text" });
  });
});
