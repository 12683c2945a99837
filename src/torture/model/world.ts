/** Acknowledged operations, and those that a kill left in doubt. */

import type { SampleDocument } from "../load/sample-document.ts";
import type { ExpertOperation, PutSource, SourceOperation } from "./load-operation.ts";
import type { CitedPassage } from "./operation-outcome.ts";
import type { SourceState } from "./source-state.ts";
import { newLedger } from "./usage-ledger.ts";

export const violationKinds = {
  lost: "an acknowledged write is gone",
  doubled: "a write counts twice, or came from nowhere",
  half_visible: "part of a source is missing",
  stale_citation: "something deleted or replaced was cited",
  wrong_quote: "a quote differs from the text at its place",
  usage_off: "the usage differs from the acknowledged work",
  index_off: "a search result differs from the rows",
  key_off: "a key that was revoked works, or one that was made does not",
  reply_off: "the service sent a reply that it must not send",
} as const;
export type ViolationKind = keyof typeof violationKinds;

export interface Violation {
  readonly kind: ViolationKind;
  readonly says: string;
}

/** A place for one source, with one operation at a time, so at most one is in doubt. */
export type Slot = ReturnType<typeof newSlot>;

export function newSlot(operation: SourceOperation) {
  return {
    name: operation.slot,
    external: operation.kind === "put_source" && operation.external,
    state: null as SourceState | null,
    inProgress: null as SourceOperation | null,
    doubt: null as SourceOperation | null,
    operations: 0,
  };
}

export type ExpertModel = ReturnType<typeof newExpert>;

export function newExpert(slug: string) {
  return {
    slug,
    id: null as string | null,
    exists: false,
    description: "",
    inProgress: null as ExpertOperation | null,
    doubt: null as ExpertOperation | null,
    slots: new Map<string, Slot>(),
    ledger: newLedger(),
    /** Documents accepted since the last check of reading and usage. */
    fresh: [] as SampleDocument[],
  };
}

export interface Whereabouts {
  readonly expert: string;
  readonly slot: string;
  readonly version: number;
  readonly document: SampleDocument;
  retiredAt: number | null;
  chunks: number | null;
}

export interface KeyModel {
  readonly id: string;
  readonly secret: string;
  /** `doubtful`: its revocation is in progress or was cut off. */
  state: "active" | "doubtful" | "revoked";
}

export interface CitedQuote extends CitedPassage {
  readonly expert: string;
}

/** The `Idempotency-Key` of a request, which must return the same source again. */
export interface Remembered {
  readonly operation: PutSource;
  readonly sourceId: string;
}

export type World = ReturnType<typeof newWorld>;

export function newWorld() {
  return {
    now: 0,
    experts: new Map<string, ExpertModel>(),
    keys: [] as KeyModel[],
    documents: new Map<string, Whereabouts>(),
    remembered: [] as Remembered[],
    owed: [] as PutSource[],
    quotes: [] as CitedQuote[],
    justRetired: [] as string[],
    violations: [] as Violation[],
    acknowledged: new Map<string, number>(),
    checks: 0,
    lateReplies: 0,
  };
}

export function slotOf(world: World, { expert, slot }: { readonly expert: string; readonly slot: string }): Slot {
  const found = world.experts.get(expert)?.slots.get(slot);
  if (found === undefined) throw new Error(`no slot ${slot} in ${expert}`);
  return found;
}

export function expertOf(world: World, slug: string): ExpertModel {
  const found = world.experts.get(slug);
  if (found === undefined) throw new Error(`no expert ${slug}`);
  return found;
}

export function retire(world: World, documents: readonly SampleDocument[]): void {
  for (const { token } of documents) {
    const known = world.documents.get(token);
    if (known === undefined || known.retiredAt !== null) continue;
    known.retiredAt = world.now;
    world.justRetired.push(token);
  }
}

export function allDocumentsOf({ state, doubt }: Pick<Slot, "state" | "doubt">): readonly SampleDocument[] {
  const doubtful = doubt?.kind === "put_source" ? [doubt.document] : [];
  return [...(state?.versions ?? []), ...doubtful];
}
