import type { Expert } from "../experts/expert.ts";
import type { Reach } from "../experts/expert-service.ts";
import {
  DestinationUnavailable,
  DocumentRefused,
  type FolderDestination,
  type HeldChanges,
  type KeptSource,
} from "../folders/folder-destination.ts";
import { onePiece } from "../kernel/awaitable.ts";
import { Fault, type FaultCode } from "../kernel/fault.ts";
import { isId } from "../kernel/ids.ts";
import { oldestFirst } from "../kernel/stores/page.ts";
import type { HeldChange } from "../sources/mass-change.ts";
import type { Source } from "../sources/source.ts";
import type { SourceService } from "../sources/source-service.ts";
import type { Knowledge } from "./knowledge.ts";

/** Looks the expert up in each call, because it may be deleted and created again. */
export function expertDestination(
  { experts, sources, keeping }: Pick<Knowledge, "experts" | "sources" | "keeping">,
  reach: () => Promise<Reach>,
  name: string,
): FolderDestination {
  const expert = async () => experts.find(await reach(), name);
  return {
    list: () => translated(async () => Array.fromAsync(keptSources(sources, await expert()))),
    send: ({ path, filename, bytes, metadata }) =>
      translated(async () => {
        const facts = { type: "file", title: null, url: null, filename, declaredType: null, metadata } as const;
        const draft = { ...facts, externalId: path, content: onePiece(bytes) };
        const { source } = await sources.accept(await expert(), null, draft);
        return keptSource(source, path);
      }),
    find: (id) => translated(() => found(async () => sources.find(await expert(), id))),
    release: (mark, ids) =>
      translated(async () => {
        const given = ids.filter((id) => isId("source", id));
        const { held } = await keeping.release(await expert(), mark, given);
        return heldBy(held);
      }),
    replace: (mark, ids) =>
      translated(async () => {
        const given = ids.filter((id) => isId("source", id));
        return heldBy(await keeping.replace(await expert(), mark, given));
      }),
  };
}

function heldBy(held: HeldChange | null): HeldChanges | null {
  return held && { deletions: held.deletions.length, changes: held.changes.length, since: held.since };
}

async function* keptSources(sources: SourceService, expert: Expert): AsyncGenerator<KeptSource> {
  const filter = { status: null, externalId: null };
  for await (const source of oldestFirst((page) => sources.list(expert, filter, page)))
    if (source.externalId !== null) yield keptSource(source, source.externalId);
}

function keptSource({ id, sha256, status, failure, keepers }: Source, path: string): KeptSource {
  return { id, path, sha256, status, failure: failure?.message ?? null, keepers };
}

async function found(look: () => Promise<Source>): Promise<KeptSource | null> {
  try {
    const source = await look();
    return source.externalId === null ? null : keptSource(source, source.externalId);
  } catch (error) {
    if (error instanceof Fault && error.code === "source_not_found") return null;
    throw error;
  }
}

const ofDocument: readonly FaultCode[] = ["payload_too_large", "missing_required_parameter", "kept_elsewhere"];

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const isOfDocument = ofDocument.includes(error.code);
    throw isOfDocument ? new DocumentRefused(error.message, error) : new DestinationUnavailable(error.message, error);
  }
}
