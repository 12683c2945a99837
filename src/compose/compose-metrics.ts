/** The part of composing that measures. */
import type { BackupSchedule } from "../backups/backup-schedule.ts";
import { buildInfo } from "../build-info.ts";
import type { LiveConfig } from "../config/load-config.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import { createRegistry } from "../metrics/metric-registry.ts";
import { createServiceMeters, type ServiceMeters } from "../metrics/service-meters.ts";
import { type ObservedService, readProcess, readService } from "../metrics/service-state-gauges.ts";
import type { IngestQueue } from "../sources/ports.ts";
import type { Database } from "../storage/database.ts";

export interface Measuring {
  readonly meters: ServiceMeters;
  expose(): string;
  /** Adds what is read from the parts of the service. */
  observe(service: Observed): void;
}

interface Observed extends Pick<ObservedService, "gates"> {
  readonly memory: MemoryService;
  readonly queue: IngestQueue;
  readonly database: Database;
  readonly backups: BackupSchedule | null;
}

export function createMeasuring(): Measuring {
  const registry = createRegistry();
  const meters = createServiceMeters(registry);
  return {
    meters,
    expose: registry.expose,
    observe: ({ memory, queue, database, backups, gates }) => {
      readService(registry, {
        build: { ...buildInfo, bun: Bun.version },
        memory: () => memory.stats(),
        waiting: () => queue.waiting(),
        databaseBytes: () => database.bytes(),
        backupMadeAt: () => backups?.madeAt ?? null,
        gates,
      });
      readProcess(registry, Date.now() - process.uptime() * 1000);
    },
  };
}

/** What the HTTP side needs of it. */
export function meteredSide({ meters, expose }: Measuring, live: () => LiveConfig) {
  return { meter: meters.request, metrics: { expose, access: () => live().metrics } };
}
