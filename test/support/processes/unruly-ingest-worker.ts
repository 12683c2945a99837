/** An ingest thread that misbehaves as the file's name says. */
import type { IngestReply, IngestRequest } from "../../../src/worker/reading/threaded-extractor.ts";

declare const self: Worker;

const reply = (message: IngestReply) => self.postMessage(message);
const held: number[][] = [];
let served = 0;

self.onmessage = ({ data: { filename, bytes } }: MessageEvent<IngestRequest>) => {
  served += 1;
  switch (filename) {
    case "hang":
      for (;;);
    case "eat":
      for (;;) held.push(Array.from({ length: 10_000 }, () => served));
    case "throw":
      throw new Error("out of order");
    case "exit":
      return process.exit(3);
    case "break":
      return reply({ kind: "broken", description: "a defect" });
    case "refuse":
      return reply({ kind: "refused", code: "corrupt_file", message: "The file is damaged." });
    default: {
      reply({ kind: "stage", stage: "chunking" });
      const text = `${new TextDecoder().decode(bytes)}, the ${served}. of this thread`;
      reply({
        kind: "done",
        extraction: {
          text,
          title: null,
          pageCount: null,
          warnings: [],
          mimeType: "text/plain",
          language: "und",
          chunks: [],
        },
      });
    }
  }
};
