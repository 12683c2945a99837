import { expect, test } from "bun:test";
import { derivedKinds } from "../../../src/store/passages/derived-kinds.ts";

test("an archive's vectors have length one, or are zero for a passage in a language that the model does not know", () => {
  const { bytesOf, isSound } = derivedKinds.vector;
  const sound = [
    [0.6, 0.8],
    [0, 0],
    [0.5, 0],
    [Number.NaN, 1],
  ].map((numbers) => isSound(bytesOf(Float32Array.from(numbers))));
  expect(sound).toEqual([true, true, false, false]);
});

test("an archive's sentences are whole", () => {
  const { bytesOf, isSound } = derivedKinds.sentences;
  const bytes = bytesOf([{ start: 0, end: 4, vector: Float32Array.of(0.6, 0.8) }]);
  expect([bytes, bytes.subarray(0, -1), Uint8Array.of()].map(isSound)).toEqual([true, false, false]);
});
