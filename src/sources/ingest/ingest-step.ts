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
  /** Reads pages that are only pictures; null: nothing does. */
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
  /** Experts for which the log line about a reindex was already written. */
  readonly advised: Set<ExpertId>;
  readonly signal: AbortSignal;
  /** Milliseconds that the picture of a page may take, however often it is turned. */
  readonly pageTimeout: number;
  /** What was done of it will not be lost: later attempts begin there, and this one is no failure so far. */
  readonly cameFurther: () => void;
  /** Lets others have their turn. @throws the signal's reason when it is aborted */
  readonly slice: () => Promise<void>;
  /** The next document can be read while this one is stored. */
  readonly leavePlace: () => void;
  readonly within: (stage: string, milliseconds: number) => void;
  readonly enter: (stage: string, total?: number) => void;
  /** The same for a stage that is usually over in a moment, and then not reported. */
  readonly enterBriefly: (stage: string, total?: number) => void;
}

/** `again`: the version is in the queue again, for another kind of job or another attempt. */
export type IngestStep = (tools: StepTools, job: IngestJob) => Promise<JobOutcome>;
