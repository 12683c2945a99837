/** A recognition thread that dies at the second page, hangs at the fourth, and gets no turn for three seconds at the sixth. */
import type { PageToRecognise, RecognitionReply } from "../../../src/worker/reading/threaded-recogniser.ts";
import { recognisedPage } from "../documents/recognised-pages.ts";

declare const self: Worker;

self.onmessage = ({ data: { page } }: MessageEvent<PageToRecognise>) => {
  if (page === 2) throw new Error("the picture kills the thread");
  if (page === 4) for (;;);
  if (page === 6) Bun.sleepSync(3000);
  self.postMessage({ kind: "done", page: recognisedPage([], { page }) } satisfies RecognitionReply);
};
