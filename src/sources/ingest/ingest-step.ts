import type { Clock } from "../../kernel/clock.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import type { MemoryService } from "../../memory/memory-service.ts";
import type { VectorRows } from "../../memory/row-ports.ts";
import type { JobOutcome } from "../../runner/job-kind.ts";
import type { Extractor, PageRecogniser, RecognisedPages, UrlFetcher } from "../ports/document-ports.ts";
import type { IngestJob, IngestQueue } from "../ports/queue-ports.ts";
import type { OriginalFiles } from "../ports/store-ports.ts";

export interface IngestParts {
  readonly queue: IngestQueue;
  readonly files: OriginalFiles;
  readonly extractor: Extractor;
  readonly recogniser: PageRecogniser | null;
  readonly recognised: RecognisedPages;
  readonly fetcher: UrlFetcher;
  readonly clock: Clock;
  readonly log: Log;
  readonly memory: Pick<MemoryService, "refresh">;
  readonly vectors: VectorRows;
  readonly embedder: Embedder | null;
  readonly maxFileBytes: number;
  readonly readingThreads: number;
  readonly stageTimeout?: (stage: string, bytes: number) => number;
  readonly recoveryPause?: number;
}

export interface StepTools extends IngestParts {
  /** Experts whose need of a reindex was logged. */
  readonly advised: Set<ExpertId>;
  readonly signal: AbortSignal;
  /** Milliseconds for a picture of a page, with all attempts to turn it. */
  readonly pageTimeout: number;
  /** Later attempts continue from here, so this one does not count as a failure. */
  readonly cameFurther: () => void;
  /** Gives others a turn. @throws the signal's reason when it is aborted */
  readonly slice: () => Promise<void>;
  /** Lets the next document be read while this one is stored. */
  readonly leavePlace: () => void;
  readonly within: (stage: string, milliseconds: number) => void;
  readonly enter: (stage: string, total?: number) => void;
  /** For a stage that usually takes a moment, and is then not reported. */
  readonly enterBriefly: (stage: string, total?: number) => void;
}

/** `again`: the version waits for another kind of job or another attempt. */
export type IngestStep = (tools: StepTools, job: IngestJob) => Promise<JobOutcome>;
