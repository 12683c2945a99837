/**
 * A job of its own: pages that are only pictures are read one after the other, and each is kept; then the document is read. One
 * version has its pictures read at a time. Others go back to the queue, where experts take turns and no attempt is counted.
 */
import type { ExpertId } from "../kernel/ids.ts";
import type { JobOutcome, LaneHandle } from "../runner/job-kind.ts";
import { isReadWith, readDocument } from "./document-reading.ts";
import type { IngestParts, StepTools } from "./ingest-step.ts";
import { readOriginal } from "./original-reading.ts";
import type { IngestJob } from "./ports/queue-ports.ts";

/** A version, and its pages to be read from pictures. */
export interface PictureJob {
  readonly job: IngestJob;
  readonly numbers: readonly number[];
}

export interface PictureWork {
  /** Pages of a version that waited before; null: it is not known to have pictures. */
  numbersOf(job: IngestJob): readonly number[] | null;
  /** Versions that are not to be taken from the queue now. */
  waiting(): Iterable<number>;
  /** The expert after which another has its turn, where a version that waits may be taken. */
  served(): ExpertId | null;
  hand(picture: PictureJob): Promise<JobOutcome>;
  /** The one that was handed, if any. */
  take(): readonly PictureJob[];
  held(): readonly IngestJob[];
  /** The version was read, or is not to be read any more. */
  forget(versionNo: number): void;
  stop(): void;
}

interface PictureWorkParts extends Pick<IngestParts, "queue" | "clock"> {
  /** Null: nothing reads pictures. */
  readonly lane: () => LaneHandle<PictureJob> | null;
  /** Another version may be handed. */
  readonly free: () => void;
}

export function createPictureWork({ queue, clock, lane, free }: PictureWorkParts): PictureWork {
  const known = new Map<number, readonly number[]>();
  let handed: PictureJob | null = null;
  let last: ExpertId | null = null;
  const hasPlace = () => handed === null && lane()?.held().length === 0;
  return {
    numbersOf: ({ versionNo }) => known.get(versionNo) ?? null,
    waiting: () => (hasPlace() ? [] : known.keys()),
    served: () => (known.size > 0 && hasPlace() ? last : null),
    hand: async (picture) => {
      const { job, numbers } = picture;
      known.set(job.versionNo, numbers);
      if (hasPlace()) {
        handed = picture;
        last = job.expertId;
        lane()?.wake();
      } else await queue.release(job, clock.now(), false);
      return "again";
    },
    take: () => {
      const taken = handed === null ? [] : [handed];
      handed = null;
      if (taken.length === 0 && known.size > 0) free();
      return taken;
    },
    held: () => [...(lane()?.held() ?? []), ...(handed === null ? [] : [handed])].map(({ job }) => job),
    forget: (versionNo) => {
      if (known.delete(versionNo) && handed?.job.versionNo === versionNo) handed = null;
    },
    stop: () => {
      if (handed !== null) void queue.release(handed.job, clock.now(), false);
    },
  };
}

const stage = "recognising";

/** After the end of the process it goes on behind the last page that was kept. @throws as `readDocument` does */
export async function readPictures(tools: StepTools, { job, numbers }: PictureJob): Promise<JobOutcome> {
  const { recogniser, recognised, queue, clock, files, signal } = tools;
  if (recogniser === null) throw new Error("nothing reads pictures");
  const { versionNo, language } = job;
  const kept = (await recognised.of(versionNo)).filter((page) => isReadWith(page, recogniser));
  const known = new Set(kept.map(({ page }) => page));
  const bytes = () => readOriginal({ id: job.sourceId }, () => files.read(versionNo));
  const reading = recogniser.open({ bytes, language });
  try {
    for (const [done, number] of numbers.entries()) {
      if (known.has(number)) continue;
      tools.within(stage, tools.pageTimeout);
      await queue.progress(job, stage, { done, total: numbers.length, at: clock.now() });
      const page = await reading.page(number, signal);
      if (await queue.keepPage(job, { ...page, recogniser: recogniser.name })) tools.cameFurther();
      await tools.slice();
    }
  } finally {
    reading.close();
  }
  return readDocument(tools, job);
}
