/** Starts the service, puts a load on it, kills it at a random instant, starts it again and checks; many times. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../kernel/clock.ts";
import { NotObservable } from "./checks/observer.ts";
import { nextDeed } from "./load/load.ts";
import { inspect } from "./load/rest.ts";
import { type Random, seededRandom } from "./load/seeded-random.ts";
import { type ServedProcess, type Spawner, spawner } from "./load/served-process.ts";
import { type ServiceClient, serviceClient } from "./load/service-client.ts";
import { complain } from "./model/complaint.ts";
import { perform, type Surroundings } from "./model/doing.ts";
import { newWorld, type World } from "./model/world.ts";
import type { TortureReport } from "./torture-report.ts";

export interface TortureWish {
  readonly kills: number;
  readonly seed: number;
  /** Empty, and the torture's own. */
  readonly folder: string;
  /** What starts Docent, before its own arguments. */
  readonly command: readonly string[];
  /** Of the processes that are started. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Ends it early, with what it has found. */
  readonly signal: AbortSignal;
  /** Told after every kill. */
  readonly progress: (kills: number, violations: number) => void;
}

/** Requests at the same time. */
const lanes = 6;
/** Deeds of a load before its end, at most; on a slow machine it lasts longer, and is no smaller for that. */
const mostDeeds = 100;
/** Milliseconds after which a load is ended all the same. */
const longestLoad = 4000;
/** Milliseconds that a service may take to stop when it is asked to. */
const longestStop = 20_000;
/** Ends in a row that leave no time to come to rest: fewer than what makes a version count as the reason. */
const mostUnrested = 3;

const apiKey = "torture-torture-torture-torture";

type Instant = "starting" | "recovering" | "loaded" | "stopping";

interface Run {
  readonly wish: TortureWish;
  readonly world: World;
  readonly random: Random;
  readonly spawner: Spawner;
  readonly dataDir: string;
  readonly instants: Record<Instant, number>;
  readonly months: Set<string>;
  starts: number;
  stops: number;
  /** Milliseconds from a start to listening, as last seen. */
  startTakes: number;
  unrested: number;
}

export async function torture(wish: TortureWish): Promise<TortureReport> {
  const began = performance.now();
  const run = prepare(wish);
  try {
    while (killsOf(run) < wish.kills && !wish.signal.aborted) {
      await round(run);
      wish.progress(killsOf(run), run.world.violations.length);
    }
    await closing(run);
  } catch (error) {
    if (!(error instanceof NotObservable)) throw error;
    complain(run.world, "reply_off", error.message);
  } finally {
    await run.spawner.killAll();
  }
  return reportOf(run, Math.round((performance.now() - began) / 100) / 10);
}

function prepare(wish: TortureWish): Run {
  const { folder, command, env } = wish;
  const logFile = join(folder, "service.log");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    wish,
    world: newWorld(),
    random: seededRandom(wish.seed),
    dataDir: join(folder, "data"),
    spawner: spawner({ command, env: { ...env, DOCENT_API_KEY: apiKey }, logFile }),
    instants: { starting: 0, recovering: 0, loaded: 0, stopping: 0 },
    months: new Set(),
    starts: 0,
    stops: 0,
    startTakes: 500,
    unrested: 0,
  };
}

function killsOf({ instants }: Run): number {
  return Object.values(instants).reduce((sum, count) => sum + count, 0);
}

function reportOf(run: Run, seconds: number): TortureReport {
  const { wish, world, instants, starts, stops } = run;
  const { violations, checks } = world;
  const acknowledged = Object.fromEntries([...world.acknowledged].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const folder = violations.length > 0 ? wish.folder : null;
  return {
    seed: wish.seed,
    kills: killsOf(run),
    instants,
    starts,
    stops,
    acknowledged,
    checks,
    violations,
    seconds,
    folder,
  };
}

/** One start and its end, which is a kill but for some that are asked for. */
async function round(run: Run): Promise<void> {
  const { random } = run;
  const dice = random.next();
  if (dice < 0.22 && run.starts > 0 && run.unrested < mostUnrested) return hasty(run, dice < 0.12);
  const service = await started(run);
  const client = serviceClient(service.address, apiKey);
  await check(run, client);
  const around = { client, spawner: run.spawner, dataDir: run.dataDir };
  const how = dice < 0.3 ? "asked" : dice < 0.48 ? "stopping" : "loaded";
  await underLoad(run, around, (now) => endOf(run, { process: service.process, how }, now));
}

/** Killed before it is at rest again: while it starts, or while it takes up what was interrupted. */
async function hasty(run: Run, whileStarting: boolean): Promise<void> {
  const { random } = run;
  run.unrested += 1;
  if (whileStarting) {
    run.starts += 1;
    const process = await run.spawner.serve(run.dataDir);
    await Bun.sleep(random.next() * 1.1 * run.startTakes);
    await process.kill();
  } else {
    const { process } = await started(run);
    await Bun.sleep(random.next() * 60);
    await process.kill();
  }
  run.instants[whileStarting ? "starting" : "recovering"] += 1;
}

interface Started {
  readonly process: ServedProcess;
  readonly address: string;
}

async function started(run: Run): Promise<Started> {
  const began = performance.now();
  run.starts += 1;
  const process = await run.spawner.serve(run.dataDir);
  const address = await process.address;
  if (address === null) throw new NotObservable(`the service did not start: it ended with ${await process.exited}`);
  run.startTakes = performance.now() - began;
  return { process, address };
}

async function check(run: Run, client: ServiceClient): Promise<void> {
  run.unrested = 0;
  run.months.add(new Date(run.wish.clock.now()).toISOString().slice(0, 7));
  await inspect(run.world, client, [...run.months]);
}

/** The lanes do deeds until `end` says that the service is being ended; what is then under way is cut, or not. */
async function underLoad(
  { world, random }: Run,
  around: Omit<Surroundings, "ending">,
  end: (now: () => void) => Promise<void>,
): Promise<void> {
  let ending = false;
  const lane = async () => {
    while (!ending) {
      const deed = nextDeed(world, random);
      await (deed === null ? Bun.sleep(1) : perform(world, deed, { ...around, ending: () => ending }));
    }
  };
  const working = Array.from({ length: lanes }, lane);
  await end(() => {
    ending = true;
  });
  await Promise.all(working);
}

type End = "loaded" | "stopping" | "asked";

/** Lets it work for a while and ends it. @param now called at the instant itself. */
async function endOf(run: Run, { process, how }: { process: ServedProcess; how: End }, now: () => void): Promise<void> {
  const { random, instants, world } = run;
  const [enough, late] = [world.now + random.below(mostDeeds), performance.now() + longestLoad];
  while (world.now < enough && performance.now() < late) await Bun.sleep(1);
  await Bun.sleep(random.next() * 10);
  now();
  if (how === "asked") return stopped(run, process);
  if (how === "stopping") {
    process.terminate();
    await Bun.sleep(random.next() * 150);
  }
  await process.kill();
  instants[how] += 1;
}

async function stopped(run: Run, process: ServedProcess): Promise<void> {
  run.stops += 1;
  process.terminate();
  const patience = setTimeout(() => void process.kill(), longestStop);
  const code = await process.exited;
  clearTimeout(patience);
  if (code !== 0) complain(run.world, "reply_off", `asked to stop, it ended with ${code}`);
}

/** At the end all must be right after a kill, and again after a stop. */
async function closing(run: Run): Promise<void> {
  for (const last of ["stop", "kill"]) {
    const { process, address } = await started(run);
    await check(run, serviceClient(address, apiKey));
    await (last === "stop" ? stopped(run, process) : process.kill());
  }
}
