/** The service's own backups, over a clock that is moved. */
import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { restoreBackup } from "../../src/store/sqlite/archives/backup-restoring.ts";
import { backupName, isIncomplete } from "../../src/upkeep/backup-plan.ts";
import { createBackupSchedule } from "../../src/upkeep/backup-schedule.ts";
import { fakeBackups, wholeBackup } from "../support/fakes/fake-backups.ts";
import { clockAt, startOfTime, startService } from "../support/service.ts";

const hour = 3_600_000;

function world() {
  const clock = clockAt(startOfTime);
  const said: string[] = [];
  const note = (event: string) => void said.push(event);
  const backups = fakeBackups();
  backups.stop = () => note("stopped");
  const { shelf, maker, files } = backups;
  const log = { info: note, warn: note, debug: () => undefined, error: note };
  const schedule = createBackupSchedule({ shelf, maker, plan: () => ({ every: hour, keep: 2 }), clock, log });
  return { clock, files, said, maker: backups, made: wholeBackup, schedule };
}

test("a backup is made when it is due, and the oldest is deleted when a newer one exists", async () => {
  const { clock, files, said, schedule } = world();
  const start = clock.now();
  for (let minutes = 0; minutes <= 180; minutes += 10) {
    clock.set(start + minutes * 60_000);
    await schedule.look();
  }
  expect([...files]).toEqual([backupName(start + 2 * hour), backupName(start + 3 * hour)]);
  expect(said).toEqual(["backup.made", "backup.made", "backup.made", "backup.made"]);
});

test("a failed backup is reported once, deletes nothing, and is tried again a period later", async () => {
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

test("an incomplete backup never replaces a complete one, and is reported until a complete one succeeds", async () => {
  const { clock, files, said, maker, made, schedule } = world();
  const make = async (times: number) => {
    for (let n = 0; n < times; n++) {
      await schedule.look();
      clock.advance(hour);
    }
  };
  await make(3);
  const whole = [...files];
  expect([whole.length, schedule.trouble]).toEqual([2, null]);
  const lost = { versionNo: 1, source: "src_1", title: "Manual" };
  maker.make = async () => ({ ...made, missing: [lost] });
  await make(5);
  expect([...files].slice(0, 2)).toEqual(whole);
  expect([...files].slice(2).map(isIncomplete)).toEqual([true, true]);
  expect(said.slice(-2)).toEqual(["backup.incomplete", "backup.incomplete"]);
  expect(schedule.trouble).toBe("The newest backup is incomplete: 1 original file is missing: Manual (src_1).");
  maker.make = async () => made;
  await make(1);
  expect([[...files].filter(isIncomplete), files.size, schedule.trouble]).toEqual([[], 2, null]);
});

test("the backup that was just made stays, also where the clock was put back", async () => {
  const { clock, files, schedule } = world();
  const start = clock.now();
  for (let n = 0; n < 2; n++) {
    await schedule.makeNow();
    clock.advance(hour);
  }
  clock.set(start - hour);
  expect(await schedule.makeNow()).toBe(backupName(start - hour));
  expect([...files]).toContain(backupName(start - hour));
});

test("only one backup is made at a time, and none after the service stops", async () => {
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

test("a running service makes a valid backup in a separate thread", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docent-scheduled-"));
  const backups = join(folder, "kept", "here");
  const service = await startService({ settings: { DOCENT_BACKUP_DIR: backups, DOCENT_BACKUP_EVERY: "1h" } });
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text: "The pump is blue." } });
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

test("two requests in the same second make two backups", async () => {
  const { files, schedule } = world();
  const names = [await schedule.makeNow(), await schedule.makeNow()];
  expect(names).toEqual([...files]);
  expect(new Set(names).size).toBe(2);
});
