/** How fast documents become text and chunks, in this thread: MB/s, pages/s, chunks/s, for each kind. */
import { extract } from "../src/extraction/extract.ts";
import { chunk } from "../src/sources/chunker.ts";
import { type Kind, kinds, makeDocuments } from "./documents.ts";

interface Throughput {
  readonly kind: Kind;
  readonly megabytes: number;
  readonly megabytesPerSecond: number;
  readonly pagesPerSecond: number | null;
  readonly chunksPerSecond: number;
}

async function measure(kind: Kind): Promise<Throughput> {
  const documents = [...makeDocuments(kind, { documents: 8, paragraphs: 400, seed: 3 })];
  const [first] = documents;
  if (first !== undefined) await read(first.name, first.bytes);
  let chunks = 0;
  const began = performance.now();
  for (const { name, bytes } of documents) chunks += await read(name, bytes);
  const seconds = (performance.now() - began) / 1000;
  const megabytes = documents.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) / 1e6;
  const pages = documents.reduce((sum, each) => sum + (each.pages ?? 0), 0);
  return {
    kind,
    megabytes,
    megabytesPerSecond: megabytes / seconds,
    chunksPerSecond: chunks / seconds,
    pagesPerSecond: pages === 0 ? null : pages / seconds,
  };
}

async function read(filename: string, bytes: Uint8Array): Promise<number> {
  const { document } = await extract({ bytes: bytes.slice(), filename, declaredType: null });
  return chunk(document, { language: "en" }).length;
}

console.log("| kind | MB | MB/s | pages/s | chunks/s |\n|---|---|---|---|---|");
for (const kind of kinds) {
  const { megabytes, megabytesPerSecond, pagesPerSecond, chunksPerSecond } = await measure(kind);
  const pages = pagesPerSecond === null ? "-" : pagesPerSecond.toFixed(0);
  console.log(
    `| ${kind} | ${megabytes.toFixed(1)} | ${megabytesPerSecond.toFixed(1)} | ${pages} | ${chunksPerSecond.toFixed(0)} |`,
  );
}
