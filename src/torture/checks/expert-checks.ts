import { imbalances, noCounts, rebase } from "../model/usage-ledger.ts";
import { check, recordViolation } from "../model/violation-recording.ts";
import type { ExpertModel, World } from "../model/world.ts";
import { applyToExpert } from "./expert-replies.ts";
import { handbook, type SeenExpert, type SeenUsage } from "./observer.ts";
import { checkCounts, checkSources, settleFresh } from "./source-checks.ts";

/** Comes first, because it settles doubts about experts. */
export function checkExperts(world: World, seen: readonly SeenExpert[]): void {
  const unknown = seen.filter(({ slug }) => slug !== handbook && !world.experts.has(slug));
  for (const { slug } of unknown) recordViolation(world, "doubled", `the expert ${slug} came from nowhere`);
  checkCounts(world, seen);
  for (const expert of world.experts.values()) {
    const found = seen.find(({ slug }) => slug === expert.slug);
    settleExpert(world, expert, found);
    if (found?.sources != null && expert.exists) checkSources(world, expert, found.sources);
    else settleFresh(world, expert);
  }
}

function settleExpert(world: World, expert: ExpertModel, seen: SeenExpert | undefined): void {
  const { doubt } = expert;
  expert.doubt = null;
  const wasDone = doubt !== null && expertProblem({ ...expert, ...changedBy(doubt) }, seen) === null;
  if (doubt !== null && wasDone) applyToExpert(world, expert, doubt, seen?.id ?? "");
  const problem = expertProblem(expert, seen);
  check(world, "lost", problem === null ? null : `the expert ${expert.slug} ${problem}`);
  if (seen !== undefined) expert.id = seen.id;
}

function changedBy(doubt: NonNullable<ExpertModel["doubt"]>): Partial<ExpertModel> {
  switch (doubt.kind) {
    case "create_expert":
      return { exists: true };
    case "patch_expert":
      return { description: doubt.description };
    case "delete_expert":
      return { exists: false };
  }
}

export function expertProblem(
  { exists, id, description }: Pick<ExpertModel, "exists" | "id" | "description">,
  seen: SeenExpert | undefined,
): string | null {
  if (!exists) return seen === undefined ? null : "was deleted and is there";
  if (seen === undefined) return "is not there";
  if (id !== null && id !== seen.id) return `was ${id} and is ${seen.id}`;
  return description === seen.description ? null : `says "${seen.description}" instead of "${description}"`;
}

export function checkUsage(world: World, { counts, storage }: SeenUsage, seen: readonly SeenExpert[]): void {
  for (const { id, slug, ledger } of world.experts.values()) {
    const found = (id === null ? undefined : counts.get(id)) ?? noCounts;
    for (const problem of imbalances(ledger, found)) recordViolation(world, "usage_off", `${slug}: ${problem}`);
    world.checks += 1;
    rebase(ledger, found);
  }
  const held = {
    experts: seen.length,
    sources: seen.reduce((sum, { sourceCount }) => sum + sourceCount, 0),
    chunks: seen.reduce((sum, { chunkCount }) => sum + chunkCount, 0),
  };
  const said = JSON.stringify(storage);
  check(world, "usage_off", said === JSON.stringify(held) ? null : `${said} is stored, not ${JSON.stringify(held)}`);
}

const mostRevoked = 9;

export function checkKeys(world: World, accepted: ReadonlyMap<string, boolean>): void {
  for (const [at, key] of world.keys.entries()) {
    const works = accepted.get(key.id) === true;
    if (key.state === "doubtful") world.keys[at] = { ...key, state: works ? "active" : "revoked" };
    const problem = works ? "was revoked and works" : "was made and does not work";
    const isWrong = key.state !== "doubtful" && works !== (key.state === "active");
    check(world, "key_off", isWrong ? `${key.id} ${problem}` : null);
  }
  const revoked = world.keys.filter(({ state }) => state === "revoked").slice(-mostRevoked);
  const others = world.keys.filter(({ state }) => state !== "revoked");
  world.keys.splice(0, world.keys.length, ...revoked, ...others);
}
