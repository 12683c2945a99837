import type { Config, LiveConfig } from "../config/load-config.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdMint } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { ServiceMeters } from "../metrics/service-meters.ts";
import type { Database } from "../storage/database.ts";
import type { RandomBytes } from "./accounts.ts";
import type { Stores } from "./stores.ts";

/** The parts that all of compose needs. */
export interface Foundation {
  readonly config: Config;
  /** The settings that can change while the service runs, as they are now. */
  readonly live: () => LiveConfig;
  readonly database: Database;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly ids: IdMint;
  readonly log: Log;
  readonly meters: ServiceMeters;
}
