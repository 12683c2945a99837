/** What the runner promises of every kind of job, over each database: a claim, turns, deadlines, courtesy, resumption, a report. */
import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { overPostgres } from "../support/worlds/postgres-world.ts";
import { address, type Kind, kinds, makeExpert, send, web } from "../support/worlds/runner-kinds.ts";
import {
  closeRunnerWorlds,
  inPostgres,
  inSqlite,
  newFolder,
  openRunnerWorld,
  type RunnerWorld,
} from "../support/worlds/runner-world.ts";

// Pages are read by a thread in the background, which hardly runs where others take all cores.
setDefaultTimeout(600_000);

afterEach(closeRunnerWorlds);

afterAll(() => web.stop(true));

/** Leaves the core to the threads that are waited for. */
const aMoment = () => Bun.sleep(5);

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const late = performance.now() + 240_000; performance.now() < late; await aMoment()) if (await isSo()) return;
  throw new Error(`${what} did not come`);
}

/** Looks for jobs of the kind until those of the expert are done and none is in hand. */
async function finished(world: RunnerWorld, { name, isDone }: Kind, expert: string): Promise<void> {
  await until(async () => {
    await world.service.docent.runner.look(name);
    return isDone(world, expert);
  }, `the end of ${name}`);
  await until(() => world.report(name).phase !== "working", `rest of ${name}`);
}

/** So many calls of jobs are held. */
async function inHand(world: RunnerWorld, { name, due }: Kind, expert: string, jobs = 1): Promise<void> {
  if (name !== "folders") await makeExpert(world, expert); // a folder makes its own
  world.shut();
  await due(world, expert, jobs);
  await untilCalled(world, name, 1);
}

async function untilCalled(world: RunnerWorld, name: string, calls: number): Promise<void> {
  void world.service.docent.runner.look(name);
  await until(() => world.calls.length >= calls, `call ${calls} of ${name}`);
}

/** A person asks one question after the other. */
function askOften({ service: { docent } }: RunnerWorld): void {
  for (let i = 0; i < 3; i++) docent.runner.asked();
}

const databases = [["SQLite", inSqlite] as const, ...overPostgres(inPostgres)];
const named = (some: readonly Kind[]) => some.map((kind) => [kind.name, kind] as const);

describe.each(databases)("jobs over %s", (_, open) => {
  const openWorld = (kind: Kind) => openRunnerWorld(open, kind.call, kind);

  describe.each(named(kinds))("of the kind %s", (name, kind) => {
    test("are taken when they are due, shown while they are worked on, and done once", async () => {
      const world = await openWorld(kind);
      await inHand(world, kind, "pumps");
      expect(world.report(name)).toMatchObject({ phase: "working", running: 1 });
      const { jobs } = await send<{ jobs: { kind: string; phase: string }[] }>(world, "GET", "/system");
      expect(jobs.find((one) => one.kind === name)).toMatchObject({ phase: "working", running: 1 });
      expect(await kind.isDone(world, "pumps")).toBe(false);
      const before = world.report(name).done;
      world.open();
      await finished(world, kind, "pumps");
      const { done, failures } = world.report(name);
      expect([done > before, failures]).toEqual([true, 0]);
      // A look at a folder is a job, also when it changes nothing.
      const works = () => (name === "folders" ? world.calls.length : world.report(name).done);
      const worked = works();
      await world.service.docent.runner.look(name);
      expect(works()).toBe(worked);
    });

    test("are continued by the next process after a kill", async () => {
      const world = await openWorld(kind);
      await inHand(world, kind, "pumps");
      const next = await world.killed();
      await finished(next, kind, "pumps");
      expect(next.report(name).failures).toBe(0);
    });

    test(kind.waits ? "wait while questions come" : "do not wait for questions", async () => {
      const world = await openWorld(kind);
      await inHand(world, kind, "pumps");
      world.freeze();
      askOften(world);
      world.open();
      await until(() => world.report(name).phase !== "working", `the next look of ${name}`);
      expect(world.report(name).phase).toBe(kind.waits ? "waiting" : "idle");
      world.thaw();
      await finished(world, kind, "pumps");
    });
  });

  test.each(kinds.flatMap(({ turns, ...kind }) => (turns ? [[kind.name, { ...kind, turns }] as const] : [])))(
    "%s: what was done before a kill is not done again, and a small expert does not wait for a large one",
    async (name, kind) => {
      const { of, amount, many = 10 } = kind.turns;
      const world = await openWorld(kind);
      await inHand(world, kind, "boats", many);
      await makeExpert(world, "pumps");
      await kind.due(world, "pumps", 1);
      const { id: pumps } = await send<{ id: string }>(world, "GET", "/experts/pumps");
      const isPumps = (call: readonly unknown[]) => of(call).expert === pumps;
      let done = 0;
      for (; !world.calls.some(isPumps); done++) {
        await world.letOneGo();
        await untilCalled(world, name, done + 2);
      }
      const sum = (calls: readonly (readonly unknown[])[]) => calls.reduce((total, call) => total + of(call).amount, 0);
      // At least three jobs of the large one have not begun.
      expect(sum(world.calls.filter((call) => !isPumps(call)))).toBeLessThan((many - 2) * amount);
      const before = sum(world.calls.slice(0, done));
      const next = await world.killed();
      for (const expert of ["boats", "pumps"]) await finished(next, kind, expert);
      expect(before + sum(next.calls)).toBe((many + 1) * amount);
    },
  );

  test("a job that takes too long is given up, and the next one is done", async () => {
    const world = await openWorld(kinds.find(({ name }) => name === "fetch")!);
    await makeExpert(world, "pumps");
    const url = (path: string) => ({ type: "url", url: `${address}/${path}` });
    const { id } = await send<{ id: string }>(world, "POST", "/experts/pumps/sources", url("never"));
    const source = () =>
      send<{ status: string; error: { message: string } }>(world, "GET", `/experts/pumps/sources/${id}`);
    await until(async () => {
      world.endLongTimers();
      return (await source()).status === "failed";
    }, "the deadline");
    expect((await source()).error.message).toStartWith("The document did not arrive within 60 seconds.");
    const next = await send<{ status: string }>(world, "POST", "/experts/pumps/sources?wait=60", url("next"));
    expect(next.status).toBe("ready");
  });

  test("those that come with the time are done at each look, and no kind is missing here", async () => {
    const backups = newFolder("backups");
    const settings = () => ({ DOCENT_BACKUP_DIR: backups, DOCENT_BACKUP_EVERY: "24h" });
    const all = {
      ...kinds.find(({ name }) => name === "vectors")!,
      prepare: async (dataDir: string) => {
        for (const { prepare } of kinds) await prepare?.(dataDir);
      },
      settings: open === inSqlite ? settings : () => ({}),
    };
    const world = await openWorld(all);
    const { runner } = world.service.docent;
    const timely = ["limits", "snapshots", ...(open === inSqlite ? ["backups", "free_space"] : ["orphans"])];
    const reported = runner.report().map(({ kind }) => kind);
    const once = kinds.map(({ name }) => name).filter((name) => name !== "folders");
    expect(reported.toSorted()).toEqual([...once, ...timely].toSorted());
    for (const name of timely) {
      await runner.look(name);
      expect(world.report(name)).toMatchObject({ phase: "idle", failures: 0 });
    }
    if (open === inSqlite) expect(readdirSync(backups)).toEqual([expect.stringMatching(/^docent-.*\.tar$/)]);
  });
});
