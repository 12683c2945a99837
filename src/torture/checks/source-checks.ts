import type { SampleDocument } from "../load/sample-document.ts";
import type { PutSource } from "../model/load-operation.ts";
import { after, isReadable, type SourceState } from "../model/source-state.ts";
import { charge, upTo } from "../model/usage-ledger.ts";
import { check, recordViolation } from "../model/violation-recording.ts";
import { allDocumentsOf, type ExpertModel, retire, type Slot, type Violation, type World } from "../model/world.ts";
import type { SeenExpert, SeenSource } from "./observer.ts";
import { chargePut, chargeReading, trackSource } from "./source-replies.ts";

export function checkSources(world: World, expert: ExpertModel, seen: readonly SeenSource[]): void {
  const byName = Map.groupBy(seen, ({ externalId, sha256 }) => externalId ?? sha256);
  for (const [name, some] of byName) {
    if (some.length > 1) recordViolation(world, "doubled", `${expert.slug}: ${name} is there ${some.length} times`);
    if (!expert.slots.has(name)) recordViolation(world, "doubled", `${expert.slug}: ${name} came from nowhere`);
  }
  for (const slot of expert.slots.values()) {
    const [found] = byName.get(slot.name) ?? [];
    settleSlot(world, { expert, slot, seen: found });
  }
  settleFresh(world, expert);
}

export function settleFresh(world: World, expert: ExpertModel): void {
  const ready = new Map<SampleDocument, number>();
  for (const { state } of expert.slots.values()) {
    if (!expert.exists || state === null) continue;
    const answering = state.versions[state.answersFrom - 1];
    if (answering !== undefined) ready.set(answering, world.documents.get(answering.token)?.chunks ?? 0);
    const newest = state.versions.at(-1);
    if (newest !== undefined && !isReadable(newest)) ready.set(newest, 0);
  }
  for (const document of expert.fresh) chargeReading(world, expert.slug, document, ready.get(document) ?? null);
  expert.fresh = [];
}

interface SourceLook {
  readonly expert: ExpertModel;
  readonly slot: Slot;
  readonly seen: SeenSource | undefined;
}

function settleSlot(world: World, look: SourceLook): void {
  const { slot, seen, expert } = look;
  const { doubt } = slot;
  const possible = [{ state: slot.state, applied: false }];
  if (doubt !== null) possible.push({ state: after(slot.state, doubt), applied: true });
  const judged = possible.map((each) => ({ ...each, problems: [...sourceProblems(each.state, seen)] }));
  const [best] = judged.toSorted((a, b) => a.problems.length - b.problems.length);
  if (best === undefined) return;
  world.checks += 1;
  for (const { kind, says } of best.problems) recordViolation(world, kind, `${expert.slug}, ${slot.name}: ${says}`);
  if (doubt?.kind === "put_source") settlePut(world, look, { operation: doubt, ...best });
  if (best.state === null) retire(world, allDocumentsOf(slot));
  slot.doubt = null;
  slot.state = best.state === null || seen === undefined ? null : asSeen(world, best.state, seen);
}

interface PutSettled {
  readonly operation: PutSource;
  readonly state: SourceState | null;
  readonly applied: boolean;
}

function settlePut(world: World, { expert, slot, seen }: SourceLook, { operation, state, applied }: PutSettled): void {
  if (operation.again?.done === true) return;
  const before = slot.state;
  const next = after(before, operation);
  const most = operation.idempotencyKey === null ? operation.copies : 1;
  if (next === null || next === before) {
    charge(expert.ledger, { ingest: upTo(most) });
    return;
  }
  if (applied && state !== null) chargePut(world, operation, { ingest: { least: 1, most }, before, next });
  else retire(world, [operation.document]);
  if (operation.idempotencyKey === null) return;
  const sourceId = applied ? (seen?.id ?? null) : null;
  world.owed.push({ ...operation, copies: 1, again: { done: applied, sourceId } });
  if (sourceId !== null) trackSource(world, operation, sourceId);
}

function asSeen(world: World, state: SourceState, seen: SeenSource): SourceState {
  const answersFrom = seen.answeringVersion ?? 0;
  const answering = state.versions[answersFrom - 1];
  const known = answering === undefined ? undefined : world.documents.get(answering.token);
  if (known !== undefined) known.chunks = seen.chunks.length;
  retire(
    world,
    state.versions.filter((document) => document !== answering),
  );
  return { ...state, id: seen.id, answersFrom };
}

const lost = (says: string): Violation => ({ kind: "lost", says });
const half = (says: string): Violation => ({ kind: "half_visible", says });

function* sourceProblems(state: SourceState | null, seen: SeenSource | undefined): Generator<Violation> {
  if (state === null || seen === undefined) {
    if (state !== null) yield lost("it is not there");
    if (seen !== undefined) yield lost(`it was deleted and is there as ${seen.id}`);
    return;
  }
  if (state.id !== null && state.id !== seen.id) yield { kind: "doubled", says: `it was ${state.id}, is ${seen.id}` };
  yield* versionProblems(state, seen);
  if (state.title !== null && state.title !== seen.title) yield lost(`its title is "${seen.title}"`);
  if (state.marker !== seen.marker) yield lost(`its marker is ${seen.marker} instead of ${state.marker}`);
  yield* visibleProblems(state.versions[(seen.answeringVersion ?? 0) - 1], seen);
}

function* visibleProblems(answering: SampleDocument | undefined, seen: SeenSource): Generator<Violation> {
  if (answering !== undefined && isReadable(answering)) yield* wholenessProblems(answering, seen);
  else if (seen.content !== null || seen.chunks.length > 0) yield half("no version answers, yet it has text");
}

function* versionProblems({ versions, answersFrom }: SourceState, seen: SeenSource): Generator<Violation> {
  const newest = versions.at(-1);
  const count = versions.length;
  if (seen.version < count) yield lost(`its version is ${seen.version} instead of ${count}`);
  if (seen.version > count) yield { kind: "doubled", says: `its version is ${seen.version} instead of ${count}` };
  if (newest === undefined || seen.version !== count) return;
  if (seen.sha256 !== newest.sha256) yield lost("its bytes are others");
  if (seen.fileSha256 !== newest.sha256) yield lost("its original file is another");
  const wanted = isReadable(newest) ? "ready" : "failed";
  if (seen.status !== wanted) yield lost(`it is ${seen.status} instead of ${wanted}`);
  const least = isReadable(newest) ? count : answersFrom;
  const answers = seen.answeringVersion ?? 0;
  if (answers < least || answers > count) yield half(`version ${answers} answers instead of ${least}`);
}

function* wholenessProblems({ sentences }: SampleDocument, seen: SeenSource): Generator<Violation> {
  const { content, chunks } = seen;
  if (content === null) return yield half("it answers and has no text");
  const missing = sentences.filter((sentence) => !content.includes(sentence)).length;
  if (missing > 0) yield half(`${missing} of ${sentences.length} sentences are not in its text`);
  const points = [...content];
  const moved = chunks.filter(({ start, end, text }) => points.slice(start, end).join("") !== text).length;
  if (moved > 0) yield { kind: "wrong_quote", says: `${moved} chunks are not what stands at their place` };
  const uncovered = sentences.filter((sentence) => !chunks.some(({ text }) => text.includes(sentence))).length;
  if (uncovered > 0) yield half(`${uncovered} of ${sentences.length} sentences are in no chunk`);
  if (seen.answeringVersion === seen.version && seen.chunkCount !== chunks.length)
    yield half(`${chunks.length} chunks instead of ${seen.chunkCount}`);
}

function countProblems({ slug, chunkCount, sourceCount, sources }: SeenExpert): readonly string[] {
  if (sources === null) return [];
  const chunks = sources.reduce((sum, source) => sum + source.chunks.length, 0);
  return [
    ...(chunks === chunkCount ? [] : [`${slug} counts ${chunkCount} chunks and has ${chunks}`]),
    ...(sources.length === sourceCount ? [] : [`${slug} counts ${sourceCount} sources and has ${sources.length}`]),
  ];
}

export function checkCounts(world: World, seen: readonly SeenExpert[]): void {
  for (const problem of seen.flatMap(countProblems)) recordViolation(world, "index_off", problem);
  for (const _ of seen) check(world, "index_off", null);
}
