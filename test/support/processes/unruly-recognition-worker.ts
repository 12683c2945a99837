/** A recognition thread that dies at the second page, hangs at the fourth, and gets no turn at the sixth until a file is there. */
import { existsSync } from "node:fs";
import type { PageToRecognise, RecognitionReply } from "../../../src/worker/reading/threaded-recogniser.ts";
import { recognisedPage } from "../documents/recognised-pages.ts";

declare const self: Worker;

let pack = "";

self.onmessage = ({ data: { document, page } }: MessageEvent<PageToRecognise>) => {
  pack = document?.pack ?? pack;
  if (page === 2) throw new Error("the picture kills the thread");
  if (page === 4) for (;;);
  while (page === 6 && !existsSync(`${pack}.go`)) Bun.sleepSync(5);
  self.postMessage({ kind: "done", page: recognisedPage([], { page }) } satisfies RecognitionReply);
};
