import { readdirSync } from "node:fs";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { MemoryStats } from "../memory/memory-service.ts";
import type { KindReport } from "../runner/job-kind.ts";
import type { Registry, Sample } from "./metric-registry.ts";

export interface SharedDatabase {
  readonly isUp: boolean;
  readonly failed: number;
  readonly most: number;
  readonly busy: number;
}

export interface SharedFileCounts {
  readonly requests: number;
  readonly failures: number;
  readonly bytesWritten: number;
  readonly bytesRead: number;
}

export interface ObservedService {
  readonly build: { readonly version: string; readonly commit: string; readonly bun: string };
  readonly memory: () => MemoryStats;
  readonly answerThreads: () => { readonly running: number; readonly questions: number };
  readonly waiting: () => Awaitable<number>;
  /** Null: no model pack. */
  readonly waitingForVectors: () => Awaitable<number | null>;
  readonly jobs: () => readonly KindReport[];
  readonly databaseBytes: () => Awaitable<number>;
  readonly databaseFreeBytes: () => number | null;
  readonly sharedDatabase: () => Promise<SharedDatabase | null>;
  readonly sharedFiles: () => SharedFileCounts | null;
  readonly gates: Readonly<Record<string, { readonly taken: number; readonly waiting: number }>>;
  /** Milliseconds; null: none since the start. */
  readonly backupMadeAt: () => number | null;
  /** Null: the service makes none. */
  readonly isBackupSound: () => boolean | null;
}

/** By their names, which end in `_total` if they only grow. A value that is null is not told. */
function readersOf({ read }: Pick<Registry, "read">) {
  const each = (name: string, help: string, labels: readonly string[], samples: () => Awaitable<readonly Sample[]>) =>
    read({ type: name.endsWith("_total") ? "counter" : "gauge", name, help, labels }, samples);
  const one = (name: string, help: string, value: () => Awaitable<number | null>) =>
    each(name, help, [], async () => {
      const found = await value();
      return found === null ? [] : [[found]];
    });
  return { each, one };
}

type Readers = ReturnType<typeof readersOf>;

function readConnections({ one }: Readers, state: ObservedService["sharedDatabase"]): void {
  const read = (name: string, help: string, pick: (found: SharedDatabase) => number) =>
    one(name, help, async () => {
      const found = await state();
      return found && pick(found);
    });
  read("docent_database_up", "1: the database answers. 0: it does not.", ({ isUp }) => (isUp ? 1 : 0));
  read("docent_database_max_connections", "Most connections of this node.", ({ most }) => most);
  const running = "Connections with a statement or transaction under way.";
  read("docent_database_busy_connections", running, ({ busy, most }) => Math.min(busy, most));
  const waiting = "Statements and transactions that wait for a connection.";
  read("docent_database_calls_waiting", waiting, ({ busy, most }) => Math.max(0, busy - most));
  const failed = "Statements and transactions that failed because the database did not answer.";
  read("docent_database_failures_total", failed, (found) => found.failed);
}

function readFiles({ one, each }: Readers, counts: ObservedService["sharedFiles"]): void {
  one("docent_files_requests_total", "Requests to the store of files.", () => counts()?.requests ?? null);
  const failures = "Requests to the store of files that failed.";
  one("docent_files_failures_total", failures, () => counts()?.failures ?? null);
  each("docent_files_bytes_total", "Bytes of files that were written or read.", ["direction"], () => {
    const found = counts();
    return found === null
      ? []
      : [
          [found.bytesWritten, "written"],
          [found.bytesRead, "read"],
        ];
  });
}

function readJobs({ each }: Readers, jobs: ObservedService["jobs"]): void {
  const read = (name: string, help: string, pick: (report: KindReport) => number) =>
    each(name, help, ["kind"], () => jobs().map((report) => [pick(report), report.kind]));
  read("docent_jobs_running", "Background jobs being worked on.", ({ running }) => running);
  const failing = "1: the last job failed and is repeated later. 0: none did.";
  read("docent_jobs_failing", failing, ({ phase }) => (phase === "failing" ? 1 : 0));
  read("docent_jobs_total", "Background jobs that were done.", ({ done }) => done);
  read("docent_job_failures_total", "Failures of background jobs.", ({ failures }) => failures);
}

function readPlaces({ each }: Readers, gates: ObservedService["gates"]): void {
  const lanes = (pick: "taken" | "waiting") => () =>
    Object.entries(gates).map(([lane, gate]): Sample => [gate[pick], lane]);
  each("docent_places_taken", "Requests being worked on.", ["lane"], lanes("taken"));
  each("docent_places_waiting", "Requests waiting in line.", ["lane"], lanes("waiting"));
}

export function readService(registry: Pick<Registry, "read">, service: ObservedService): void {
  const { version, commit, bun } = service.build;
  const { memory, answerThreads } = service;
  const readers = readersOf(registry);
  const { one, each } = readers;
  const build: Sample = [1, version, commit, bun];
  each("docent_build_info", "What runs, in its labels.", ["version", "commit", "bun"], () => [build]);
  one("docent_queue_depth", "Sources that wait to be read.", service.waiting);
  one("docent_vectors_waiting", "Passages that wait for a vector of the model pack.", service.waitingForVectors);
  one("docent_memory_resident_bytes", "Memory of open indexes.", () => memory().residentBytes);
  one("docent_memory_resident_experts", "Experts whose index is open.", () => memory().residentExperts);
  one("docent_memory_budget_bytes", "Memory that open indexes may take.", () => memory().budgetBytes);
  one("docent_answer_threads", "Threads that answer questions.", () => answerThreads().running);
  const onThreads = "Questions that those threads worked on.";
  one("docent_answer_thread_questions_total", onThreads, () => answerThreads().questions);
  one("docent_database_bytes", "Size of the database, its log not counted.", service.databaseBytes);
  one("docent_database_free_bytes", "Bytes of the database that hold nothing.", service.databaseFreeBytes);
  readConnections(readers, service.sharedDatabase);
  readFiles(readers, service.sharedFiles);
  readJobs(readers, service.jobs);
  readPlaces(readers, service.gates);
  readBackup(readers, service);
}

function readBackup({ one }: Readers, { backupMadeAt, isBackupSound }: ObservedService): void {
  one("docent_backup_last_success_timestamp_seconds", "When the last whole backup was made.", () => {
    const madeAt = backupMadeAt();
    return madeAt && madeAt / 1000;
  });
  one("docent_backup_sound", "1: the newest backup is whole. 0: it lacks something, or failed.", () => {
    const isSound = isBackupSound();
    return isSound === null ? null : Number(isSound);
  });
}

/** With the names of every Prometheus client. @param startedAt milliseconds */
export function readProcess(registry: Pick<Registry, "read">, startedAt: number): void {
  const { one } = readersOf(registry);
  one("process_resident_memory_bytes", "Resident memory of the process.", () => process.memoryUsage.rss());
  one("process_cpu_seconds_total", "User and system time of the process.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  one("process_start_time_seconds", "When the process began, since the Unix epoch.", () => startedAt / 1000);
  one("process_open_fds", "Open file descriptors.", openFiles);
}

/** Linux only. */
function openFiles(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}
