import type { Awaitable } from "../../kernel/awaitable.ts";
import type { ExportOrder, ExportReport } from "../../storage/archives/expert-export.ts";
import type { CommandServices } from "../database/command-services.ts";

export interface ExportServices extends CommandServices {
  /** @throws ArchiveError if the file exists, cannot be written, or originals are missing; Fault `not_ready` */
  exportExpert(order: Omit<ExportOrder, "dataDir" | "database">): Awaitable<ExportReport>;
}
