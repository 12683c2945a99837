import { expect, test } from "bun:test";
import { isId } from "../../src/kernel/ids.ts";
import { type FolderFacts, snapshotState } from "../../src/upkeep/facts.ts";
import { doctorExitCodes, judge, worstOf } from "../../src/upkeep/findings.ts";

const sound: FolderFacts = {
  isServed: false,
  isWritable: true,
  newestSchema: 4,
  database: { version: 4, problems: [], isLost: false },
  originals: { named: 3, missing: [], damaged: [], orphans: [] },
  setAside: [],
  damagedSources: [],
  miscounted: [],
  strayLogs: [],
  snapshots: [],
  tooOpen: [],
  remains: [],
  jobs: [],
  disk: { freeBytes: 9e9, databaseBytes: 1e6, unusedBytes: 0 },
};

const areas = [
  "database",
  "originals",
  "sources",
  "counters",
  "indexes",
  "permissions",
  "remains",
  "jobs",
  "disk",
] as const;

test("a sound folder has one positive finding for each area", () => {
  const findings = judge(sound);
  expect(findings.map(({ area, severity }) => [area, severity])).toEqual(areas.map((area) => [area, "fine" as const]));
  expect([worstOf(findings), doctorExitCodes[worstOf(findings)], worstOf([])]).toEqual(["fine", 0, "fine"]);
});

test("background jobs that wait are counted by kind, and nothing is wrong with them", () => {
  const jobs = [
    { kind: "read", waiting: 3 },
    { kind: "crawls", waiting: 0 },
    { kind: "webhooks", waiting: 2 },
  ];
  expect(judge({ ...sound, jobs }).filter(({ area }) => area === "jobs")).toMatchObject([
    { severity: "fine", message: "Background jobs wait: read 3, webhooks 2. `docent serve` does them." },
  ]);
});

const expertId = `exp_${"0".repeat(26)}`;
const manual = { versionNo: 7, source: "src_1", title: "Manual" };
const strayLogs = isId("expert", expertId) ? [expertId] : [];

test.each<[string, Partial<FolderFacts>, string, string, boolean]>([
  [
    "database",
    { database: { version: null, problems: [], isLost: false } },
    "warning",
    "There is no database yet.",
    false,
  ],
  [
    "database",
    { database: { version: 4, problems: ["row 3 missing"], isLost: false } },
    "damage",
    "row 3 missing",
    false,
  ],
  [
    "database",
    { database: { version: 3, problems: [], isLost: false } },
    "fine",
    "It has version 3; the next start upgrades it to 4.",
    false,
  ],
  [
    "originals",
    { originals: { ...sound.originals, missing: [manual] } },
    "damage",
    "1 original file missing: Manual (src_1).",
    false,
  ],
  [
    "originals",
    { originals: { ...sound.originals, damaged: [manual, manual] } },
    "damage",
    "2 original files damaged: Manual (src_1), Manual (src_1).",
    false,
  ],
  [
    "originals",
    { setAside: [{ folder: "set-aside/x", files: 2 }] },
    "warning",
    "2 files that no source named are in set-aside/x.",
    false,
  ],
  [
    "sources",
    { damagedSources: [{ ...manual, hasOriginal: true }] },
    "damage",
    "1 source whose text or passages are not whole: Manual (src_1).",
    true,
  ],
  [
    "sources",
    { damagedSources: [{ ...manual, hasOriginal: false }] },
    "damage",
    "1 source whose text or passages are not whole: Manual (src_1).",
    false,
  ],
  [
    "database",
    { database: { version: 5, problems: [], isLost: false } },
    "warning",
    "It has version 5, made by a newer Docent; this one supports versions up to 4.",
    false,
  ],
  [
    "database",
    { database: { version: null, problems: [], isLost: true } },
    "damage",
    "The database is missing, but the folder contains data that belonged to one.",
    false,
  ],
  [
    "permissions",
    { isWritable: false },
    "warning",
    "The folder cannot be written, so the service cannot start there.",
    false,
  ],
  [
    "originals",
    { originals: { ...sound.originals, orphans: ["x"] } },
    "warning",
    "1 file that no source names: x.",
    true,
  ],
  [
    "counters",
    { miscounted: [1, 2, 3, 4, 5, 6] },
    "damage",
    "Versions whose passages with sense are counted wrongly: 1, 2, 3, 4, 5 ….",
    true,
  ],
  ["counters", { strayLogs }, "damage", `Experts whose change log is ahead of their revision: ${expertId}.`, true],
  ["indexes", { snapshots: [{ file: "e", state: "sound" }] }, "fine", "1 snapshot in step with the database.", false],
  [
    "indexes",
    { snapshots: [{ file: "e", state: "damaged" }] },
    "warning",
    "1 snapshot damaged: rebuilt with the next question to the expert: e.",
    true,
  ],
  [
    "indexes",
    { snapshots: [{ file: "e", state: "differs" }] },
    "damage",
    "1 snapshot with other passages than the database: e.",
    true,
  ],
  [
    "indexes",
    { snapshots: [{ file: "e", state: "nobody's" }] },
    "warning",
    "1 snapshot of an expert that was deleted: e.",
    true,
  ],
  [
    "permissions",
    { tooOpen: [{ path: "/d", mode: 0o700 }] },
    "warning",
    "Users other than the owner may access /d.",
    true,
  ],
  ["remains", { remains: ["staging-1"] }, "warning", "Leftovers of killed processes: staging-1.", true],
  [
    "disk",
    { disk: { freeBytes: 9e9, databaseBytes: 1e9, unusedBytes: 659e6 } },
    "fine",
    "9000 MB are free; 659 MB of the database are unused: `docent compact` gives them back.",
    false,
  ],
  ["disk", { disk: { freeBytes: 1e6, databaseBytes: 5, unusedBytes: 0 } }, "warning", "Only 1 MB are free.", false],
  ["disk", { disk: { freeBytes: 6e8, databaseBytes: 7e8, unusedBytes: 0 } }, "warning", "Only 600 MB are free.", false],
])("%s: the damage is reported, and the other areas stay fine", (area, facts, severity, message, repairable) => {
  const findings = judge({ ...sound, ...facts });
  const { remedy: _, ...finding } = findings.find((each) => each.area === area)!;
  expect(finding as object).toEqual({ area, severity, message, repairable });
  expect(findings.filter((each) => each.area !== area).every((each) => each.severity === "fine")).toBe(true);
  expect(worstOf(findings) as string).toBe(severity);
});

test("no finding about a healthy folder mentions a backup", () => {
  for (const facts of [sound, { ...sound, isServed: true }, { ...sound, isWritable: false }]) {
    expect(
      judge(facts)
        .map(({ remedy }) => remedy)
        .join(" "),
    ).not.toMatch(/restore a backup/i);
  }
});

test("a snapshot is compared with the rows only at the same revision", () => {
  const rows = { revision: 3, passages: new Set([1, 2]) };
  const whole = (revision: number, ...passages: number[]) => ({
    state: "whole" as const,
    revision,
    passages: new Set(passages),
  });
  const seen = [whole(3, 2, 1), whole(2, 1), whole(4), whole(3, 1), whole(3, 1, 3), whole(3, 1, 2, 3)];
  const states = seen.map((each) => snapshotState(each, rows));
  expect(states).toEqual(["sound", "rebuilt", "rebuilt", "differs", "differs", "differs"]);
  expect(snapshotState({ state: "damaged" }, rows)).toBe("damaged");
  expect(snapshotState({ state: "newer_format" }, rows)).toBe("rebuilt");
  expect(snapshotState(whole(3, 1, 2), null)).toBe("nobody's");
});

test("documents that are lost or damaged are all named", () => {
  const missing = Array.from({ length: 7 }, (_, no) => ({ versionNo: no, source: `src_${no}`, title: `Part ${no}` }));
  const damagedSources = missing.map((version) => ({ ...version, hasOriginal: true }));
  const names = missing.map(({ title, source }) => `${title} (${source})`);
  const message = (of: string) => `7 ${of}: ${names.slice(0, 5).join(", ")} ….`;
  const findings = judge({ ...sound, originals: { ...sound.originals, missing }, damagedSources });
  expect(findings.filter(({ severity }) => severity === "damage")).toMatchObject([
    { message: message("original files missing"), details: names },
    { message: message("sources whose text or passages are not whole"), details: names },
  ]);
});
