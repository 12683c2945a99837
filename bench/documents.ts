/** Documents of one kind and size, made from the corpus, for the ingest bench. */
import { docx, paragraph } from "../test/support/documents/office-files.ts";
import { pdf } from "../test/support/documents/pdf-writer.ts";
import { passages } from "./corpus.ts";

export interface BenchDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** For paged ones. */
  readonly pages: number | null;
}

export const kinds = ["text", "html", "pdf", "docx"] as const;
export type Kind = (typeof kinds)[number];

export interface DocumentWish {
  readonly documents: number;
  /** Of 120 words each. */
  readonly paragraphs: number;
  readonly seed: number;
}

/** The same for the same wish. */
export function* makeDocuments(kind: Kind, { documents, paragraphs, seed }: DocumentWish): Generator<BenchDocument> {
  let texts: string[] = [];
  for (const { no, text } of passages(documents * paragraphs, seed)) {
    if (texts.push(text) < paragraphs) continue;
    yield documentOf(kind, texts, no / paragraphs);
    texts = [];
  }
}

function documentOf(kind: Kind, texts: readonly string[], number: number): BenchDocument {
  const encode = (text: string) => new TextEncoder().encode(text);
  switch (kind) {
    case "text":
      return { name: `${number}.txt`, bytes: encode(texts.join("\n\n")), pages: null };
    case "html":
      return { name: `${number}.html`, bytes: encode(htmlOf(texts)), pages: null };
    case "pdf":
      return { name: `${number}.pdf`, bytes: pdfOf(texts), pages: Math.ceil(texts.length / paragraphsAPage) };
    case "docx":
      return {
        name: `${number}.docx`,
        bytes: docx({ body: texts.map((text) => paragraph(escaped(text))).join("") }),
        pages: null,
      };
  }
}

function htmlOf(texts: readonly string[]): string {
  const sections = texts.map(
    (text, i) => `${i % 10 === 0 ? `<h2>Part ${i / 10 + 1}</h2>` : ""}<p>${escaped(text)}</p>`,
  );
  return `<!doctype html><title>Addresses</title><nav><a href="/">Home</a></nav><main>${sections.join("\n")}</main>`;
}

const paragraphsAPage = 4;
const wordsALine = 12;

function pdfOf(texts: readonly string[]): Uint8Array {
  const pages: string[][] = [];
  for (let at = 0; at < texts.length; at += paragraphsAPage) pages.push(texts.slice(at, at + paragraphsAPage));
  return pdf(
    pages.map((paragraphs) => paragraphs.flatMap(linesOf).map((text, line) => ({ text, x: 60, y: 780 - 14 * line }))),
  );
}

function linesOf(text: string): string[] {
  const words = text
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .split(" ");
  return Array.from({ length: Math.ceil(words.length / wordsALine) }, (_, i) =>
    words.slice(i * wordsALine, (i + 1) * wordsALine).join(" "),
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
