import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  backupName,
  backupTime,
  incompleteName,
  isBackupDue,
  isIncomplete,
  surplusBackups,
} from "../../src/upkeep/backup-plan.ts";

const seconds = fc.integer({ min: 0, max: 4_102_444_799 }).map((second) => second * 1000);
const times = fc.uniqueArray(seconds, { maxLength: 12 });

test("a name contains its time to the second, and sorts by it", () => {
  expect(backupName(Date.parse("2026-11-21T08:00:05.900Z"))).toBe("docent-2026-11-21T08-00-05Z.tar");
  fc.assert(fc.property(seconds, (at) => expect(backupTime(backupName(at))).toBe(at)));
  fc.assert(
    fc.property(times, (some) => {
      const sorted = some.toSorted((a, b) => a - b);
      expect(some.map(backupName).toSorted()).toEqual(sorted.map(backupName));
    }),
  );
});

test("other names are ignored", () => {
  const others = [
    "docent.tar",
    "docent-2026-11-21.tar",
    "docent-2026-13-21T08-00-00Z.tar",
    "x/docent-2026-11-21T08-00-00Z.tar",
  ];
  expect([...others, "docent-2026-11-21T08-00-00Z.tar.docent-partial-1"].map(backupTime)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("a backup is due when the newest is older than the period, whatever other files exist", () => {
  const hour = 3_600_000;
  const now = Date.parse("2026-11-21T08:00:00Z");
  const due = (ages: readonly number[], tried: number | null = null) =>
    isBackupDue(["notes.txt", ...ages.map((age) => backupName(now - age))], { now, every: hour, tried });
  expect([due([]), due([hour]), due([5 * hour, hour - 1000])]).toEqual([true, true, false]);
  expect([due([hour], now - 1), due([9 * hour], now - hour), due([], now)]).toEqual([false, true, false]);
  // Made before the clock was set back.
  expect([due([-hour]), due([-hour, 2 * hour]), due([], now + hour)]).toEqual([false, true, true]);
});

test("the newest are kept, and only the schedule's own backups are ever deleted", () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 6 }), (made, keep) => {
      const names = [...made.map(backupName), "notes.txt", "docent-old.tar"];
      const gone = surplusBackups(names, keep);
      const left = made.map(backupName).filter((name) => !gone.includes(name));
      expect(left.toSorted()).toEqual(made.map(backupName).toSorted().slice(-keep));
      expect(gone.length + left.length).toBe(made.length);
    }),
  );
});

test("complete and incomplete backups are counted separately, and no complete one is deleted for an incomplete one", () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 4 }), fc.infiniteStream(fc.boolean()), (made, keep, wholeness) => {
      const names = made.map((at) =>
        wholeness.next().value === true ? backupName(at) : incompleteName(backupName(at)),
      );
      const gone = surplusBackups(names, keep);
      const whole = names.filter((name) => !isIncomplete(name)).toSorted();
      const left = names.filter((name) => !gone.includes(name));
      expect(left.filter((name) => !isIncomplete(name)).toSorted()).toEqual(whole.slice(-keep));
      expect(left.filter(isIncomplete).length).toBeLessThanOrEqual(keep);
      expect(left.filter(isIncomplete).every((name) => whole.every((other) => other < name))).toBe(true);
      expect(names.map(backupTime)).toEqual(made);
    }),
  );
});

test("an incomplete backup of the same second as a complete one stays until a newer complete one exists", () => {
  const at = Date.parse("2026-11-21T08:00:00Z");
  const names = [backupName(at), incompleteName(backupName(at))];
  expect(surplusBackups(names, 2)).toEqual([]);
  expect(surplusBackups([...names, backupName(at + 1000)], 2)).toEqual([incompleteName(backupName(at))]);
});
