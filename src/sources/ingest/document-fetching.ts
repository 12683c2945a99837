import type { Awaitable } from "../../kernel/awaitable.ts";
import type { JobOutcome } from "../../runner/job-kind.ts";
import type { IngestJob } from "../ports/queue-ports.ts";
import type { StepTools } from "./ingest-step.ts";

const reportEvery = 1_000_000;

/** @throws FetchError, StageTimeout, Fault `payload_too_large`, `storage_full` */
export async function fetchDocument(tools: StepTools, job: IngestJob): Promise<JobOutcome> {
  const { queue, files, fetcher, clock, signal } = tools;
  tools.enter("fetching");
  const document = await fetcher.open(job.fetchUrl ?? "", signal);
  const report = (done: number) =>
    queue.progress(job, "fetching", { done, total: Math.max(done, document.bytes ?? 0), at: clock.now() });
  const file = await files.receive(counted(document.content, report), tools.maxFileBytes);
  try {
    signal.throwIfAborted();
    const { workspaceId, expertId, keyId } = job;
    const usage = { workspaceId, expertId, keyId, at: clock.now(), add: { bytes: file.bytes } };
    return (await queue.fetched(job, { ...document, file }, usage)) ? "again" : "done";
  } finally {
    file.discard();
  }
}

async function* counted(content: AsyncIterable<Uint8Array>, report: (done: number) => Awaitable<void>) {
  let done = 0;
  let reported = 0;
  for await (const piece of content) {
    done += piece.byteLength;
    if (done - reported >= reportEvery) {
      await report(done);
      reported = done;
    }
    yield piece;
  }
}
