import type { DeleteSource, PatchSource, PutSource } from "../model/load-operation.ts";
import type { OperationOutcome, PutReply } from "../model/operation-outcome.ts";
import { after, isReadable, type SourceState } from "../model/source-state.ts";
import type { StartedOperation } from "../model/started-operation.ts";
import { type CountRange, charge, exactly, upTo } from "../model/usage-ledger.ts";
import { check, recordWrongOutcome } from "../model/violation-recording.ts";
import { allDocumentsOf, expertOf, retire, type Slot, slotOf, type World } from "../model/world.ts";

const mostRemembered = 20;

export function countAcknowledged(world: World, kind: string): void {
  world.acknowledged.set(kind, (world.acknowledged.get(kind) ?? 0) + 1);
}

export function putAnswered(
  world: World,
  { operation }: StartedOperation<PutSource>,
  outcomes: readonly OperationOutcome<PutReply>[],
): void {
  const slot = slotOf(world, operation);
  slot.inProgress = null;
  for (const outcome of outcomes) recordWrongOutcome(world, operation, outcome);
  const replies = outcomes.flatMap((outcome) => (outcome.type === "done" ? [outcome.value] : []));
  const open = outcomes.filter(({ type }) => type !== "done" && type !== "refused").length;
  if (replies.length > 0) countAcknowledged(world, operation.again?.done === true ? "replay" : operation.kind);
  if (operation.again?.done === true) checkReplay(world, operation, replies);
  else if (replies.length > 0) accept(world, operation, { slot, replies, open });
  else if (open > 0) slot.doubt = operation;
  else notDone(world, slot, operation);
}

/** A refused document may never be found, unless an earlier version had it. */
function notDone(world: World, { state }: Slot, { document }: PutSource): void {
  if (state?.versions.includes(document) !== true) retire(world, [document]);
}

function checkReplay(world: World, { again, idempotencyKey, slot }: PutSource, replies: readonly PutReply[]): void {
  for (const { id, replayed } of replies) {
    const same = again?.sourceId === null || again?.sourceId === id;
    const what = replayed ? `as ${id} instead of ${again?.sourceId}` : "and was done again";
    check(world, "doubled", same && replayed ? null : `${slot}: ${idempotencyKey} was sent again ${what}`);
  }
}

interface AnsweredSource {
  readonly slot: Slot;
  readonly replies: readonly PutReply[];
  readonly open: number;
}

function accept(world: World, operation: PutSource, { slot, replies, open }: AnsweredSource): void {
  const before = slot.state;
  const next = after(before, operation);
  const [reply] = replies;
  if (next === null || reply === undefined) return;
  for (const problem of replyProblems(operation, { before, next, replies, open })) check(world, "doubled", problem);
  world.checks += 1;
  const ready = replies.find((each) => each.ready);
  slot.state = { ...next, id: reply.id };
  if (ready !== undefined) becameReady(world, slot, ready);
  const own = replies.filter(({ replayed }) => !replayed).length;
  const ingest = operation.idempotencyKey === null ? { least: own, most: own + open } : exactly(1);
  chargePut(world, operation, { ingest, before, next });
  trackSource(world, operation, reply.id);
}

interface Change {
  readonly before: SourceState | null;
  readonly next: SourceState;
}

export function chargePut(
  world: World,
  operation: PutSource,
  { ingest, before, next }: Change & { ingest: CountRange },
): void {
  const expert = expertOf(world, operation.expert);
  charge(expert.ledger, { ingest });
  if (next === before) return;
  expert.fresh.push(operation.document);
  charge(expert.ledger, {
    sources_created: exactly(before === null ? 1 : 0),
    bytes: exactly(operation.document.bytes.byteLength),
  });
}

function* replyProblems(operation: PutSource, { before, next, replies, open }: Change & Omit<AnsweredSource, "slot">) {
  const made = replies.filter(({ deduplicated, replayed }) => !deduplicated && !replayed).length;
  const wanted = next === before ? 0 : 1;
  if (made > wanted)
    yield `${operation.slot}: sent ${operation.copies} times, and taken as new ${made} times instead of ${wanted}`;
  if (made + open < wanted) yield `${operation.slot}: what is new was taken for something known`;
  if (operation.again?.done === false && replies[0]?.replayed === true)
    yield `${operation.slot}: ${operation.idempotencyKey} was remembered, but what it did is not there`;
  yield* identityProblems(operation, { before, next, replies });
}

function* identityProblems({ slot }: PutSource, { before, next, replies }: Change & Pick<AnsweredSource, "replies">) {
  const id = before?.id ?? replies[0]?.id;
  const version = next.versions.length;
  for (const reply of replies) {
    if (reply.id !== id) yield `${slot}: it is ${reply.id} now and was ${id}`;
    if (reply.version !== version) yield `${slot}: version ${reply.version} instead of ${version}`;
  }
}

function becameReady(world: World, slot: Slot, { chunks }: PutReply): void {
  const { state } = slot;
  const newest = state?.versions.at(-1);
  if (state === null || newest === undefined) return;
  slot.state = { ...state, answersFrom: state.versions.length };
  retire(world, state.versions.slice(0, -1));
  const known = world.documents.get(newest.token);
  if (known !== undefined) known.chunks = chunks;
}

export function trackSource(world: World, operation: PutSource, sourceId: string): void {
  if (operation.idempotencyKey === null) return;
  world.remembered = [...world.remembered, { operation, sourceId }].slice(-mostRemembered);
}

export function patchAnswered(
  world: World,
  { operation }: StartedOperation<PatchSource>,
  outcome: OperationOutcome<unknown>,
): void {
  const slot = concluded(world, operation, outcome);
  if (slot !== null) slot.state = after(slot.state, operation);
}

export function deleteAnswered(
  world: World,
  { operation }: StartedOperation<DeleteSource>,
  outcome: OperationOutcome<unknown>,
): void {
  const slot = concluded(world, operation, outcome);
  if (slot === null) return;
  retire(world, allDocumentsOf(slot));
  slot.state = null;
}

function concluded(
  world: World,
  operation: PatchSource | DeleteSource,
  outcome: OperationOutcome<unknown>,
): Slot | null {
  const slot = slotOf(world, operation);
  slot.inProgress = null;
  recordWrongOutcome(world, operation, outcome);
  if (outcome.type !== "done" && outcome.type !== "refused") slot.doubt = operation;
  if (outcome.type !== "done") return null;
  countAcknowledged(world, operation.kind);
  return slot;
}

/** The usage of a version accepted since the last check. */
export function chargeReading(
  world: World,
  expert: string,
  document: Parameters<typeof isReadable>[0],
  seen: number | null,
): void {
  const { ledger } = expertOf(world, expert);
  const known = seen ?? world.documents.get(document.token)?.chunks ?? null;
  if (!isReadable(document)) charge(ledger, { sources_failed: seen === null ? upTo(1) : exactly(1) });
  else charge(ledger, { chunks: known === null ? upTo(document.sentences.length) : exactly(known) });
}
