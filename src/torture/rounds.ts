import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { NotObservable } from "./checks/observer.ts";
import { inspect } from "./load/inspection.ts";
import { keysByCommand } from "./load/key-management.ts";
import { readingLarge } from "./load/large-reading.ts";
import { nextOperation } from "./load/next-operation.ts";
import { seededRandom } from "./load/seeded-random.ts";
import { type ServedProcess, spawner } from "./load/served-process.ts";
import { type ServiceClient, serviceClient } from "./load/service-client.ts";
import { runOperation } from "./model/operation-running.ts";
import { recordViolation } from "./model/violation-recording.ts";
import { newWorld } from "./model/world.ts";
import type { TortureReport } from "./torture-report.ts";
import { apiKey, monthsUntilNow, observed, type RunOptions, reportOn, underLoad } from "./torture-run.ts";
import { sufferFolderTroubles } from "./troubles/kept-folder-troubles.ts";
import { sufferTroubles, type TroubleOutcome } from "./troubles/trouble-rounds.ts";

export interface TortureOptions extends RunOptions {
  readonly at: Instant | null;
  readonly troubles: ((name: string) => boolean) | null;
}

/** Reached also on slow machines. */
const mostOperations = 100;
const longestLoad = 4000;
const longestStop = 120_000;
/** A version fails after more interruptions. */
const mostUnrested = 3;

type Instant = "starting" | "recovering" | "loaded" | "reading" | "stopping";

type TortureRun = ReturnType<typeof prepare>;

export async function torture(options: TortureOptions): Promise<TortureReport> {
  const began = performance.now();
  const run = prepare(options);
  try {
    await observed(run.world, async () => {
      while (killsOf(run) < options.kills && !options.signal.aborted) {
        await round(run);
        options.progress(killsOf(run), run.world.violations);
      }
      await closing(run);
      await troubled(run);
    });
  } finally {
    await run.spawner.killAll();
  }
  const { instants, starts, stops, outcomes } = run;
  const { lateReplies } = run.world;
  const troubles = outcomes.map(({ trouble, advice, named }) => ({ trouble, advice, named }));
  const disturbances = lateReplies > 0 ? { disturbances: { "late replies": lateReplies } } : {};
  return {
    ...reportOn(run.world, options, began),
    ...disturbances,
    kills: killsOf(run),
    instants,
    starts,
    stops,
    troubles,
  };
}

function prepare(options: TortureOptions) {
  const { folder, command, env } = options;
  const logFile = join(folder, "service.log");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    options,
    world: newWorld(),
    random: seededRandom(options.seed),
    dataDir: join(folder, "data"),
    spawner: spawner({ command, env: { ...env, DOCENT_API_KEY: apiKey }, logFile }),
    instants: { starting: 0, recovering: 0, loaded: 0, reading: 0, stopping: 0 },
    months: new Set<string>(),
    starts: 0,
    stops: 0,
    startTakes: 500,
    unrested: 0,
    outcomes: [] as readonly TroubleOutcome[],
  };
}

function killsOf({ instants }: TortureRun): number {
  return Object.values(instants).reduce((sum, count) => sum + count, 0);
}

async function round(run: TortureRun): Promise<void> {
  const how = nextEnd(run);
  if (how === "starting" || how === "recovering") return hasty(run, how === "starting");
  await loaded(run, how);
}

function nextEnd({ random, options: { at }, starts, unrested }: TortureRun): Instant | "asked" {
  const dice = random.next();
  const wanted = at ?? shares.find(([until]) => dice < until)?.[1] ?? "loaded";
  const isHasty = wanted === "starting" || wanted === "recovering";
  return isHasty && (starts === 0 || unrested >= mostUnrested) ? "asked" : wanted;
}

const shares: readonly (readonly [until: number, end: Instant | "asked"])[] = [
  [0.12, "starting"],
  [0.22, "recovering"],
  [0.3, "asked"],
  [0.45, "stopping"],
  [0.6, "reading"],
];

async function loaded(run: TortureRun, how: End): Promise<void> {
  const service = await started(run);
  const client = serviceClient(service.address, apiKey);
  await check(run, client);
  const context = { client, keys: keysByCommand(run.spawner, run.dataDir) };
  const operate = async (ending: () => boolean) => {
    const operation = nextOperation(run.world, run.random);
    if (operation === null) await Bun.sleep(1);
    else await runOperation(run.world, operation, { ...context, ending });
  };
  await underLoad(operate, async (end) => {
    const isReading = how === "reading" && (await readingLarge(run, context));
    await endOf(run, service.process, isReading || how !== "reading" ? how : "loaded", end);
  });
}

async function hasty(run: TortureRun, whileStarting: boolean): Promise<void> {
  const { random } = run;
  run.unrested += 1;
  if (whileStarting) {
    run.starts += 1;
    const process = run.spawner.serve(run.dataDir);
    await Bun.sleep(random.next() * 1.1 * run.startTakes);
    await process.kill();
  } else {
    const { process } = await started(run);
    await Bun.sleep(random.next() * 60);
    await process.kill();
  }
  run.instants[whileStarting ? "starting" : "recovering"] += 1;
}

async function started(run: TortureRun) {
  const began = performance.now();
  run.starts += 1;
  const process = run.spawner.serve(run.dataDir);
  const address = await process.address;
  if (address === null) throw new NotObservable(`the service did not start: it ended with ${await process.exited}`);
  run.startTakes = performance.now() - began;
  return { process, address };
}

async function check(run: TortureRun, client: ServiceClient): Promise<void> {
  run.unrested = 0;
  await inspect(run.world, client, monthsUntilNow(run.months, run.options.clock));
}

type End = "loaded" | "reading" | "stopping" | "asked";

async function endOf(run: TortureRun, process: ServedProcess, how: End, now: () => void): Promise<void> {
  const { random, instants, world } = run;
  const [enough, late] = [world.now + random.below(mostOperations), performance.now() + longestLoad];
  while (how !== "reading" && world.now < enough && performance.now() < late) await Bun.sleep(1);
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

async function stopped(run: TortureRun, process: ServedProcess): Promise<void> {
  run.stops += 1;
  const code = await process.stop(longestStop);
  if (code !== 0) recordViolation(run.world, "reply_off", `asked to stop, it ended with ${code}`);
}

async function closing(run: TortureRun): Promise<void> {
  await atRest(run);
  const { process, address } = await started(run);
  await check(run, serviceClient(address, apiKey));
  await process.kill();
}

/** On copies of the folder, after a clean stop. */
async function troubled(run: TortureRun): Promise<void> {
  const { options, world, dataDir, random } = run;
  if (options.troubles === null || options.signal.aborted) return;
  await loaded(run, "asked");
  await atRest(run);
  const olderDatabase = join(options.folder, "older.db");
  copyFileSync(join(dataDir, "docent.db"), olderDatabase);
  await loaded(run, "asked");
  await atRest(run);
  const { folder, command, env, signal } = options;
  const suffering = {
    dataDir,
    olderDatabase,
    folder,
    command,
    env,
    apiKey,
    random,
    signal,
    wants: options.troubles,
    progress: ({ trouble, silent }: TroubleOutcome) => {
      world.checks += 1;
      for (const says of silent) recordViolation(world, "lost", `${trouble}: ${says}`);
      options.progress(killsOf(run), world.violations);
    },
  };
  run.outcomes = [...(await sufferTroubles(suffering)), ...(await sufferFolderTroubles(suffering))];
}

async function atRest(run: TortureRun): Promise<void> {
  const { process, address } = await started(run);
  await check(run, serviceClient(address, apiKey));
  await stopped(run, process);
}
