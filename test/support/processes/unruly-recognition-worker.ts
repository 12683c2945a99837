/** A recognition thread that dies at the second page and hangs at the fourth. */
import type { PageToRecognise, RecognitionReply } from "../../../src/worker/reading/threaded-recogniser.ts";
import { recognisedPage } from "../documents/recognised-pages.ts";

declare const self: Worker;

self.onmessage = ({ data: { page } }: MessageEvent<PageToRecognise>) => {
  if (page === 2) throw new Error("the picture kills the thread");
  if (page === 4) for (;;);
  self.postMessage({ kind: "done", page: recognisedPage([], { page }) } satisfies RecognitionReply);
};
