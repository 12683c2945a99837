/** The service's own backups, over a clock that is moved. */
import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupName } from "../../src/backups/backup-plan.ts";
import { createBackupSchedule } from "../../src/backups/backup-schedule.ts";
import { restoreBackup } from "../../src/storage/archives/backup-restoring.ts";
import { clockAt, startOfTime, startService } from "../support/service.ts";

const hour = 3_600_000;

function world() {
  const clock = clockAt(startOfTime);
  const files = new Set<string>();
  const said: string[] = [];
  const made = { bytes: 1, originals: 0, missing: [], damaged: [] };
  const maker = { make: async (_name: string) => made, stop: (): void => void said.push("stopped") };
  const schedule = createBackupSchedule({
    shelf: { names: () => [...files], remove: (name) => void files.delete(name) },
    maker: {
      make: async (name) => {
        const result = await maker.make(name);
        files.add(name);
        return result;
      },
      stop: () => maker.stop(),
    },
    every: hour,
    keep: 2,
    clock,
    log: {
      info: (event) => void said.push(event),
      warn: () => undefined,
      debug: () => undefined,
      error: (event) => void said.push(event),
    },
  });
  return { clock, files, said, maker, schedule };
}

test("a backup is made when it is due, and the oldest goes when a newer one is there", async () => {
  const { clock, files, said, schedule } = world();
  const start = clock.now();
  for (let minutes = 0; minutes <= 180; minutes += 10) {
    clock.set(start + minutes * 60_000);
    await schedule.look();
  }
  expect([...files]).toEqual([backupName(start + 2 * hour), backupName(start + 3 * hour)]);
  expect(said).toEqual(["backup.made", "backup.made", "backup.made", "backup.made"]);
});

test("one that fails is told once, takes nothing away, and is tried again a period later", async () => {
  const { clock, files, said, maker, schedule } = world();
  const { make } = maker;
  await schedule.look();
  clock.advance(hour);
  await schedule.look();
  maker.make = () => Promise.reject(new Error("the disk is full"));
  for (let minutes = 0; minutes < 90; minutes += 10) {
    clock.advance(600_000);
    await schedule.look();
  }
  expect([files.size, said]).toEqual([2, ["backup.made", "backup.made", "backup.failed"]]);
  maker.make = make;
  clock.advance(hour);
  await schedule.look();
  expect([files.size, said.at(-1)]).toEqual([2, "backup.made"]);
});

test("only one is made at a time, and none once the service stops", async () => {
  const { clock, files, said, maker, schedule } = world();
  const { promise, reject } = Promise.withResolvers<never>();
  let asked = 0;
  maker.make = () => {
    asked += 1;
    return promise;
  };
  maker.stop = () => {
    reject(new Error("the service stops"));
  };
  const first = schedule.look();
  clock.advance(2 * hour);
  const second = schedule.look();
  schedule.stop();
  await Promise.all([first, second]);
  await schedule.look();
  expect([asked, files.size, said]).toEqual([1, 0, []]);
});

test("a running service makes one in its own thread, and it is a backup", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docent-scheduled-"));
  const backups = join(folder, "kept", "here");
  const service = await startService({ settings: { DOCENT_BACKUP_DIR: backups, DOCENT_BACKUP_EVERY: "1h" } });
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  await service.request("POST", "/v1/experts/pumps/sources?wait=20", { body: { text: "The pump is blue." } });
  await service.docent.backups?.look(); // the one that was due at the start
  service.clock.advance(hour);
  await service.docent.backups?.look();
  expect(readdirSync(backups).sort()).toEqual([backupName(Date.parse(startOfTime)), backupName(service.clock.now())]);
  const file = join(backups, backupName(service.clock.now()));
  const restored = restoreBackup({ dataDir: join(folder, "new"), file, replace: false, at: service.clock.now() });
  expect([restored.manifest.originals, restored.manifest.madeBy]).toEqual([1, expect.stringMatching(/^docent /)]);
  await service.close();
  rmSync(folder, { recursive: true });
});
