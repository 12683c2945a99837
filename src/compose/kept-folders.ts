import type { Config } from "../config/load-config.ts";
import type { KeptFolderConfig } from "../config/setting-values.ts";
import type { ExpertService, Reach } from "../experts/expert-service.ts";
import { supportedFormats } from "../extraction/supported-formats.ts";
import type { FolderFiles, WatchedFolder } from "../folders/file-work.ts";
import { FolderKeeper } from "../folders/folder-keeper.ts";
import { randomMark } from "../folders/folder-marker.ts";
import type { FolderLook, FolderState } from "../folders/folder-state.ts";
import { systemReports, watchFolder } from "../folders/folder-watcher.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { Log } from "../kernel/log.ts";
import type { WorkspaceService } from "../keys/workspace-service.ts";
import type { Runner } from "../runner/runner.ts";
import type { KeepingService } from "../sources/keeping-service.ts";
import type { SourceService } from "../sources/source-service.ts";
import { threadedFolderFiles } from "../worker/threaded-folder-files.ts";
import { workerEntries } from "../worker-entries.ts";
import { expertDestination } from "./expert-destination.ts";
import { formatsIn } from "./models/chosen-recogniser.ts";

export function folderOnThread(folder: WatchedFolder): FolderFiles {
  return threadedFolderFiles(workerEntries.folder(), folder);
}

export interface KeptFolder extends KeptFolderConfig {
  /** Null before the first look. */
  readonly state: FolderState | null;
}

interface KeptFoldersParts {
  readonly workspaces: WorkspaceService;
  readonly experts: ExpertService;
  readonly sources: SourceService;
  readonly keeping: KeepingService;
  readonly clock: Clock;
  readonly log: Log;
  readonly runner: Runner;
}

/** Milliseconds. Regular looks are needed because the system may lose reports of changes. */
const lookEvery = 60_000;

export type KeptFolders = ReturnType<typeof composeKeptFolders>;

export function composeKeptFolders({ folders, limits, dataDir }: Config, parts: KeptFoldersParts) {
  const states = new Map<KeptFolderConfig, FolderState>();
  const extensions = new Set(formatsIn(dataDir).flatMap((name) => supportedFormats[name].extensions));
  let added: Promise<unknown> = Promise.resolve();
  const add = async (folder: KeptFolderConfig): Promise<void> => {
    const { clock, log } = parts;
    const { path: root } = folder;
    const files = folderOnThread({ root, extensions });
    const destination = await destinationFor(parts, folder);
    const watched = {
      keeper: new FolderKeeper({ root, files, destination, mostBytes: limits.fileBytes, clock, newMark: randomMark }),
      root,
      reports: folders.pollEvery === null ? systemReports : null,
      every: folders.pollEvery ?? lookEvery,
      onLook: (look: FolderLook) => {
        logLook(log, folder, look, states.get(folder) ?? null);
        states.set(folder, look.state);
      },
      onError: (error: unknown) => log.error("folder.failed", error, { folder: root }),
    };
    watchFolder(watched, parts.runner);
  };
  return {
    begin: () => {
      const log =
        ({ path }: KeptFolderConfig) =>
        (error: unknown) =>
          parts.log.error("folder.failed", error, { folder: path });
      added = Promise.all(folders.kept.map((folder) => add(folder).catch(log(folder))));
    },
    begun: async () => {
      await added;
    },
    report: (): readonly KeptFolder[] =>
      folders.kept.map((folder) => ({ ...folder, state: states.get(folder) ?? null })),
  };
}

async function destinationFor(parts: KeptFoldersParts, folder: KeptFolderConfig) {
  const reach = reachOf(parts.workspaces, folder.workspace);
  const destination = expertDestination(parts, reach, folder.expert);
  await createIfMissing(parts, reach, folder);
  return destination;
}

function reachOf(workspaces: WorkspaceService, name: string): () => Promise<Reach> {
  return async () => {
    const workspace = await workspaces.byName(name);
    if (workspace !== null) return { workspaceId: workspace.id, expertIds: null };
    throw new Fault("expert_not_found", `There is no workspace "${name}".`);
  };
}

async function createIfMissing(
  { experts, workspaces }: KeptFoldersParts,
  reach: () => Promise<Reach>,
  folder: KeptFolderConfig,
): Promise<void> {
  if ((await workspaces.byName(folder.workspace)) === null) return;
  if ((await experts.lookUp(await reach(), folder.expert)) !== null) return;
  await experts.create(await reach(), { name: folder.expert, slug: folder.expert });
}

function logLook(log: Log, { path: folder, expert }: KeptFolderConfig, look: FolderLook, before: FolderState | null) {
  const { trouble, phase, files } = look.state;
  if (trouble !== null && trouble !== before?.trouble) log.warn("folder.trouble", { folder, expert, phase, trouble });
  if (look.changes.length === 0) return;
  const count = (kind: string) => look.changes.filter((change) => change.kind === kind).length;
  const counts = { added: count("added"), changed: count("changed"), moved: count("moved"), deleted: count("deleted") };
  log.info("folder.changed", { folder, expert, files, ...counts });
}
