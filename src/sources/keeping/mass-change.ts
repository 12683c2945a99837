/**
 * Decides whether a folder or a site may do what it found to do. A lost mount, a server that answers 404 and a maintenance
 * page look like the wish of an owner, so a mass change is held until a person confirms it.
 */
import { hasPassed } from "../../kernel/clock.ts";
import type { SourceId } from "../../kernel/ids.ts";

/** What a keeper did, apart from what a person confirmed. */
export interface KeeperDeeds {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly deletions: number;
  readonly changes: number;
}

export interface HeldChange {
  /** The sources that would be deleted. */
  readonly deletions: readonly SourceId[];
  /** The sources whose content would be replaced. */
  readonly changes: readonly SourceId[];
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
  /** When a person confirmed it. It is then done at the keeper's next look, if there is still cause to. */
  readonly confirmedAt: number | null;
}

export interface KeeperState {
  readonly done: readonly KeeperDeeds[];
  /** Null: nothing waits for a person. */
  readonly held: HeldChange | null;
}

export type MassKind = "deletions" | "changes";

export interface WantedChange {
  readonly kind: MassKind;
  readonly sources: readonly SourceId[];
  /** Those of them that count: a file that was moved is not lost. Absent: all. */
  readonly counted?: readonly SourceId[];
  /** Sources that it keeps now. */
  readonly kept: number;
  readonly at: number;
}

const day = 86_400_000;

/**
 * How many of its sources a keeper may delete in a day, and how many it may replace by content that is all alike. Half of a
 * few; five, which a person can put back by hand; of more than 25 a fifth, because a smaller part is what owners tidy up in a
 * day, while a lost mount or server takes most; never more than 100. Two may always go.
 */
export function allowedInADay(kept: number): number {
  return Math.max(2, Math.min(Math.floor(kept / 2), Math.max(5, Math.floor(kept / 5)), 100));
}

/**
 * The keeper's state afterwards. It may go ahead unless `isHeld` says that the change waits. What was confirmed stays noted
 * until nothing of it is wanted any more, so that an interruption does not ask again.
 */
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

/** A confirmation does not cover what comes on top of it. */
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
