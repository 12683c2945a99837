import { answered, chargeLateSearch, checkAnswer, isLate } from "../checks/answer-replies.ts";
import { checkExperts, checkKeys, checkUsage } from "../checks/expert-checks.ts";
import {
  type AnsweredQuestion,
  checkProbe,
  checkQuote,
  type Probe,
  probesOf,
  questionsAbout,
} from "../checks/index-checks.ts";
import { createObserver, type Observer, type SeenExpert } from "../checks/observer.ts";
import type { OperationOutcome } from "../model/operation-outcome.ts";
import { startOperation } from "../model/started-operation.ts";
import { charge, exactly } from "../model/usage-ledger.ts";
import { noting, recordViolation } from "../model/violation-recording.ts";
import { expertOf, type World } from "../model/world.ts";
import { ask } from "./asking-requests.ts";
import { search } from "./operation-requests.ts";
import type { ServiceClient } from "./service-client.ts";

/** @param months `YYYY-MM` of the run */
export async function inspect(
  world: World,
  client: ServiceClient,
  months: readonly string[],
  through?: () => string,
): Promise<void> {
  const observer = createObserver(client);
  const seen = await observer.experts();
  checkExperts(world, seen);
  for (const probe of probesOf(world, seen)) await runProbe(world, client, probe, through);
  for (const question of questionsAbout(world, seen)) await askAbout(world, client, question, through);
  await compareQuotes(world, observer, seen);
  const accepted = await Promise.all(
    world.keys.map(async ({ id, secret }) => [id, await observer.accepts(secret)] as const),
  );
  checkKeys(world, new Map(accepted));
  checkUsage(world, await observer.usage(months), seen);
  world.justRetired = [];
}

type Through = (() => string) | undefined;

async function runProbe(world: World, client: ServiceClient, probe: Probe, through: Through): Promise<void> {
  const outcome = await repeated(
    () => search(client, probe),
    (late) => chargeLateSearch(world, probe.expert, late),
  );
  if (outcome.type !== "done")
    return recordViolation(world, "reply_off", `a search for ${probe.says} was not answered`);
  const { promptTokens, passages } = outcome.value;
  charge(expertOf(world, probe.expert).ledger, { query: exactly(1), prompt: exactly(promptTokens) });
  noting(world, through?.(), () => checkProbe(world, probe, passages));
}

async function askAbout(
  world: World,
  client: ServiceClient,
  { operation, token }: AnsweredQuestion,
  through: Through,
): Promise<void> {
  const started = startOperation(world, operation);
  const outcome = await repeated(
    () => ask(client, operation),
    (late) => answered(world, started, late),
  );
  noting(world, through?.(), () => {
    answered(world, started, outcome);
    if (outcome.type === "done") checkAnswer(world, { expert: operation.expert, token }, outcome.value);
    else recordViolation(world, "reply_off", `"${operation.question}" was not answered`);
  });
}

const mostRepeated = 10;

async function repeated<T>(
  send: () => Promise<OperationOutcome<T>>,
  onLate: (outcome: OperationOutcome<T>) => void,
): Promise<OperationOutcome<T>> {
  for (let times = 1; ; times++) {
    const outcome = await send();
    if (!isLate(outcome) || times === mostRepeated) return outcome;
    onLate(outcome);
  }
}

async function compareQuotes(world: World, observer: Observer, seen: readonly SeenExpert[]): Promise<void> {
  const there = new Set(seen.map(({ slug }) => slug));
  for (const cited of world.quotes.filter(({ expert }) => there.has(expert))) {
    checkQuote(world, cited, await observer.content(cited));
  }
  world.quotes = [];
}
