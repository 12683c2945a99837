import { expect, test } from "bun:test";
import { metadataIn } from "../../src/folders/file-metadata.ts";

const read = (text: string, path = "note.md") => metadataIn(path, new TextEncoder().encode(text));

test("texts, numbers, switches and lists become metadata; the title, objects and nothing do not", () => {
  const text =
    '---\ntitle: Pump\naliases: [P1, "the pump"]\nyear: 2026\ndraft: false\ndate: 2026-11-22\nowner:\n  name: Ann\nempty:\nmixed: [1, {a: 2}]\n---\n# Pump\n';
  expect(read(text)).toEqual({ aliases: ["P1", "the pump"], year: 2026, draft: false, date: "2026-11-22" });
  expect(read(`\ufeff${text.replaceAll("\n", "\r\n")}`)).toEqual(read(text));
});

test.each([
  ["no front matter", "# Pump\n\n---\nyear: 2026\n---\n"],
  ["one that does not end", "---\nyear: 2026\n"],
  ["one that is not YAML", "---\n: [\n---\n"],
  ["a list", "---\n- a\n---\n"],
  ["a text", "---\nonly words\n---\n"],
  ["nothing", ""],
])("%s gives nothing", (_, text) => {
  expect(read(text)).toEqual({});
});

test("only Markdown has it, and no more of it than fits", () => {
  expect(read("---\nyear: 2026\n---\n", "data.txt")).toEqual({});
  const fields = Array.from({ length: 200 }, (_, i) => `field${i}: ${"x".repeat(60)}`).join("\n");
  const metadata = read(`---\n${fields}\n---\n`);
  expect(JSON.stringify(metadata).length).toBeLessThan(7000);
  expect(Object.keys(metadata).length).toBeGreaterThan(50);
});
