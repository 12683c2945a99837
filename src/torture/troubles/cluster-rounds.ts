/** Load through random nodes, with kills, pauses and broken connections; then all are compared with the model. */
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { inspect } from "../load/inspection.ts";
import { keysOverHttp } from "../load/key-management.ts";
import { nextOperation } from "../load/next-operation.ts";
import { seededRandom } from "../load/seeded-random.ts";
import { spawner } from "../load/served-process.ts";
import { runOperation } from "../model/operation-running.ts";
import { recordViolation } from "../model/violation-recording.ts";
import { newWorld } from "../model/world.ts";
import type { TortureReport } from "../torture-report.ts";
import { apiKey, monthsUntilNow, observed, type RunOptions, reportOn, underLoad } from "../torture-run.ts";
import { openClusterDatabase } from "./cluster-database.ts";
import { type ClusterEvent, eventAt } from "./cluster-events.ts";
import { type ClusterNode, clusterNodes, throughAll } from "./cluster-nodes.ts";
import { databasePutBack, filesAway } from "./files-troubles.ts";

export interface ClusterTorture extends RunOptions {
  readonly pauses: number;
  /** Like DOCENT_DATABASE; must be empty. */
  readonly database: string;
}

const nodeCount = 3;
const mostOperations = 40;
const longestWait = 3000;
/** Milliseconds, below and above a lease. */
const shortPause = 3000;
const longPause = 65_000;
/** Milliseconds in which replies may break off. */
const reconnecting = 2000;
/** A version fails after more interruptions. */
const mostEvents = 3;

const undisturbed = {
  "dropped connections": 0,
  pauses: 0,
  "long pauses": 0,
  "ended leases": 0,
  "held encodings": 0,
  "files away": 0,
  "databases put back": 0,
  stops: 0,
};

type ClusterRun = ReturnType<typeof prepare>;

export async function tortureCluster(options: ClusterTorture): Promise<TortureReport> {
  const began = performance.now();
  const run = prepare(options);
  try {
    if (!(await run.database.isEmpty())) throw new Error("The database is not empty. Name one that has no tables.");
    await observed(run.world, async () => {
      await Promise.all(run.nodes.all.map((node) => started(run, node)));
      while (!isDone(run) && !options.signal.aborted) {
        await period(run);
        options.progress(killsOf(run), run.world.violations);
      }
      await putBack(run);
      await closing(run);
    });
  } finally {
    await run.spawner.killAll();
    await run.database.close();
  }
  const { kills, disturbances, starts } = run;
  const { stops } = disturbances;
  const lateReplies = run.nodes.all.reduce((sum, node) => sum + node.lateReplies, 0);
  return {
    ...reportOn(run.world, options, began),
    kills: killsOf(run),
    instants: kills,
    starts,
    stops,
    disturbances: { ...disturbances, "late replies": lateReplies },
    troubles: [],
  };
}

function prepare(options: ClusterTorture) {
  const { folder, command } = options;
  const files = join(folder, "files");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const env = {
    ...options.env,
    DOCENT_API_KEY: apiKey,
    DOCENT_DATABASE: options.database,
    DOCENT_FILES: files,
  };
  const started = spawner({ command, env, logFile: join(folder, "service.log") });
  return {
    options,
    world: newWorld(),
    random: seededRandom(options.seed),
    spawner: started,
    nodes: clusterNodes({ spawner: started, folder, apiKey, count: nodeCount }),
    database: openClusterDatabase(options.database),
    months: new Set<string>(),
    kills: { loaded: 0, starting: 0 },
    disturbances: { ...undisturbed },
    files,
    starts: 0,
    troubles: 0,
  };
}

const killsOf = ({ kills }: ClusterRun) => kills.loaded + kills.starting;
const isDone = (run: ClusterRun) => killsOf(run) >= run.options.kills && !isPauseDue(run);

async function started(run: ClusterRun, node: ClusterNode): Promise<void> {
  run.starts += 1;
  await run.nodes.start(node);
}

async function period(run: ClusterRun): Promise<void> {
  const operate = async () => {
    const up = run.nodes.up();
    const operation = up.length === 0 ? null : nextOperation(run.world, run.random);
    if (operation === null) await Bun.sleep(1);
    else await runOperation(run.world, operation, contextOf(run, run.random.pick(up)));
  };
  await underLoad(operate, async () => {
    const events = 1 + run.random.below(mostEvents);
    for (let i = 0; i < events && !isDone(run); i++) {
      await working(run);
      await happen(run);
    }
    await working(run);
  });
  await compared(run);
}

async function compared(run: ClusterRun): Promise<void> {
  await atRest(run);
  // A killed node's documents are then taken over at once, not after a minute.
  await run.database.endLeases();
  const all = throughAll(run.nodes);
  await inspect(run.world, all, monthsUntilNow(run.months, run.options.clock), all.last);
  await run.database.holdEncoding(false);
}

/** From here on no request takes effect. A paused node would go on with requests whose clients have left. */
async function atRest(run: ClusterRun): Promise<void> {
  for (const node of run.nodes.all.filter(({ owesAnswers }) => owesAnswers)) await restarted(run, node);
  await run.database.settled();
}

function contextOf(run: ClusterRun, node: ClusterNode) {
  const client = node.client ?? throughAll(run.nodes);
  const before = node.disturbances;
  const isTroubled = run.troubles > 0;
  const through = `${basename(node.dataDir)}, asked at ${new Date(run.options.clock.now()).toISOString()}`;
  const ending = () => isTroubled || run.troubles > 0 || node.disturbances !== before;
  return { client, keys: keysOverHttp(client), ending, through };
}

async function working({ world, random }: ClusterRun): Promise<void> {
  const [enough, late] = [world.now + random.below(mostOperations), performance.now() + longestWait];
  while (world.now < enough && performance.now() < late) await Bun.sleep(1);
}

function isPauseDue(run: ClusterRun): boolean {
  const { options, disturbances } = run;
  const done = disturbances["long pauses"];
  return done < options.pauses && killsOf(run) >= (options.kills * (done + 0.5)) / options.pauses;
}

async function happen(run: ClusterRun): Promise<void> {
  const { random } = run;
  if (isPauseDue(run)) return pausing(run, "long pauses", longPause);
  await events[eventAt(random.next())](run);
}

const events: Readonly<Record<ClusterEvent, (run: ClusterRun) => Promise<void>>> = {
  kill: (run) => killed(run, [run.random.pick(run.nodes.up())]),
  kill_two: (run) => killed(run, run.nodes.up().slice(1)),
  kill_starting: async (run) => {
    const node = run.random.pick(run.nodes.up());
    await run.nodes.kill(node);
    run.kills.loaded += 1;
    const starting = started(run, node);
    await Bun.sleep(run.random.next() * 1000);
    if (node.client === null) run.kills.starting += 1;
    else run.kills.loaded += 1;
    await run.nodes.kill(node);
    await starting;
    await started(run, node);
  },
  drop: (run) =>
    troubled(run, async () => {
      run.disturbances["dropped connections"] += await run.database.dropConnections();
      await Bun.sleep(reconnecting);
    }),
  pause: (run) => pausing(run, "pauses", run.random.next() * shortPause),
  end_leases: async (run) => {
    await run.database.endLeases();
    run.disturbances["ended leases"] += 1;
  },
  // Released after the comparison, because new documents compete with encoding.
  hold_encoding: async (run) => {
    await run.database.holdEncoding(true);
    run.disturbances["held encodings"] += 1;
  },
  files_away: (run) =>
    troubled(run, async () => {
      await filesAway(run, () => working(run));
      run.disturbances["files away"] += 1;
    }),
  stop: (run) => restarted(run, run.random.pick(run.nodes.up())),
};

async function restarted(run: ClusterRun, node: ClusterNode): Promise<void> {
  await stopped(run, node);
  run.disturbances.stops += 1;
  await started(run, node);
}

async function stopped(run: ClusterRun, node: ClusterNode): Promise<void> {
  const code = await run.nodes.stop(node);
  if (code !== 0) recordViolation(run.world, "reply_off", `asked to stop, a node ended with ${code}`);
}

async function killed(run: ClusterRun, nodes: readonly ClusterNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => run.nodes.kill(node)));
  run.kills.loaded += nodes.length;
  await Bun.sleep(run.random.next() * 300);
  await Promise.all(nodes.map((node) => started(run, node)));
}

/** Locks of a paused node stay until the database drops it. */
function pausing(run: ClusterRun, kind: "pauses" | "long pauses", milliseconds: number): Promise<void> {
  run.disturbances[kind] += 1;
  return troubled(run, () => run.nodes.pause(run.random.pick(run.nodes.up()), milliseconds));
}

async function troubled(run: ClusterRun, trouble: () => Promise<void>): Promise<void> {
  run.troubles += 1;
  try {
    await trouble();
  } finally {
    run.troubles -= 1;
  }
}

async function putBack(run: ClusterRun): Promise<void> {
  if (run.options.signal.aborted) return;
  const start = (node: ClusterNode) => started(run, node);
  const stop = (node: ClusterNode) => stopped(run, node);
  if (!(await databasePutBack({ ...run, start, stop, period: () => period(run) }))) return;
  run.disturbances["databases put back"] += 1;
  await compared(run);
}

/** Stops all nodes in order; then one shows everything. */
async function closing(run: ClusterRun): Promise<void> {
  for (const node of run.nodes.all) await stopped(run, node);
  const [first] = run.nodes.all;
  if (first === undefined) return;
  await started(run, first);
  await compared(run);
  await run.nodes.kill(first);
}
