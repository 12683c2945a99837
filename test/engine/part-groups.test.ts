import { expect, test } from "bun:test";
import fc from "fast-check";
import { GrowingPart } from "../../src/engine/parts/growing-part.ts";
import { mergeParts } from "../../src/engine/parts/merging.ts";
import type { SealedPart } from "../../src/engine/parts/sealed-part.ts";
import { sealPart } from "../../src/engine/parts/sealing.ts";

function finished<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Passages with these groups, numbered from `first`. */
function sealed(groups: readonly number[], first: number): SealedPart {
  const part = new GrowingPart();
  for (const [i, group] of groups.entries()) {
    part.beginPassage(first + i, group);
    part.endPassage();
  }
  return finished(sealPart(part));
}

const groupLists = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 30 }),
  fc
    .array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 })
    .map((groups) => groups.sort((a, b) => a - b)),
);

test("a part knows the slots of each group, in whatever order passages of groups came", () => {
  fc.assert(
    fc.property(groupLists, groupLists, (one, other) => {
      const groups = [...one, ...other];
      const merged = finished(mergeParts([sealed(one, 1), sealed(other, 1 + one.length)]));
      expect(groups.map((_, slot) => merged.groupAt(slot))).toEqual(groups);
      for (const group of [...groups, 41]) {
        const slots = [...groups.keys()].filter((slot) => groups[slot] === group);
        expect([...merged.slotsOf(group)]).toEqual(slots);
        expect(merged.rangeOf(group)).toEqual(slots.length === 0 ? null : [slots[0]!, slots.at(-1)!]);
      }
    }),
  );
});
