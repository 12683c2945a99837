import type { AnswerPiece } from "../../src/answering/citations.ts";
import type { Grounding } from "../../src/answering/generated/grounding.ts";

/** Gives a piece of a model's text to be checked. @returns the pieces of the answer that are then final */
export function pushed(grounding: Grounding, piece: string): readonly AnswerPiece[] {
  const complete: AnswerPiece[] = [];
  for (const sentence of grounding.read(piece)) complete.push(...grounding.add(sentence));
  return [...complete, ...grounding.begin()];
}
