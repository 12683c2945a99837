import { expect } from "bun:test";
import { extract } from "../../../src/extraction/extract.ts";
import type { Document } from "../../../src/sources/document.ts";

/** A document as lines `kind level: text`, with `--- page n` at the start of a page, for golden tests. */
export function outline(document: Document): string[] {
  const { text, blocks, pageStarts } = document;
  const pages = pageStarts ?? [];
  let page = 0;
  return blocks.flatMap((block) => {
    const lines: string[] = [];
    for (; page < pages.length && pages[page]! <= block.start; page++) lines.push(`--- page ${page + 1}`);
    return [
      ...lines,
      `${block.kind}${block.level > 0 ? ` ${block.level}` : ""}: ${text.slice(block.start, block.end)}`,
    ];
  });
}

/** The invariants of `Document`, for every format. */
export function expectWellFormed({ text, blocks, pageStarts, title }: Document): void {
  expect(text).toBe(text.normalize("NFC"));
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/);
  expect(text).toBe(text.trimEnd());
  let end = 0;
  for (const block of blocks) {
    const body = text.slice(block.start, block.end);
    expect(body).not.toBe("");
    expect(body).toBe(body.trim());
    expect(text.slice(end, block.start).trim()).toBe("");
    expect(block.start).toBeGreaterThanOrEqual(end);
    if (end > 0) expect(text.slice(end, block.start)).toContain("\n");
    expect(block.level).toBeWithin(block.kind === "heading" || block.kind === "list_item" ? 1 : 0, 10);
    if (block.kind === "heading") expect(block.level).toBeLessThanOrEqual(6);
    end = block.end;
  }
  expect(text.slice(end).trim()).toBe("");
  expect(title === null || (title === title.trim() && title !== "")).toBe(true);
  if (pageStarts !== null) {
    expect(pageStarts[0]).toBe(0);
    expect([...pageStarts].sort((one, other) => one - other)).toEqual([...pageStarts]);
    expect(pageStarts.at(-1)!).toBeLessThanOrEqual(text.length);
  }
}

export interface Extracted {
  readonly title: string | null;
  readonly mimeType: string;
  readonly outline: string[];
}

/** Extracts a test's file, checks the invariants of documents, and outlines it. */
export async function extracted(
  content: string | Uint8Array,
  filename: string | null,
  type?: string,
): Promise<Extracted> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const { document, mimeType } = await extract({ bytes, filename, declaredType: type ?? null });
  expectWellFormed(document);
  return { title: document.title, mimeType, outline: outline(document) };
}
