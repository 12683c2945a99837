import { frontMatterOf } from "../language/text/front-matter.ts";
import type { FolderMetadata } from "./folder-destination.ts";

const mostHead = 16_384;
/** Bytes of JSON; further fields are left out. */
const mostMetadata = 6000;

export function metadataIn(path: string, bytes: Uint8Array): FolderMetadata {
  if (!/\.(?:md|markdown|mdown|mkd)$/i.test(path)) return {};
  return metadataOf(frontMatterOf(new TextDecoder().decode(bytes.subarray(0, mostHead)))?.fields ?? {});
}

/** Without the title, which becomes the title of the source. */
function metadataOf(fields: Readonly<Record<string, unknown>>): FolderMetadata {
  const metadata: Record<string, FolderMetadata[string]> = {};
  let bytes = 0;
  for (const [name, field] of Object.entries(fields)) {
    const value = name === "title" ? null : asMetadata(field);
    if (value === null) continue;
    bytes += Buffer.byteLength(JSON.stringify({ [name]: value }));
    if (bytes > mostMetadata) break;
    metadata[name] = value;
  }
  return metadata;
}

function asMetadata(field: unknown): FolderMetadata[string] | null {
  if (typeof field === "string" || typeof field === "boolean") return field;
  if (typeof field === "number") return Number.isFinite(field) ? field : null;
  if (!Array.isArray(field)) return null;
  const texts = field.filter((each) => ["string", "number", "boolean"].includes(typeof each)).map(String);
  return texts.length === field.length ? texts : null;
}
