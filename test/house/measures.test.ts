/**
 * The house gets smaller, not larger. A change that needs more of something raises the number here, and its message says
 * why; a change that needs less lowers it.
 */
import { expect, test } from "bun:test";
import { commentLinesOf, loadedFrom, longFunctionsOf, type Measures, takeMeasures } from "./measures.ts";

const ceilings: Measures = {
  lines: 110_441,
  commentLines: 5_521,
  rooms: 30,
  folders: 99,
  smallFiles: 34,
  questionFiles: 98,
  startFiles: 691,
  typeNamesTwice: 4,
  exportedTypeNamesTwice: 1,
  longFunctions: 0,
  longestFunction: 40,
  words: 44_951,
};

test("no measure of the house grows", async () => {
  const measures = await takeMeasures();
  const grown = Object.entries(measures).filter(([key, value]) => value > ceilings[key as keyof Measures]);
  expect(grown).toEqual([]);
  const { longFunctions: _, ...others } = measures;
  expect(Math.min(...Object.values(others))).toBeGreaterThan(0);
});

test("no function of src is long, and those of bench that are have a place", () => {
  expect(longFunctionsOf("src")).toEqual([]);
  const [first] = longFunctionsOf("bench");
  expect(first?.place).toMatch(/^bench\/[\w/-]+\.ts:\d+$/);
  expect(first?.lines).toBeGreaterThan(40);
});

test("comments are counted by their lines", () => {
  const text = [
    "/** One. */",
    "const a = 1; // not a line of its own",
    "  // two",
    "/**",
    " * three to five",
    " */",
    'const b = "/* no comment */";',
    "    {/* six */}",
    "const c = 2; /* neither */",
  ].join("\n");
  expect(commentLinesOf({ text })).toBe(6);
});

test("a walk follows what is loaded, and neither types nor what is loaded later", () => {
  const files = [
    {
      path: "a/a.ts",
      text: 'import { b } from "../b/b.ts";\nimport type { C } from "./c.ts";\nb(await import("./d.ts"));',
    },
    { path: "a/c.ts", text: "export interface C {}" },
    { path: "a/d.ts", text: "export const d = 1;" },
    { path: "b/b.ts", text: 'export { b } from "./e.ts";' },
    { path: "b/e.ts", text: "export const b = String;" },
  ];
  expect([...loadedFrom("a/a.ts", files)]).toEqual(["a/a.ts", "b/b.ts", "b/e.ts"]);
});
