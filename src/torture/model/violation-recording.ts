import type { Operation } from "./load-operation.ts";
import type { OperationOutcome } from "./operation-outcome.ts";
import type { ViolationKind } from "./violation.ts";
import type { World } from "./world.ts";

/** Notes a violation. The torture goes on: what follows from it may say more. */
export function recordViolation(world: World, kind: ViolationKind, says: string): void {
  world.violations.push({ kind, says });
}

/** One check was made: `problem` says what is wrong, or null. */
export function check(world: World, kind: ViolationKind, problem: string | null): void {
  world.checks += 1;
  if (problem !== null) recordViolation(world, kind, problem);
}

/** What an operation was answered that it must not have been: only questions may find that their expert is gone. */
export function recordWrongOutcome(world: World, { kind }: Operation, outcome: OperationOutcome<unknown>): void {
  if (outcome.type === "wrong") recordViolation(world, "reply_off", outcome.says);
  if (outcome.type === "gone") recordViolation(world, "lost", `${kind}: what it was to be done to was not found`);
}
