import type { Config, LiveConfig } from "../config/load-config.ts";
import type { ServiceState } from "../http/edge/service-state.ts";
import type { ServiceMeters } from "../http/service-meters.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdMint } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { Runner } from "../runner/runner.ts";
import type { RandomBytes } from "./accounts.ts";
import type { OpenedDatabase } from "./database/opened-database.ts";

export interface Foundation extends Pick<OpenedDatabase, "stores" | "files" | "shared" | "facts"> {
  readonly config: Config;
  /** As they are now: they can change while the service runs. */
  readonly live: () => LiveConfig;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly ids: IdMint;
  readonly log: Log;
  readonly meters: ServiceMeters;
  readonly runner: Runner;
  readonly state: ServiceState;
}
