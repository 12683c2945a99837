/** The columns of a chunk about its turn of a conversation. */
import type { Turn } from "../../language/structure/outline.ts";
import { chunks } from "../schema.ts";

export const turnColumns = { speaker: chunks.speaker, saidAt: chunks.saidAt };

interface Columns {
  readonly speaker: string | null;
  readonly saidAt: string | null;
}

/** A row with its turn; null if it is not from a conversation. */
export function withTurn<Row extends { readonly turn: Columns }>({ turn, ...row }: Row) {
  const { speaker, saidAt } = turn;
  return { ...row, turn: speaker === null ? null : ({ speaker, saidAt } satisfies Turn) };
}
