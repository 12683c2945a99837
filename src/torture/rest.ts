/** Looks at everything while nothing is under way, and compares it with the model. */
import { complain } from "./complaint.ts";
import { peek } from "./deed-requests.ts";
import { checkExperts, checkKeys, checkUsage } from "./expert-checks.ts";
import { checkProbe, checkQuote, type Probe, probesOf } from "./index-checks.ts";
import type { SeenExpert } from "./observation.ts";
import { type Observer, observer } from "./observer.ts";
import type { ServiceClient } from "./service-client.ts";
import { exactly } from "./span.ts";
import { charge } from "./usage-ledger.ts";
import { expertOf, type World } from "./world.ts";

/** @param months in which the torture ran, `YYYY-MM`: usage is reported by month. */
export async function inspect(world: World, client: ServiceClient, months: readonly string[]): Promise<void> {
  const eyes = observer(client);
  const seen = await eyes.experts();
  checkExperts(world, seen);
  for (const probe of probesOf(world, seen)) await search(world, client, probe);
  await compareQuotes(world, eyes, seen);
  const accepted = await Promise.all(
    world.keys.map(async ({ id, secret }) => [id, await eyes.accepts(secret)] as const),
  );
  checkKeys(world, new Map(accepted));
  checkUsage(world, await eyes.usage(months), seen);
  world.justRetired = [];
}

async function search(world: World, client: ServiceClient, probe: Probe): Promise<void> {
  const outcome = await peek(client, probe);
  if (outcome.type !== "done") return complain(world, "reply_off", `a search for ${probe.says} was not answered`);
  const { promptTokens, passages } = outcome.value;
  charge(expertOf(world, probe.expert).ledger, { query: exactly(1), prompt: exactly(promptTokens) });
  checkProbe(world, probe, passages);
}

async function compareQuotes(world: World, eyes: Observer, seen: readonly SeenExpert[]): Promise<void> {
  const there = new Set(seen.map(({ slug }) => slug));
  for (const cited of world.quotes.filter(({ expert }) => there.has(expert))) {
    checkQuote(world, cited, await eyes.content(cited));
  }
  world.quotes = [];
}
