import type { ReleaseObject, SourceObject } from "../../api/shapes.ts";
import { ApiError, DocentError } from "../../client/client-error.ts";
import type { DocentClient } from "../../client/docent-client.ts";
import {
  DestinationUnavailable,
  DocumentRefused,
  type FolderDestination,
  type KeptSource,
} from "../../folders/folder-destination.ts";

export function serviceDestination(client: DocentClient, expert: string): FolderDestination {
  return {
    list: () =>
      translated(async () => {
        const kept: KeptSource[] = [];
        for await (const source of client.listSources(expert)) kept.push(...keptSource(source));
        return kept;
      }),
    send: ({ path, filename, bytes, metadata }) =>
      translated(async () => {
        const idempotencyKey = `docent-folder-${crypto.randomUUID()}`;
        const facts = { filename, external_id: path, metadata };
        const [kept] = keptSource(await client.addFile(expert, new Blob([bytes]), facts, { idempotencyKey, wait: 0 }));
        if (kept !== undefined) return kept;
        throw new DestinationUnavailable("The service does not keep the external id of a source.");
      }),
    find: (id) =>
      translated(async () => {
        const [kept] = await unlessGone(async () => keptSource(await client.getSource(expert, id)), []);
        return kept ?? null;
      }),
    release: (mark, ids) =>
      translated(async () => heldIn(await client.releaseSources(expert, mark, { sources: [...ids] }))),
    replace: (mark, ids) =>
      translated(async () => heldIn(await client.releaseSources(expert, mark, { alike: [...ids] }))),
  };
}

function keptSource({ id, external_id: path, sha256, status, error, keepers }: SourceObject): readonly KeptSource[] {
  return path === null ? [] : [{ id, path, sha256, status, failure: error?.message ?? null, keepers }];
}

function heldIn({ held }: ReleaseObject) {
  return held && { deletions: held.deletions, changes: held.changes, since: Date.parse(held.since) };
}

async function unlessGone<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === "source_not_found") return otherwise;
    throw error;
  }
}

const ofDocument: readonly number[] = [400, 413, 415, 422];

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DocentError)) throw error;
    throw error instanceof ApiError && (ofDocument.includes(error.status) || error.code === "kept_elsewhere")
      ? new DocumentRefused(error.message, error)
      : new DestinationUnavailable(error.message, error);
  }
}
