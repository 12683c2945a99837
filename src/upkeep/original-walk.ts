/** A file counts only with the bytes that its row names. */
import type { AnyIterable } from "../kernel/awaitable.ts";
import { Fault } from "../kernel/fault.ts";
import type { OriginalFiles } from "../sources/ports/store-ports.ts";

export interface MovedOriginal {
  readonly no: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly name: string;
}

export interface MovedOriginals {
  named(): AnyIterable<MovedOriginal>;
  held(): AnyIterable<MovedOriginal>;
  readonly from: Pick<OriginalFiles, "stream">;
  readonly to: Pick<OriginalFiles, "isWhole" | "receive" | "remove">;
}

/** Before their rows, which alone know of them. */
export async function dropOriginals({ named, held, to }: MovedOriginals): Promise<void> {
  const there = new Set<number>();
  for await (const { no } of held()) there.add(no);
  if (there.size === 0) return;
  for await (const { no } of named()) there.delete(no);
  await to.remove([...there]);
}

const atOnce = 4;

export async function walkOriginals(originals: MovedOriginals, progress: (done: number) => void) {
  const missing: MovedOriginal[] = [];
  let [whole, bytes, copied] = [0, 0, 0];
  const settle = async (file: MovedOriginal) => {
    const outcome = await settled(originals, file);
    if (outcome === "missing") missing.push(file);
    else if (outcome === "copied") copied += 1;
    else [whole, bytes] = [whole + 1, bytes + file.bytes];
    progress(whole + copied);
  };
  let next: MovedOriginal[] = [];
  for await (const file of originals.named()) {
    next.push(file);
    if (next.length < atOnce) continue;
    await Promise.all(next.map(settle));
    next = [];
  }
  await Promise.all(next.map(settle));
  return { whole, bytes, copied, missing: missing.toSorted((a, b) => a.no - b.no) };
}

async function settled(
  { from, to }: MovedOriginals,
  { no, bytes, sha256 }: MovedOriginal,
): Promise<"whole" | "copied" | "missing"> {
  if (await to.isWhole(no, sha256)) return "whole";
  const content = await from.stream(no).catch(() => null);
  if (content === null) return "missing";
  const received = await to.receive(content, bytes).catch((error: unknown) => {
    if (error instanceof Fault && error.code === "payload_too_large") return null;
    throw error;
  });
  if (received?.sha256 !== sha256) {
    received?.discard();
    return "missing";
  }
  await received.keep(no);
  return "copied";
}
