import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { estimateTokens, tokenUnits } from "../../src/analysis/tokens.ts";

describe("estimateTokens", () => {
  test("counts started fours of a long word, digits by three, other characters one by one", () => {
    expect(estimateTokens("pump")).toBe(1);
    expect(estimateTokens("pumping station")).toBe(2 + 2);
    expect(estimateTokens("12345, 7.")).toBe(2 + 1 + 1 + 1);
    expect(estimateTokens("水泵")).toBe(2);
  });

  test("is the sum of the units for any text", () => {
    const piece = fc.oneof(
      fc.constantFrom("water", "straße", "1,000", "ünder", "e\u0301", "😀", "\u2028", "насос", "ab", " \n", "_x"),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const units = tokenUnits(text).reduce((sum, { tokens }) => sum + tokens, 0);
        expect(estimateTokens(text)).toBe(units);
      }),
      { numRuns: 500 },
    );
  });
});
