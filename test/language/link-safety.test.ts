import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hasUnsafeLink, withoutUnsafeLinks } from "../../src/language/text/link-safety.ts";
import { expectLinear, pumped } from "../support/growth.ts";

const unsafe = [
  "[a](javascript:alert(1))",
  "[a](JavaScript:alert(1))",
  "[a]( <javascript:alert(1)>)",
  "[a](\n\tjavascript:alert(1))",
  "![a](data:image/svg+xml;base64,PHN2Zz4=)",
  "[a](vbscript:x)",
  "[a](java&#115;cript:x)",
  "[a](javascript&colon;x)",
  "[a](javascript\\:x)",
  "[a](file:///etc/passwd)",
  "[a](ftp://host/x)",
  "[a](<javascript:alert. It goes on",
  "<javascript:alert(1)>",
  "<data:text/html,x>",
  "[a]: javascript:alert(1)",
  "[a]: <data:text/html,x>",
  "[a]: java&#115;cript:x",
];
const safe = [
  "[a](https://example.org/a:b?c=d&e=f)",
  "[a](HTTP://example.org)",
  "[a](mailto:me@example.org)",
  "[a](docs/page.md#part) and [b]()",
  "See [1]: the ratio is 3:4.",
  "javascript:alert(1) is a bookmarklet; data: is a scheme.",
  "<xs:element name='a'> and <b>",
  "list[0](x) and a[1]",
];

describe("a link", () => {
  test.each(unsafe)("%s is unsafe, and is removed", (text) => {
    expect(hasUnsafeLink(text)).toBe(true);
    const inert = withoutUnsafeLinks(text);
    expect(hasUnsafeLink(inert)).toBe(false);
    expect(inert.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
    expect(Bun.markdown.html(inert)).not.toMatch(/(?:href|src)="(?!https?:|mailto:)/i);
  });

  test.each(safe)("%s stays", (text) => expect(withoutUnsafeLinks(text)).toBe(text));
});

test("no text yields a script link in a Markdown reader", () => {
  const pieces = [
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    ":",
    "javascript:",
    "data:",
    "https://a",
    "x",
    "\n",
    " ",
    "&#58;",
    "\\",
    "!",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
      const html = Bun.markdown.html(withoutUnsafeLinks(parts.join("")));
      expect(html).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript)/i);
    }),
    { numRuns: 3000 },
  );
});

test.each(["]:&", "]:&:", "[a]: ", "[a]:\\", "](", "](<", "<data:", "]: <data", "[a]:x&:y "])(
  "%p takes linear time",
  (piece) => {
    expectLinear((length) => withoutUnsafeLinks(pumped(piece, length)));
  },
);
