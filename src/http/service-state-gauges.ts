import { readdirSync } from "node:fs";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { MemoryStats } from "../memory/memory-service.ts";
import type { KindReport } from "../runner/job-kind.ts";
import type { Registry, Sample } from "./metric-registry.ts";

export interface SharedDatabase {
  readonly isUp: boolean;
  readonly failed: number;
  readonly most: number;
  /** Under way or waiting. */
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

const gauge = { type: "gauge" } as const;

function readConnections({ read }: Pick<Registry, "read">, state: ObservedService["sharedDatabase"]): void {
  const one = (type: "gauge" | "counter", name: string, help: string, pick: (found: SharedDatabase) => number) =>
    read({ type, name, help }, async () => {
      const found = await state();
      return found === null ? [] : [[pick(found)]];
    });
  one("gauge", "docent_database_up", "1: the database answers. 0: it does not.", ({ isUp }) => (isUp ? 1 : 0));
  one("gauge", "docent_database_max_connections", "Most connections of this node.", ({ most }) => most);
  const running = "Connections with a statement or transaction under way.";
  one("gauge", "docent_database_busy_connections", running, ({ busy, most }) => Math.min(busy, most));
  const waiting = "Statements and transactions that wait for a connection.";
  one("gauge", "docent_database_calls_waiting", waiting, ({ busy, most }) => Math.max(0, busy - most));
  const failed = "Statements and transactions that failed because the database did not answer.";
  one("counter", "docent_database_failures_total", failed, (found) => found.failed);
}

function readFiles({ read }: Pick<Registry, "read">, counts: ObservedService["sharedFiles"]): void {
  const several = (samples: (found: SharedFileCounts) => readonly Sample[]) => () => {
    const found = counts();
    return found === null ? [] : samples(found);
  };
  const counter = { type: "counter", labels: [] } as const;
  const requests = { name: "docent_files_requests_total", help: "Requests to the store of files." };
  read(
    { ...counter, ...requests },
    several((found) => [[found.requests]]),
  );
  const failures = { name: "docent_files_failures_total", help: "Requests to the store of files that failed." };
  read(
    { ...counter, ...failures },
    several((found) => [[found.failures]]),
  );
  const bytes = { name: "docent_files_bytes_total", help: "Bytes of files that were written or read." };
  const directions = (found: SharedFileCounts): readonly Sample[] => [
    [found.bytesWritten, "written"],
    [found.bytesRead, "read"],
  ];
  read({ type: "counter", ...bytes, labels: ["direction"] }, several(directions));
}

function readJobs({ read }: Pick<Registry, "read">, { jobs }: Pick<ObservedService, "jobs">): void {
  const each = (type: "gauge" | "counter", name: string, help: string, pick: (report: KindReport) => number) =>
    read({ type, name, help, labels: ["kind"] }, () => jobs().map((report): Sample => [pick(report), report.kind]));
  each("gauge", "docent_jobs_running", "Background jobs being worked on.", ({ running }) => running);
  const failing = "1: the last job failed and is repeated later. 0: none did.";
  each("gauge", "docent_jobs_failing", failing, ({ phase }) => (phase === "failing" ? 1 : 0));
  each("counter", "docent_jobs_total", "Background jobs that were done.", ({ done }) => done);
  each("counter", "docent_job_failures_total", "Failures of background jobs.", ({ failures }) => failures);
}

function readShared(
  registry: Pick<Registry, "read">,
  { sharedDatabase, sharedFiles }: Pick<ObservedService, "sharedDatabase" | "sharedFiles">,
): void {
  readConnections(registry, sharedDatabase);
  readFiles(registry, sharedFiles);
}

function readPlaces({ read }: Pick<Registry, "read">, { gates }: Pick<ObservedService, "gates">): void {
  const lanes = (pick: "taken" | "waiting") => () =>
    Object.entries(gates).map(([lane, gate]): Sample => [gate[pick], lane]);
  const labels = ["lane"];
  read({ ...gauge, name: "docent_places_taken", help: "Requests being worked on.", labels }, lanes("taken"));
  read({ ...gauge, name: "docent_places_waiting", help: "Requests waiting in line.", labels }, lanes("waiting"));
}

export function readService({ read }: Registry, service: ObservedService): void {
  const { version, commit, bun } = service.build;
  const one = (name: string, help: string, value: () => Awaitable<number>) =>
    read({ ...gauge, name, help }, async () => [[await value()]]);
  const build = { name: "docent_build_info", help: "What runs, in its labels.", labels: ["version", "commit", "bun"] };
  read({ ...gauge, ...build }, () => [[1, version, commit, bun]]);
  one("docent_queue_depth", "Sources that wait to be read.", service.waiting);
  const vectors = { name: "docent_vectors_waiting", help: "Passages that wait for a vector of the model pack." };
  read({ ...gauge, ...vectors }, async () => {
    const waiting = await service.waitingForVectors();
    return waiting === null ? [] : [[waiting]];
  });
  one("docent_memory_resident_bytes", "Memory of open indexes.", () => service.memory().residentBytes);
  one("docent_memory_resident_experts", "Experts whose index is open.", () => service.memory().residentExperts);
  one("docent_memory_budget_bytes", "Memory that open indexes may take.", () => service.memory().budgetBytes);
  one("docent_answer_threads", "Threads that answer questions.", () => service.answerThreads().running);
  const onThreads = { name: "docent_answer_thread_questions_total", help: "Questions that those threads worked on." };
  read({ type: "counter", ...onThreads }, () => [[service.answerThreads().questions]]);
  one("docent_database_bytes", "Size of the database, its log not counted.", service.databaseBytes);
  const unused = { name: "docent_database_free_bytes", help: "Bytes of the database that hold nothing." };
  read({ ...gauge, ...unused }, () => {
    const bytes = service.databaseFreeBytes();
    return bytes === null ? [] : [[bytes]];
  });
  readShared({ read }, service);
  readJobs({ read }, service);
  readPlaces({ read }, service);
  readBackup({ read }, service);
}

function readBackup({ read }: Pick<Registry, "read">, service: ObservedService): void {
  const backup = { name: "docent_backup_last_success_timestamp_seconds", help: "When the last whole backup was made." };
  read({ ...gauge, ...backup }, () => {
    const madeAt = service.backupMadeAt();
    return madeAt === null ? [] : [[madeAt / 1000]];
  });
  const sound = {
    name: "docent_backup_sound",
    help: "1: the newest backup is whole. 0: it lacks something, or failed.",
  };
  read({ ...gauge, ...sound }, () => {
    const isSound = service.isBackupSound();
    return isSound === null ? [] : [[isSound ? 1 : 0]];
  });
}

/** With the names of every Prometheus client. @param startedAt milliseconds */
export function readProcess({ read }: Registry, startedAt: number): void {
  const rss = { name: "process_resident_memory_bytes", help: "Resident memory of the process." };
  read({ ...gauge, ...rss }, () => [[process.memoryUsage.rss()]]);
  const cpu = { name: "process_cpu_seconds_total", help: "User and system time of the process." };
  read({ type: "counter", ...cpu }, () => {
    const { user, system } = process.cpuUsage();
    return [[(user + system) / 1e6]];
  });
  const start = { name: "process_start_time_seconds", help: "When the process began, since the Unix epoch." };
  read({ ...gauge, ...start }, () => [[startedAt / 1000]]);
  read({ ...gauge, name: "process_open_fds", help: "Open file descriptors." }, openFiles);
}

/** Linux only. */
function openFiles(): Sample[] {
  try {
    return [[readdirSync("/proc/self/fd").length]];
  } catch {
    return [];
  }
}
