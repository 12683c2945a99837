/** A sense thread that misbehaves as the first title says. Its vectors count its batches. */
import type { SenseVector } from "../../../src/memory/sense.ts";
import type { ServedReply } from "../../../src/worker/thread-serving.ts";
import type { SenseRequest } from "../../../src/worker/threaded-sense.ts";

declare const self: Worker;

const reply = (message: ServedReply<readonly SenseVector[]>) => self.postMessage(message);
let served = 0;

self.onmessage = ({ data: { texts } }: MessageEvent<SenseRequest>) => {
  served += 1;
  switch (texts[0]?.title) {
    case "hang":
      for (;;);
    case "throw":
      throw new Error("out of order");
    case "exit":
      return process.exit(3);
    case "break":
      return reply({ kind: "broken", description: "a defect" });
    default: {
      const vectors = texts.map(({ text }) => ({ terms: Uint16Array.of(text.length), weights: Uint8Array.of(served) }));
      return reply({ kind: "done", value: vectors });
    }
  }
};
