import type { CapabilitiesObject } from "../../api/shapes.ts";
import type { Upload } from "../../client/adding.ts";
import { UsageError } from "../command.ts";
import { formatBytes } from "../terminal/text-table.ts";
import { findFiles, type LocalFile } from "./folder-files.ts";

export type AcceptedFiles = ReturnType<typeof acceptedFiles>;

/** `extensions`: in lower case, without the dot; also names such as `makefile`. */
export function acceptedFiles({ formats, limits }: CapabilitiesObject) {
  const extensions = new Set(formats.flatMap((format) => format.extensions));
  return { fileBytes: limits.file_bytes ?? Number.POSITIVE_INFINITY, extensions };
}

export interface FileNaming {
  readonly title: string | null;
  /** Whether the path in the folder becomes the external id. */
  readonly byPath: boolean;
}

/** `-` is standard input. @throws UsageError, StartError if nothing is at a path */
export async function gather(paths: readonly string[], abilities: AcceptedFiles, naming: FileNaming) {
  const isFile = (path: string) => path !== "-" && !isAddress(path);
  const { files, unreadable, skipped } = await findFiles(paths.filter(isFile), abilities.extensions);
  if (naming.byPath) refuseSameNames(files);
  const { title } = naming;
  const unnamed = { filename: null, title, externalId: null };
  const input = paths.includes("-") ? [await readInput(Bun.stdin.stream(), abilities.fileBytes)] : [];
  const named = [
    ...files.map((file) => ({ name: file.path, upload: fileUpload(file, naming) })),
    ...paths.filter(isAddress).map((url) => ({ name: url, upload: uploadOf({ url }, unnamed) })),
    ...input.map((content) => ({ name: title ?? "standard input", upload: uploadOf(content, unnamed) })),
  ];
  if (title !== null && named.length > 1) throw new UsageError("--title can be used with one document only.");
  const additions = [
    ...named.map((each) => ({ ...each, obstacle: obstacleTo(each.upload, abilities) })),
    ...unreadable.map(({ path, reason }) => {
      return { name: path, upload: uploadOf(new Blob(), unnamed), obstacle: reason };
    }),
  ];
  return { additions, skipped };
}

function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

function fileUpload({ path, name }: LocalFile, { title, byPath }: FileNaming): Upload {
  const filename = name.split("/").at(-1) ?? name;
  return uploadOf(Bun.file(path), { filename, title, externalId: byPath ? name : null });
}

function uploadOf(content: Upload["content"], facts: Omit<Upload, "content" | "idempotencyKey">): Upload {
  return { content, ...facts, idempotencyKey: `docent-ingest-${crypto.randomUUID()}` };
}

/** Checked here because the service would refuse the file only after it was sent. */
function obstacleTo({ content }: Upload, { fileBytes }: AcceptedFiles): string | null {
  return content instanceof Blob && content.size > fileBytes
    ? `It has ${formatBytes(content.size)}, and the service accepts at most ${formatBytes(fileBytes)}.`
    : null;
}

/** Such files would replace each other in every run. */
function refuseSameNames(files: readonly LocalFile[]): void {
  const paths = new Map<string, string>();
  for (const { path, name } of files) {
    const other = paths.get(name);
    if (other !== undefined) {
      throw new UsageError(
        `${other} and ${path} would both be named ${name}. Give the folder above both, or run the command once for each.`,
      );
    }
    paths.set(name, path);
  }
}

/** In memory, so that it can be sent again. Stops beyond the limit, where the service refuses it. */
async function readInput(input: ReadableStream<Uint8Array>, most: number): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of input) {
    pieces.push(new Uint8Array(piece));
    bytes += piece.byteLength;
    if (bytes > most) break;
  }
  return new Blob(pieces);
}
