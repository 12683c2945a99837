/** Extracts what it is sent on a thread of its own, as the ingest thread does; answers with the text or the error's code. */
import { extract } from "../../src/extraction/extract.ts";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  const answer = await extract({ bytes: data, filename: null, declaredType: null }).then(
    ({ document }) => document.text,
    (error) => error.code,
  );
  self.postMessage(answer);
};
