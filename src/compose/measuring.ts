import { buildInfo } from "../build-info.ts";
import { createRegistry } from "../http/metric-registry.ts";
import { createServiceMeters } from "../http/service-meters.ts";
import { type ObservedService, readProcess, readService } from "../http/service-state-gauges.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { Runner } from "../runner/runner.ts";
import type { IngestQueue } from "../sources/ports/queue-ports.ts";
import type { BackupSchedule } from "../upkeep/backup-schedule.ts";
import type { AnswerThreads } from "../worker/answer-threads.ts";
import type { DatabaseFacts } from "./database/opened-database.ts";
import type { PackVectors } from "./models/pack-vectors.ts";

interface ObservedParts extends Pick<ObservedService, "gates"> {
  readonly memory: MemoryService;
  readonly vectors: Pick<PackVectors, "waiting"> | null;
  readonly threads: AnswerThreads | null;
  readonly queue: IngestQueue;
  readonly facts: DatabaseFacts;
  readonly backups: BackupSchedule | null;
  readonly runner: Runner;
}

export type Measuring = ReturnType<typeof composeMeasuring>;

export function composeMeasuring() {
  const registry = createRegistry();
  const meters = createServiceMeters(registry);
  return {
    meters,
    expose: registry.expose,
    observe: ({ memory, threads, vectors, queue, facts, backups, gates, runner }: ObservedParts) => {
      readService(registry, {
        build: { ...buildInfo, bun: Bun.version },
        memory: () => memory.stats(),
        answerThreads: () => threads?.stats() ?? { running: 0, questions: 0 },
        waiting: () => queue.waiting(),
        waitingForVectors: () => vectors?.waiting() ?? null,
        jobs: runner.report,
        databaseBytes: facts.bytes,
        databaseFreeBytes: facts.freeBytes,
        sharedDatabase: async () => {
          const connections = facts.connections();
          return connections && { ...connections, isUp: (await facts.trouble())?.startsWith("database:") !== true };
        },
        sharedFiles: facts.files,
        backupMadeAt: () => backups?.madeAt ?? null,
        isBackupSound: () => (backups === null ? null : backups.trouble === null),
        gates,
      });
      readProcess(registry, Date.now() - process.uptime() * 1000);
    },
  };
}
