/** Packs the console's files into one file for the executable: a line of JSON, then their bytes. */
import type { ConsoleFile } from "../../http/surfaces/console-routes.ts";

const forms = ["plain", "gzip", "brotli"] as const;
type Form = (typeof forms)[number];

interface PackEntry extends Pick<ConsoleFile, "type" | "isHashed" | "etag"> {
  readonly name: string;
  readonly sizes: Readonly<Record<Form, number>>;
}

export function packConsole(files: ReadonlyMap<string, ConsoleFile>): Uint8Array<ArrayBuffer> {
  const entries: PackEntry[] = [...files].map(([name, { type, isHashed, etag, ...bytes }]) => ({
    name,
    type,
    isHashed,
    etag,
    sizes: { plain: bytes.plain.length, gzip: bytes.gzip.length, brotli: bytes.brotli.length },
  }));
  const head = new TextEncoder().encode(`${JSON.stringify(entries)}\n`);
  const bodies = [...files.values()].flatMap((file) => forms.map((form) => file[form]));
  return new Uint8Array(Buffer.concat([head, ...bodies]));
}

export function unpackConsole(pack: Uint8Array<ArrayBuffer>): ReadonlyMap<string, ConsoleFile> {
  const end = pack.indexOf(10);
  const entries: PackEntry[] = JSON.parse(new TextDecoder().decode(pack.subarray(0, end)));
  let at = end + 1;
  const next = (size: number) => {
    at += size;
    return pack.subarray(at - size, at);
  };
  return new Map(
    entries.map(({ name, sizes, ...facts }) => [
      name,
      { ...facts, plain: next(sizes.plain), gzip: next(sizes.gzip), brotli: next(sizes.brotli) },
    ]),
  );
}
