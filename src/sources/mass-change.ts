/** A lost mount or a maintenance page looks like the owner's wish, so a mass change waits for a person. */
import { hasPassed } from "../kernel/clock.ts";
import type { SourceId } from "../kernel/ids.ts";

export interface KeeperDeeds {
  readonly at: number;
  readonly deletions: number;
  readonly changes: number;
}

export interface HeldChange {
  readonly deletions: readonly SourceId[];
  readonly changes: readonly SourceId[];
  readonly since: number;
  /** When a person confirmed it; done at the keeper's next look, if still wanted. */
  readonly confirmedAt: number | null;
}

export interface KeeperState {
  readonly done: readonly KeeperDeeds[];
  readonly held: HeldChange | null;
}

export type MassKind = "deletions" | "changes";

export interface WantedChange {
  readonly kind: MassKind;
  readonly sources: readonly SourceId[];
  /** Sources that count, without those of moved files. Absent: all. */
  readonly counted?: readonly SourceId[];
  readonly kept: number;
  readonly at: number;
}

const day = 86_400_000;

/** Half of up to 10, then 5, from 25 on a fifth (a lost mount takes most); at least 2, at most 100. */
export function allowedInADay(kept: number): number {
  return Math.max(2, Math.min(Math.floor(kept / 2), Math.max(5, Math.floor(kept / 5)), 100));
}

/** A confirmation lasts until nothing of it is wanted any more, so that an interruption does not ask again. */
export function judged(state: KeeperState, wanted: WantedChange): KeeperState {
  const { kind, sources, counted = sources, kept, at } = wanted;
  const done = state.done.filter((deeds) => !hasPassed(day, deeds.at, at));
  const doneOf = (which: MassKind) => done.reduce((sum, deeds) => sum + deeds[which], 0);
  const confirmed = new Set(state.held?.confirmedAt == null ? [] : state.held[kind]);
  const fresh = counted.filter((source) => !confirmed.has(source)).length;
  const isMass = fresh > 0 && doneOf(kind) + fresh > allowedInADay(kept + doneOf("deletions"));
  if (isMass) return { done, held: holding(state.held, { kind, sources, at }) };
  const deeds = { at, deletions: 0, changes: 0, [kind]: fresh };
  const isOver = sources.length === 0 || state.held?.confirmedAt === null;
  return { done: fresh === 0 ? done : [...done, deeds], held: isOver ? without(state.held, kind) : state.held };
}

export function isHeld({ held }: KeeperState, kind: MassKind): boolean {
  return held !== null && held.confirmedAt === null && held[kind].length > 0;
}

/** A confirmation does not cover later additions. */
function holding(before: HeldChange | null, { kind, sources, at }: Omit<WantedChange, "kept" | "counted">): HeldChange {
  const { since, ...rest } = before?.confirmedAt === null ? before : { ...nothing, since: at };
  return { ...rest, since, confirmedAt: null, [kind]: sources };
}

const nothing = { deletions: [], changes: [] };

function without(held: HeldChange | null, kind: MassKind): HeldChange | null {
  if (held === null) return null;
  const rest = { ...held, [kind]: [] };
  return rest.deletions.length + rest.changes.length === 0 ? null : rest;
}
