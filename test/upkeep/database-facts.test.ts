import { describe, expect, test } from "bun:test";
import {
  judgeDatabase,
  judgeFiles,
  type SharedDatabaseFacts,
  unreachableDatabase,
} from "../../src/upkeep/database-facts.ts";

const sound: SharedDatabaseFacts = {
  version: "18.4",
  schema: 5,
  newestSchema: 5,
  installation: null,
  lacking: [],
  encoding: "UTF8",
  clockAhead: -120,
  delay: 0.42,
  connections: { used: 12, most: 100 },
  isPooled: false,
  leases: { held: 2, old: 0 },
  jobs: [],
};
const judged = (changes: Partial<SharedDatabaseFacts>) =>
  judgeDatabase({ ...sound, ...changes }, "postgres://db/docent");
const wrong = (changes: Partial<SharedDatabaseFacts>) =>
  judged(changes)
    .filter(({ severity }) => severity !== "fine")
    .map(({ area, severity, message }) => [area, severity, message]);

describe("a database that nodes share", () => {
  test("that is sound has one finding for each area", () => {
    expect(judged({}).map(({ area, severity, message }) => [area, severity, message])).toEqual([
      ["database", "fine", "PostgreSQL 18.4 at postgres://db/docent, schema version 5."],
      ["connection", "fine", "An answer takes 0.4 ms; 12 of 100 connections are used."],
      ["privileges", "fine", "The user may read, write and change the schema."],
      ["clock", "fine", "The clocks of this machine and the database differ by 0.1 seconds."],
      ["nodes", "fine", "Nodes hold 2 leases on work."],
      ["jobs", "fine", "No background job waits."],
    ]);
  });

  test("of a newer or an unmaintained version, or another encoding, is found", () => {
    expect(wrong({ schema: 6 })).toEqual([
      [
        "database",
        "damage",
        "postgres://db/docent has schema version 6, made by a newer Docent; this one knows versions up to 5.",
      ],
    ]);
    expect(wrong({ schema: 4 })).toEqual([]);
    expect(wrong({ version: "13.9" })).toEqual([["database", "warning", "PostgreSQL 13.9 is no longer maintained."]]);
    expect(wrong({ encoding: "SQL_ASCII" })).toEqual([
      ["database", "damage", "The database has the encoding SQL_ASCII, which cannot hold all texts."],
    ]);
  });

  test("that is far away, or has few connections left, is found", () => {
    expect(wrong({ delay: 35 })).toEqual([
      ["connection", "warning", "An answer takes 35.0 ms; 12 of 100 connections are used."],
    ]);
    expect(wrong({ connections: { used: 90, most: 100 } })).toEqual([
      ["connection", "warning", "An answer takes 0.4 ms; 90 of 100 connections are used."],
    ]);
  });

  test("behind a pooler is fine", () => {
    expect(wrong({ isPooled: true })).toEqual([]);
    expect(judged({ isPooled: true })[1]?.message).toEndWith(
      "A pooler gives statements different sessions, which Docent allows.",
    );
  });

  test("whose user lacks privileges, or whose clock is wrong, is found", () => {
    expect(wrong({ lacking: ["CREATE on the schema, which upgrades need", "writing to experts"] })).toEqual([
      ["privileges", "damage", "The user lacks CREATE on the schema, which upgrades need, writing to experts."],
    ]);
    expect(wrong({ clockAhead: 61_000 })).toEqual([
      ["clock", "warning", "The clocks of this machine and the database differ by 61.0 seconds."],
    ]);
  });

  test("that cannot be asked, and files that cannot be written, are damage", () => {
    expect(unreachableDatabase("It is away.")).toMatchObject({
      area: "database",
      severity: "damage",
      message: "It is away.",
    });
    const [away] = judgeFiles({ trouble: "They are away.", delay: 4, setAside: [] });
    expect(away).toMatchObject({ area: "files", severity: "damage", message: "They are away." });
  });

  test("whose files are far away is told how long they take", () => {
    const [near, far] = [12, 2500].map((delay) => judgeFiles({ trouble: null, delay, setAside: [] })[0]);
    expect(near).toMatchObject({ area: "files", severity: "fine", message: expect.stringContaining("in 12 ms.") });
    expect(far).toMatchObject({ severity: "warning", message: expect.stringContaining("in 2500 ms.") });
  });
});
