/** Nodes share snapshots, so that one builds an index. If sharing fails, each builds its own. */
import { replaceFile } from "../../kernel/atomic-file.ts";
import { isMissing } from "../../kernel/error-code.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { type SharedFiles, snapshotsFolder } from "../../kernel/stores/shared-files.ts";

export type SharedSnapshots = ReturnType<typeof shareSnapshots>;

interface SharedSnapshotParts {
  readonly files: SharedFiles;
  readonly log: Log;
  readonly interval?: number;
}

/** Milliseconds; long, because indexes are large. */
const usualInterval = 600_000;
/** A node may be fetching the one before the newest. */
const kept = 2;

export function shareSnapshots({ files, log, interval = usualInterval }: SharedSnapshotParts) {
  const publishedAt = new Map<ExpertId, number>();
  const running = new Set<Promise<void>>();
  const begin = (work: Promise<void>, expert: ExpertId) => {
    const notShared = (error: unknown) => log.error("memory.snapshot_not_shared", error, { expert });
    const done = work.catch(notShared).finally(() => running.delete(done));
    running.add(done);
  };
  return {
    /** Skipped if too soon, or if another node has published this revision or a later one. */
    saved: (expert: ExpertId, path: string, revision: number) => {
      const before = publishedAt.get(expert) ?? Number.NEGATIVE_INFINITY;
      if (performance.now() - before < interval) return;
      publishedAt.set(expert, performance.now());
      begin(publish(files, { expert, path, revision }), expert);
    },
    ...fetching({ files, log }),
    discard: (expert: ExpertId) => {
      publishedAt.delete(expert);
      begin(published(files, expert).then(files.remove), expert);
    },
    idle: async () => {
      await Promise.all(running);
    },
  };
}

function fetching({ files, log }: SharedSnapshotParts) {
  return {
    /** After this revision, newest first; empty if files are unreachable. */
    newest: async (expert: ExpertId, after: number): Promise<readonly string[]> => {
      try {
        const all = await published(files, expert);
        return all.filter((name) => revisionIn(name, expert) > after).toReversed();
      } catch (error) {
        log.error("memory.snapshot_not_fetched", error, { expert });
        return [];
      }
    },
    copy: async (name: string, path: string) => {
      try {
        await replaceFile(path, await files.stream(name));
        return true;
      } catch (error) {
        if (!isMissing(error)) log.error("memory.snapshot_not_fetched", error, { name });
        return false;
      }
    },
  };
}

interface Saved {
  readonly expert: ExpertId;
  readonly path: string;
  readonly revision: number;
}

const digits = 16;

async function publish(files: SharedFiles, { expert, path, revision }: Saved): Promise<void> {
  const wanted = folderOf(expert) + String(revision).padStart(digits, "0");
  const before = await published(files, expert);
  if (before.some((name) => name.slice(0, wanted.length) >= wanted)) return;
  await files.put(`${wanted}-${Bun.randomUUIDv7()}`, Bun.file(path).stream());
  const all = await published(files, expert);
  await files.remove(all.slice(0, -kept));
}

async function published(files: SharedFiles, expert: ExpertId): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const page = await files.list(folderOf(expert), found.at(-1) ?? "");
    if (page.length === 0) return found;
    found.push(...page);
  }
}

const folderOf = (expert: ExpertId) => `${snapshotsFolder}${expert}/`;

function revisionIn(name: string, expert: ExpertId): number {
  const { length } = folderOf(expert);
  return Number(name.slice(length, length + digits));
}
