/**
 * How fast documents become text, outlines and passages whose languages are known, in this thread: MB/s, pages/s, chunks/s, for
 * each kind.
 */
import { extract } from "../src/extraction/extract.ts";
import { findLanguages } from "../src/language/find-language.ts";
import { outlined } from "../src/language/structure/document-outline.ts";
import { cutDocument } from "../src/sources/conversation/turn-chunks.ts";
import { passageOutlines } from "../src/sources/outline/passage-outlines.ts";
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
  const { document: extracted } = await extract({ bytes: bytes.slice(), filename, declaredType: null });
  const document = outlined(extracted, "en");
  const passages = cutDocument(document, { language: "en" });
  findLanguages(passages.map(({ start, end }) => document.text.slice(start, end)));
  return passageOutlines(document, passages).length;
}

console.log("| kind | MB | MB/s | pages/s | chunks/s |\n|---|---|---|---|---|");
for (const kind of kinds) {
  const { megabytes, megabytesPerSecond, pagesPerSecond, chunksPerSecond } = await measure(kind);
  const pages = pagesPerSecond === null ? "-" : pagesPerSecond.toFixed(0);
  console.log(
    `| ${kind} | ${megabytes.toFixed(1)} | ${megabytesPerSecond.toFixed(1)} | ${pages} | ${chunksPerSecond.toFixed(0)} |`,
  );
}
