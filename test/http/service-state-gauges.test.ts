import { describe, expect, test } from "bun:test";
import { createRegistry } from "../../src/http/metric-registry.ts";
import { type ObservedService, readService } from "../../src/http/service-state-gauges.ts";

const service: ObservedService = {
  build: { version: "1.2.3", commit: "abc", bun: "1.4.5" },
  memory: () => ({ residentExperts: 0, residentBytes: 0, budgetBytes: 0 }),
  answerThreads: () => ({ running: 0, questions: 0 }),
  waiting: () => 0,
  waitingForVectors: () => null,
  jobs: () => [],
  databaseBytes: () => 0,
  databaseFreeBytes: () => null,
  sharedDatabase: async () => null,
  sharedFiles: () => null,
  gates: {},
  backupMadeAt: () => null,
  isBackupSound: () => null,
};

/** The samples whose names begin so. */
async function samples(observed: Partial<ObservedService>, prefix: string): Promise<string[]> {
  const registry = createRegistry();
  readService(registry, { ...service, ...observed });
  return (await registry.expose()).split("\n").filter((line) => line.startsWith(prefix));
}

test("background jobs are shown by kind", async () => {
  const jobs = () => [
    { kind: "read", phase: "working" as const, running: 2, done: 7, failures: 0 },
    { kind: "sense", phase: "failing" as const, running: 0, done: 3, failures: 4 },
  ];
  expect(await samples({ jobs }, "docent_job")).toEqual([
    'docent_jobs_running{kind="read"} 2',
    'docent_jobs_running{kind="sense"} 0',
    'docent_jobs_failing{kind="read"} 0',
    'docent_jobs_failing{kind="sense"} 1',
    'docent_jobs_total{kind="read"} 7',
    'docent_jobs_total{kind="sense"} 3',
    'docent_job_failures_total{kind="read"} 0',
    'docent_job_failures_total{kind="sense"} 4',
  ]);
});

describe("a database that nodes share", () => {
  test("shows whether it answers, and the calls that wait for one of its connections", async () => {
    const sharedDatabase = async () => ({ isUp: true, failed: 3, most: 10, busy: 14 });
    expect(await samples({ sharedDatabase }, "docent_database_")).toEqual([
      "docent_database_bytes 0",
      "docent_database_up 1",
      "docent_database_max_connections 10",
      "docent_database_busy_connections 10",
      "docent_database_calls_waiting 4",
      "docent_database_failures_total 3",
    ]);
  });

  test("shows what is asked of its files", async () => {
    const sharedFiles = () => ({ requests: 9, failures: 2, bytesWritten: 100, bytesRead: 50 });
    expect(await samples({ sharedFiles }, "docent_files_")).toEqual([
      "docent_files_requests_total 9",
      "docent_files_failures_total 2",
      'docent_files_bytes_total{direction="written"} 100',
      'docent_files_bytes_total{direction="read"} 50',
    ]);
  });

  test("shows nothing where a data folder has everything", async () => {
    expect(await samples({}, "docent_files_")).toEqual([]);
    expect(await samples({}, "docent_database_")).toEqual(["docent_database_bytes 0"]);
  });
});
