/** The fields between `---` lines at the top of a Markdown file, as metadata that questions can filter by. */
import type { FolderMetadata } from "./folder-destination.ts";

/** Bytes of a file that are read. */
const mostHead = 16_384;
/** Most bytes of JSON for all fields together; further fields are left out. */
const mostMetadata = 6000;

/** Empty if there are none or they are not valid YAML. */
export function frontMatterOf(path: string, bytes: Uint8Array): FolderMetadata {
  if (!/\.(?:md|markdown|mdown|mkd)$/i.test(path)) return {};
  const head = new TextDecoder().decode(bytes.subarray(0, mostHead)).replace(/^\uFEFF/, "");
  const block = /^---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*$/m.exec(head);
  return block?.index === 0 ? metadataOf(parsed(block[1] ?? "")) : {};
}

function parsed(text: string): unknown {
  try {
    return Bun.YAML.parse(text);
  } catch {
    return null;
  }
}

/** The title is left out: it becomes the title of the source. */
function metadataOf(fields: unknown): FolderMetadata {
  const metadata: Record<string, FolderMetadata[string]> = {};
  let bytes = 0;
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return {};
  for (const [name, field] of Object.entries(fields)) {
    const value = name === "title" ? null : asMetadata(field);
    if (value === null) continue;
    bytes += Buffer.byteLength(JSON.stringify({ [name]: value }));
    if (bytes > mostMetadata) break;
    metadata[name] = value;
  }
  return metadata;
}

/** Null: metadata has no such values. */
function asMetadata(field: unknown): FolderMetadata[string] | null {
  if (typeof field === "string" || typeof field === "boolean") return field;
  if (typeof field === "number") return Number.isFinite(field) ? field : null;
  if (!Array.isArray(field)) return null;
  const texts = field.filter((each) => ["string", "number", "boolean"].includes(typeof each)).map(String);
  return texts.length === field.length ? texts : null;
}
