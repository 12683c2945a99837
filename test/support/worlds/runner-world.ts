/** Services whose background jobs can be stopped at a call of a store, killed there, and continued by another process. */
import { Database } from "bun:sqlite";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { SQL } from "bun";
import type { BuiltInSense } from "../../../src/compose/built-in-sense.ts";
import type { Stores } from "../../../src/compose/stores.ts";
import { pauseUnlessStopped } from "../../../src/kernel/pause.ts";
import { realTimer } from "../../../src/kernel/timer.ts";
import type { KindReport } from "../../../src/runner/job-kind.ts";
import type { RunnerParts } from "../../../src/runner/runner.ts";
import { openClusterDatabase } from "../../../src/torture/troubles/cluster-database.ts";
import { fakeSenseEncoder, fakeSenseModel } from "../fakes/fake-sense.ts";
import { clockAt, startOfTime, startService, type TestService } from "../service.ts";
import { postgresUrl } from "./postgres-world.ts";

/** A method of a store that the work of a kind calls. */
export type HeldCall = readonly [store: keyof Stores, method: string];

const toClose: (() => unknown)[] = [];

export async function closeRunnerWorlds(): Promise<void> {
  for (const close of toClose.splice(0).reverse()) await close();
}

export function newFolder(name: string): string {
  const made = mkdtempSync(join(tmpdir(), `docent-${name}-`));
  toClose.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Where a service keeps its rows, and what another process on the same data starts with. */
interface Place {
  /** Whether another process works on the same rows, so that one that was killed must not. */
  readonly isShared: boolean;
  readonly settings: Readonly<Record<string, string>>;
  /** Runs a query on the database. */
  count(table: string, dataDir: string): Promise<number>;
  /** What a process that was killed leaves: its folder, with its leases over. */
  left(dataDir: string): Promise<string>;
}

export type OpenPlace = () => Place;

export const inSqlite: OpenPlace = () => ({
  isShared: false,
  settings: {},
  count: async (table, dataDir) => {
    const database = new Database(join(dataDir, "docent.db"), { readonly: true });
    const row = database.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get();
    database.close();
    return row?.n ?? 0;
  },
  left: async (dataDir) => {
    const folder = newFolder("left");
    // The index of the log is shared memory, which goes with the process.
    cpSync(dataDir, folder, { recursive: true, filter: (from) => basename(from) !== "docent.db-shm" });
    return folder;
  },
});

export const inPostgres: OpenPlace = () => {
  const url = `${postgresUrl}?schema=runner_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  const schema = new URL(url).searchParams.get("schema");
  return {
    isShared: true,
    settings: { DOCENT_DATABASE: url, DOCENT_FILES: newFolder("files") },
    count: async (table) => {
      const sql = new SQL({ url: postgresUrl ?? "", max: 1 });
      const [row] = await sql.unsafe<{ n: number }[]>(`SELECT count(*)::int AS n FROM "${schema}"."${table}"`);
      await sql.close();
      return row?.n ?? 0;
    },
    left: async () => {
      const database = openClusterDatabase(url);
      await database.settled();
      await database.endLeases();
      await database.close();
      return newFolder("node");
    },
  };
};

/** Milliseconds of the shortest pause that is there for others: documents and questions. */
const pauseForOthers = 25;

/** Stops calls of one method of one store. */
function gate([store, method]: HeldCall) {
  let isShut = false;
  let isCut = false;
  const waiting: (() => Promise<unknown>)[] = [];
  const calls: unknown[][] = [];
  const whenLetGo = <T>(call: () => T): Promise<Awaited<T>> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const result = promise.then(call);
    waiting.push(() => {
      resolve();
      return result;
    });
    return result as Promise<Awaited<T>>;
  };
  const held = <Port extends object>(port: Port, isHeld: (name: string | symbol) => boolean): Port =>
    new Proxy(port, {
      get: (target, name, receiver) => {
        const found: unknown = Reflect.get(target, name, receiver);
        if (typeof found !== "function") return found;
        return (...given: unknown[]) => {
          if (isHeld(name)) calls.push(given);
          const isStopped = isCut || (isHeld(name) && isShut);
          const call = () => Reflect.apply(found, target, given);
          return isStopped ? whenLetGo(call) : call();
        };
      },
    });
  const adapted = ([of, port]: [string, object | null]) => {
    const isHeld = (name: string | symbol) => of === store && name === method;
    if (port === null) return [of, null];
    if (typeof port !== "function") return [of, held(port, isHeld)];
    return [of, (...given: unknown[]) => held(Reflect.apply(port as () => object, undefined, given), isHeld)];
  };
  const adapt = (stores: Stores) => Object.fromEntries(Object.entries(stores).map(adapted)) as unknown as Stores;
  return {
    adapt,
    calls,
    /** Forgets earlier calls. */
    shut: () => {
      isShut = true;
      calls.length = 0;
    },
    /** Lets the call go that has waited longest, and waits for its end: what it writes may be written a little later. */
    letOneGo: async () => {
      await waiting.shift()?.();
    },
    /** No call comes to the database any more. */
    cut: () => {
      isCut = true;
    },
    open: () => {
      [isShut, isCut] = [false, false];
      for (const go of waiting.splice(0)) void go();
    },
  };
}

/** Milliseconds: what is longer passes only when the test says so. */
const short = 300;

/** Time in which questions can be made to have come just now, and long timers to have ended. */
function runnerTime() {
  const long: (() => void)[] = [];
  let frozen: number | null = null;
  let thaw = Promise.withResolvers<void>();
  const time: Omit<RunnerParts, "log"> = {
    now: () => frozen ?? performance.now(),
    pause: (milliseconds, signal) =>
      frozen === null || milliseconds < pauseForOthers
        ? pauseUnlessStopped(Math.min(milliseconds, pauseForOthers), signal)
        : thaw.promise,
    startTimer: (milliseconds, callback) => {
      if (milliseconds <= short) return realTimer(milliseconds, callback);
      long.push(callback);
      return () => void (long.includes(callback) && long.splice(long.indexOf(callback), 1));
    },
  };
  return {
    time,
    /** From here on pauses for others last, and a question that comes has always just come. */
    freeze: () => {
      [frozen, thaw] = [performance.now(), Promise.withResolvers<void>()];
    },
    thaw: () => {
      frozen = null;
      thaw.resolve();
    },
    endLongTimers: () => {
      for (const callback of long.splice(0)) callback();
    },
  };
}

export interface RunnerWorld extends ReturnType<typeof gate>, Omit<ReturnType<typeof runnerTime>, "time"> {
  readonly service: TestService;
  readonly stores: Stores;
  /** For files outside of the data folder; the same for the next process. */
  readonly folder: string;
  /** Of the last service that was started. */
  report(kind: string): KindReport;
  count(table: string): Promise<number>;
  /** Another process continues on what this one leaves at this moment. */
  killed(): Promise<RunnerWorld>;
}

export interface RunnerWorldOptions {
  /** @param folder of files outside of the data folder */
  readonly settings?: (folder: string) => Readonly<Record<string, string>>;
  /** Puts something into the data folder before the service opens it. */
  readonly prepare?: (dataDir: string) => Promise<unknown>;
}

/** @param call where the work of the kind under test can be stopped */
export async function openRunnerWorld(
  open: OpenPlace,
  call: HeldCall,
  options: RunnerWorldOptions = {},
): Promise<RunnerWorld> {
  const place = open();
  const clock = clockAt(startOfTime);
  const first = await startService({ settings: place.settings, clock });
  await first.stop();
  const { dataDir, owner } = first;
  toClose.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return opened(place, call, { ...options, dataDir, owner, folder: newFolder("kept"), at: clock.now() });
}

interface Opening extends RunnerWorldOptions {
  readonly dataDir: string;
  readonly owner: string;
  readonly folder: string;
  readonly at: number;
}

async function opened(place: Place, call: HeldCall, opening: Opening): Promise<RunnerWorld> {
  const { dataDir, owner, folder } = opening;
  await opening.prepare?.(dataDir);
  const { adapt, ...held } = gate(call);
  const { time, ...passing } = runnerTime();
  let stores: Stores | null = null;
  const service = await startService({
    settings: { DOCENT_ALLOW_PRIVATE_URLS: "127.0.0.1", ...place.settings, ...opening.settings?.(folder) },
    clock: clockAt(opening.at + 1000),
    resume: { dataDir, owner },
    sense: wordsAsSense(),
    time,
    adaptStores: (given) => {
      stores = adapt(given);
      return stores;
    },
  });
  toClose.push(async () => {
    held.open();
    passing.thaw();
    await service.stop();
  });
  const report = (kind: string) => {
    const found = service.docent.runner.report().find((one) => one.kind === kind);
    if (found === undefined) throw new Error(`the service has no jobs of the kind ${kind}`);
    return found;
  };
  return {
    adapt,
    ...held,
    ...passing,
    service,
    stores: stores!,
    folder,
    report,
    count: (table) => place.count(table, dataDir),
    killed: async () => {
      if (place.isShared) held.cut();
      const left = await place.left(dataDir);
      return opened(place, call, { ...opening, dataDir: left, at: opening.at + 120_000 });
    },
  };
}

function wordsAsSense(): BuiltInSense {
  return {
    model: fakeSenseModel(),
    licence: "CC0-1.0",
    encoder: { ...fakeSenseEncoder(), close: () => undefined },
  };
}
