/** Recognises and keeps pages one by one; then the document is read. */
import type { JobOutcome } from "../../runner/job-kind.ts";
import { readOriginal } from "../original-reading.ts";
import type { IngestJob } from "../ports/queue-ports.ts";
import { isReadWith } from "../ports/recognised-page.ts";
import { readDocument } from "./document-reading.ts";
import type { StepTools } from "./ingest-step.ts";

const stage = "recognising";

/** Continues after the last kept page. @throws as `readDocument` */
export async function readPictures(tools: StepTools, job: IngestJob, numbers: readonly number[]): Promise<JobOutcome> {
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
      tools.log.debug("ingest.page", { source: job.sourceId, page: number });
      const page = await reading.page(number, signal);
      if (await queue.keepPage(job, { ...page, recogniser: recogniser.name })) tools.cameFurther();
      await tools.slice();
    }
  } finally {
    reading.close();
  }
  return readDocument(tools, job);
}
