import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { extracted } from "../support/documents/document-outline.ts";

const source = 'import x\n\nclass A:\n    def a(self):\n\n        return "# *not* text"\n\n\ndef b():\n    pass\n';

describe("source code", () => {
  test("a block begins in the first column and includes the indented lines", async () => {
    expect(await extracted(source, "src/a.py")).toEqual({
      title: "a.py",
      mimeType: "text/x-source",
      outline: [
        "code: import x",
        'code: class A:\n    def a(self):\n\n        return "# *not* text"',
        "code: def b():\n    pass",
      ],
    });
  });

  test("code is kept verbatim", async () => {
    const { document } = await extract({
      bytes: new TextEncoder().encode(source),
      filename: "a.py",
      declaredType: null,
    });
    expect(document.text).toBe(source.trimEnd().replace("\n\n\n", "\n\n"));
  });
});
