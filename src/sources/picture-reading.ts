/** A job of its own: pages that are only pictures are read one after the other, and each is kept; then the document is read. */
import type { JobOutcome } from "../runner/job-kind.ts";
import { readDocument } from "./document-reading.ts";
import type { StepTools } from "./ingest-step.ts";
import { readOriginal } from "./original-reading.ts";
import type { IngestJob } from "./ports/queue-ports.ts";
import type { RecognisedPage } from "./ports/recognised-page.ts";

const stage = "recognising";

/** After the end of the process it goes on behind the last page that was kept. @throws as `readDocument` does */
export async function readPictures(tools: StepTools, job: IngestJob, numbers: readonly number[]): Promise<JobOutcome> {
  const { scans, queue, clock, files, signal } = tools;
  if (scans === null) throw new Error("nothing reads pictures");
  const { recogniser, pages } = scans;
  const { versionNo, language } = job;
  const recognised: RecognisedPage[] = [...(await pages.of(versionNo, recogniser.name))];
  const known = new Set(recognised.map(({ page }) => page));
  const bytes = () => readOriginal({ id: job.sourceId }, () => files.read(versionNo));
  const reading = recogniser.open({ bytes, language });
  try {
    for (const [done, number] of numbers.entries()) {
      if (known.has(number)) continue;
      tools.within(stage, tools.pageTimeout);
      await queue.progress(job, stage, { done, total: numbers.length, at: clock.now() });
      const page = await reading.page(number, signal);
      await pages.keep(versionNo, recogniser.name, page);
      recognised.push(page);
      await tools.slice();
    }
  } finally {
    reading.close();
  }
  return readDocument(tools, job, recognised);
}
