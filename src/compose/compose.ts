/** The only place that builds things: a Config in, a service that can be started and stopped out. */

import { internalKey } from "../accounting/usage-entry.ts";
import type { Reader } from "../answering/evidence/evidence.ts";
import { buildInfo } from "../build-info.ts";
import type { Config, LiveConfig } from "../config/load-config.ts";
import { hasVectors } from "../engine/linear-memory.ts";
import { type AppObservers, createApp, type ServedApi } from "../http/app.ts";
import { handbookPages } from "../http/description/handbook-pages.ts";
import { newServiceState } from "../http/edge/service-state.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { sortableIds } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { addressGuard } from "../providers/address-guard.ts";
import { webhookSender } from "../providers/webhook-sender.ts";
import { createRunner, type RunnerParts } from "../runner/runner.ts";
import { existingSchema } from "../store/sqlite/folder/data-folder.ts";
import { webhookJob } from "../webhooks/webhook-job.ts";
import { createWebhookService } from "../webhooks/webhook-service.ts";
import { type Accounting, composeAccounting, composeGates, composeLimits } from "./accounting.ts";
import { composeAccounts, type RandomBytes, systemRandom } from "./accounts.ts";
import { type BuiltInSense, builtInSense } from "./built-in-sense.ts";
import { openLocalDatabase } from "./database/local-database.ts";
import type { OpenedDatabase } from "./database/opened-database.ts";
import type { Foundation } from "./foundation.ts";
import { abilitiesOf, composeTools, reachOf } from "./http-side.ts";
import { composeKeptFolders, type KeptFolders } from "./kept-folders.ts";
import { composeKnowledge, composeModels, type Knowledge } from "./knowledge.ts";
import { composeMeasuring, type Measuring } from "./measuring.ts";
import { type ComposedBackups, composeBackups } from "./scheduled-backups.ts";
import type { Stores } from "./stores.ts";
import { composeSystemReport, type ToldByCaller } from "./system-report.ts";

export interface ComposeOptions extends ToldByCaller {
  readonly log: Log;
  readonly clock?: Clock;
  readonly random?: RandomBytes;
  /** Read at each use, because settings may change while the service runs. */
  readonly live?: () => LiveConfig;
  readonly time?: Omit<RunnerParts, "log">;
  readonly adaptStores?: (stores: Stores) => Stores;
  readonly sense?: BuiltInSense;
  readonly reader?: Reader;
}

export async function openService(config: Config, options: ComposeOptions): Promise<Docent> {
  if (!hasVectors()) throw oldProcessor();
  const opened =
    config.shared === null ? openLocalDatabase(config, options) : await openShared(config, config.shared, options.log);
  try {
    return compose(config, options, opened);
  } catch (error) {
    await opened.release();
    throw error;
  }
}

/** Locks the data folder and reads what is queued. Null: no database. @throws DataDirError; Fault `invalid_parameter` */
export async function openOwnService(config: Config, { log, workspace: name }: { log: Log; workspace: string }) {
  if (config.shared === null && existingSchema(config.dataDir) === null) return null;
  // Threads would not pay off for so few questions.
  const docent = await openService({ ...config, answerThreads: 0 }, { log });
  const workspace = await docent.workspaces.byName(name);
  if (workspace === null) {
    await docent.close();
    throw new Fault("invalid_parameter", `There is no workspace "${name}" in ${config.dataDir}.`);
  }
  docent.begin();
  const access = { keyId: internalKey, workspaceId: workspace.id, scopes: ["admin"], expertIds: null } as const;
  return { fetch: docent.fetchAs(access), close: () => docent.close() };
}

function oldProcessor(): Fault {
  return new Fault("not_ready", "Docent needs a processor with AVX (from 2011 on), and this one has none.");
}

/** The client of PostgreSQL and its tables take 10 ms to load, which a start without them does not spend. */
async function openShared(...settings: Parameters<OpenSharedDatabase>): ReturnType<OpenSharedDatabase> {
  return (await import("./database/shared-database.ts")).openSharedDatabase(...settings);
}

type OpenSharedDatabase = typeof import("./database/shared-database.ts")["openSharedDatabase"];

export type Docent = ReturnType<typeof compose>;

function compose(config: Config, options: ComposeOptions, opened: OpenedDatabase) {
  const sense = config.sense ? (options.sense ?? builtInSense()) : null;
  const measuring = composeMeasuring();
  const foundation = foundationOf(config, options, { ...opened, meters: measuring.meters });
  const { clock, facts, log, runner, state } = foundation;
  const gates = composeGates(foundation);
  const models = composeModels(foundation, sense, options.reader);
  const accounting = composeAccounting(foundation, gates, models.threads);
  const knowledge = composeKnowledge(foundation, accounting, sense, models);
  const services = { ...composeAccounts(foundation), ...accounting, ...knowledge, ...composeWebhooks(foundation) };
  const limits = composeLimits(foundation, accounting.quotas, gates);
  const composed = composeBackups(foundation);
  const backups = composed?.schedule ?? null;
  runner.add(facts.upkeep);
  const folders = composeKeptFolders(config, { ...services, clock, log, runner });
  measuring.observe({ ...knowledge, facts, backups, gates, runner });
  return {
    ...services,
    ...composeApp(foundation, options, { services, limits, backups: composed, folders, measuring, sense }),
    state,
    backups,
    clock,
    exclusive: foundation.stores.exclusive,
    database: facts,
    runner,
    /** Requeues versions that a crash interrupted, and starts reading. */
    begin: () => {
      runner.start();
      folders.begin();
      state.phase = "ready";
    },
    close: async () => {
      backups?.stop();
      await folders.begun();
      await runner.stop();
      await knowledge.close();
      await opened.release();
    },
  };
}

interface ServedParts {
  readonly services: ReturnType<typeof composeAccounts> & Accounting & Knowledge & ReturnType<typeof composeWebhooks>;
  readonly limits: ReturnType<typeof composeLimits>;
  readonly backups: ComposedBackups | null;
  readonly folders: KeptFolders;
  readonly measuring: Measuring;
  readonly sense: BuiltInSense | null;
}

function composeApp(
  foundation: Foundation,
  options: ComposeOptions,
  { services, limits, backups, folders, measuring, sense }: ServedParts,
): ServedApi {
  const { config, stores, facts, live, clock, ids, log, runner, state } = foundation;
  const { keepers } = stores;
  const reported = { backups: backups?.reported ?? null, folders: folders.report, held: keepers.waiting };
  const backupTrouble = () => backups?.schedule.trouble ?? null;
  return createApp({
    services,
    limits,
    observers: observersOf(foundation, measuring),
    reach: reachOf(config, live),
    readiness: { state, trouble: facts.trouble, backupTrouble, held: services.keeping.waiting },
    abilities: abilitiesOf(config, services.embedder, sense),
    system: composeSystemReport(services, { ...services, jobs: runner.report }, facts, options, reported),
    answerAgent: composeTools(log),
    handbook: handbookPages,
    clock,
    ids,
  });
}

function foundationOf(
  config: Config,
  options: ComposeOptions,
  { stores, files, shared, facts, meters }: OpenedDatabase & Pick<Foundation, "meters">,
): Foundation {
  const { log, clock = systemClock, random = systemRandom, live = () => config.live } = options;
  return {
    files,
    shared,
    facts,
    meters,
    config,
    live,
    stores: options.adaptStores?.(stores) ?? stores,
    clock,
    random,
    ids: sortableIds(clock, random),
    log,
    runner: createRunner({ log, ...options.time }),
    state: newServiceState(),
  };
}

const notShared = { requestCame: () => undefined, requestGoesOn: () => undefined };

function observersOf({ log, live, stores }: Foundation, { meters, expose }: Measuring): AppObservers {
  const { requestCame, requestGoesOn } = stores.local ?? notShared;
  const metrics = { expose, access: () => live().metrics };
  return { log, requestCame, requestGoesOn, meter: meters.request, metrics };
}

function composeWebhooks({ config, stores, clock, random, ids, log, runner }: Foundation) {
  const store = stores.webhooks;
  const agent = `docent/${buildInfo.version}`;
  const sender = config.offline ? null : webhookSender(addressGuard(config.allowPrivateUrls), agent);
  if (sender !== null) runner.add(webhookJob({ store, sender, clock, log }));
  return { webhooks: createWebhookService({ store, sender, clock, ids, random }) };
}
