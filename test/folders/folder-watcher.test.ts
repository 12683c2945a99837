/** When a kept folder is looked at. Time is moved by hand. */
import { expect, test } from "bun:test";
import type { FolderLook, FolderState } from "../../src/folders/folder-state.ts";
import { type ChangeReports, watchFolder } from "../../src/folders/folder-watcher.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createRunner, type Runner } from "../../src/runner/runner.ts";

const state: FolderState = {
  phase: "in_step",
  mark: null,
  held: null,
  trouble: null,
  files: 1,
  ready: 1,
  pending: 0,
  failed: [],
  skipped: { hidden: 0, ignored: 0, unsupported: 0, empty: 0, links: 0 },
  lookedAt: 0,
};

/** Lets everything run that can. */
const settled = () => new Promise<void>((go) => setImmediate(go));

/** A watcher whose looks end when the test says so. */
class WatchedWorld {
  /** Milliseconds of the timer that runs; null: none does. */
  timer: number | null = null;
  looks = 0;
  opened = 0;
  closed = 0;
  readonly errors: unknown[] = [];
  change: () => void = () => undefined;
  readonly runner: Runner;
  #ring: () => void = () => undefined;
  #look = Promise.withResolvers<FolderLook>();

  constructor(hasReports = true) {
    const reports: ChangeReports = (_, onChange) => {
      this.opened += 1;
      this.change = onChange;
      return () => {
        this.closed += 1;
      };
    };
    const parts = {
      keeper: {
        close: () => undefined,
        look: () => {
          this.looks += 1;
          this.#look = Promise.withResolvers();
          return this.#look.promise;
        },
      },
      root: "/srv/notes",
      reports: hasReports ? reports : null,
      every: 60_000,
      onLook: () => undefined,
      onError: (error: unknown) => this.errors.push(error),
    };
    this.runner = createRunner({
      log: silentLog,
      startTimer: (milliseconds, callback) => {
        this.timer = milliseconds;
        this.#ring = callback;
        return () => {
          this.timer = null;
        };
      },
    });
    watchFolder(parts, this.runner);
    this.runner.start();
  }

  /** A world whose first look has begun. */
  static async open(hasReports = true): Promise<WatchedWorld> {
    const world = new WatchedWorld(hasReports);
    await settled();
    return world;
  }

  async end(look: Partial<FolderLook> | Error = {}): Promise<void> {
    if (look instanceof Error) this.#look.reject(look);
    else this.#look.resolve({ state, changes: [], again: null, ...look });
    await settled();
  }

  async ring(): Promise<void> {
    this.timer = null;
    this.#ring();
    await settled();
  }
}

test("it looks at once, after a report, when a look asks for it, and now and then", async () => {
  const world = await WatchedWorld.open();
  expect(world.looks).toBe(1);
  await world.end();
  expect(world.timer).toBe(60_000);
  world.change();
  world.change();
  expect(world.timer).toBe(500);
  await world.ring();
  expect(world.looks).toBe(2);
  world.change();
  expect(world.timer).toBeNull();
  await world.end();
  expect(world.timer).toBe(500);
  await world.ring();
  await world.end({ again: 2000 });
  expect([world.timer, world.looks]).toEqual([2000, 3]);
});

test("without reports it looks by the clock", async () => {
  const world = await WatchedWorld.open(false);
  await world.end();
  expect([world.opened, world.timer]).toEqual([0, 60_000]);
});

test("a folder that was gone is listened to again, and a defect does not end it", async () => {
  const world = await WatchedWorld.open();
  await world.end({ state: { ...state, phase: "stopped" } });
  expect([world.opened, world.closed]).toEqual([1, 1]);
  await world.ring();
  expect(world.opened).toBe(2);
  await world.end(new Error("defect"));
  expect([world.errors.length, world.timer]).toEqual([1, 60_000]);
});

test("stopping waits for the look in progress, and none follows", async () => {
  const world = await WatchedWorld.open();
  let isStopped = false;
  const stopping = world.runner.stop().then(() => {
    isStopped = true;
  });
  await Promise.resolve();
  expect(isStopped).toBe(false);
  await world.end();
  await stopping;
  world.change();
  expect([world.looks, world.timer, world.closed]).toEqual([1, null, 1]);
});
