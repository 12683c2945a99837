import type { Deed } from "./deed.ts";
import type { Outcome } from "./deed-outcome.ts";
import type { ViolationKind } from "./violation.ts";
import type { World } from "./world.ts";

/** Notes a violation. The torture goes on: what follows from it may say more. */
export function complain(world: World, kind: ViolationKind, says: string): void {
  world.violations.push({ kind, says });
}

/** One check was made: `problem` says what is wrong, or null. */
export function check(world: World, kind: ViolationKind, problem: string | null): void {
  world.checks += 1;
  if (problem !== null) complain(world, kind, problem);
}

/** What a deed was answered that it must not have been: only questions may find that their expert is gone. */
export function complainOf(world: World, { kind }: Deed, outcome: Outcome<unknown>): void {
  if (outcome.type === "wrong") complain(world, "reply_off", outcome.says);
  if (outcome.type === "gone") complain(world, "lost", `${kind}: what it was to be done to was not found`);
}
