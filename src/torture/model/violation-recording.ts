import type { LoadOperation } from "./load-operation.ts";
import type { OperationOutcome } from "./operation-outcome.ts";
import type { ViolationKind, World } from "./world.ts";

/** The run goes on, because later checks may tell more. */
export function recordViolation(world: World, kind: ViolationKind, says: string): void {
  world.violations.push({ kind, says });
}

export function check(world: World, kind: ViolationKind, problem: string | null): void {
  world.checks += 1;
  if (problem !== null) recordViolation(world, kind, problem);
}

/** Only questions may find that their expert is gone. */
export function recordWrongOutcome(world: World, { kind }: LoadOperation, outcome: OperationOutcome<unknown>): void {
  if (outcome.type === "wrong") recordViolation(world, "reply_off", outcome.says);
  if (outcome.type === "gone") recordViolation(world, "lost", `${kind}: what it was to be done to was not found`);
}

export function noting({ violations }: World, where: string | undefined, work: () => void): void {
  const before = violations.length;
  work();
  if (where === undefined) return;
  const noted = violations.slice(before).map(({ kind, says }) => ({ kind, says: `${says} (${where})` }));
  violations.splice(before, noted.length, ...noted);
}
