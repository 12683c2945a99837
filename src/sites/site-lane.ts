/** Crawls sites in the background: those that wait, those that are due, and those that an earlier process left. */
import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { pauseUnlessStopped } from "../kernel/pause.ts";
import type { KeepingService } from "../sources/keeping/keeping-service.ts";
import type { SourceService } from "../sources/source-service.ts";
import { crawlSite } from "./crawl.ts";
import { CrawlError } from "./crawl-error.ts";
import type { CrawlEnd, PageFetcher, PageReader, ReadRobots, SiteStore } from "./ports.ts";
import type { Site } from "./site.ts";

export interface SiteLane {
  start(): void;
  wake(): void;
  interrupt(site: Site): Promise<void>;
  /** Resolves when the site's crawl has ended, or after so many milliseconds. */
  ended(site: Site, milliseconds: number, signal: AbortSignal): Promise<void>;
  idle(): Promise<void>;
  /** Crawls that were begun are continued by the next process. */
  stop(): Promise<void>;
}

export interface SiteLaneParts {
  readonly store: SiteStore;
  /** Null: the service does not fetch. */
  readonly fetcher: PageFetcher | null;
  readonly reader: PageReader;
  readonly readRobots: ReadRobots;
  readonly sources: SourceService;
  readonly keeping: KeepingService;
  readonly expertOf: (workspace: WorkspaceId, id: ExpertId) => Awaitable<Expert | null>;
  readonly clock: Clock;
  readonly log: Log;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const atOnce = 4;

interface RunningCrawl {
  readonly site: Site;
  readonly control: AbortController;
  readonly ended: Promise<void>;
}

class Interrupted extends Error {}
/** The crawl was canceled, or is another node's now. */
class Lost extends Error {}

export function createSiteLane(parts: SiteLaneParts): SiteLane {
  const { store, clock, log } = parts;
  const stopping = new AbortController();
  const running = new Map<number, RunningCrawl>();
  let removing: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  let isStarted = false;
  /** Something may be due that the present look has passed. */
  let isLookWanted = false;

  const begin = (site: Site): void => {
    const control = new AbortController();
    const signal = AbortSignal.any([stopping.signal, control.signal]);
    const ended = crawl(parts, site, signal)
      .catch((error: unknown) => log.error("site.crawl_failed", error, { site: site.id }))
      .finally(() => {
        running.delete(site.no);
        lane.wake();
      });
    running.set(site.no, { site, control, ended });
  };
  const look = async (): Promise<void> => {
    while (isLookWanted && !stopping.signal.aborted) {
      isLookWanted = false;
      await holdAll(store, running);
      while (running.size < atOnce && !stopping.signal.aborted) {
        const site = await store.due(clock.now(), new Set(running.keys()));
        if (site === null) break;
        begin(site);
      }
    }
  };
  const lane: SiteLane = {
    start: () => {
      isStarted = true;
      lane.wake();
    },
    wake: () => {
      if (!isStarted || stopping.signal.aborted) return;
      removing ??= removeHidden(parts, stopping.signal)
        .catch((error: unknown) => log.error("site.removal_interrupted", error))
        .finally(() => {
          removing = null;
        });
      if (parts.fetcher === null) return;
      isLookWanted = true;
      looking ??= look()
        .catch((error: unknown) => log.error("site.look_failed", error))
        .finally(() => {
          looking = null;
        });
    },
    interrupt: async ({ no }) => {
      await looking;
      const crawl = running.get(no);
      crawl?.control.abort(new Interrupted("the crawl was interrupted"));
      await crawl?.ended;
    },
    ended: ({ no }, milliseconds, signal) =>
      untilElapsed(milliseconds, signal, async (elapsed) => {
        await looking;
        // If it does not run here, it waits for a place, or another node crawls it.
        await (running.get(no)?.ended ?? elapsed);
      }),
    idle: async () => {
      await removing;
    },
    stop: async () => {
      stopping.abort(new Error("the service is stopping"));
      await looking;
      await Promise.all([removing, ...[...running.values()].map(({ ended }) => ended)]);
    },
  };
  return lane;
}

async function untilElapsed(
  milliseconds: number,
  signal: AbortSignal,
  work: (elapsed: Promise<void>) => Promise<void>,
): Promise<void> {
  const first = new AbortController();
  const elapsed = pauseUnlessStopped(milliseconds, AbortSignal.any([signal, first.signal]));
  await Promise.race([work(elapsed), elapsed]);
  first.abort();
}

/** Ends the crawls that are not this node's any more. */
async function holdAll(store: SiteStore, running: ReadonlyMap<number, RunningCrawl>): Promise<void> {
  for (const { site, control } of [...running.values()]) {
    if (!(await store.hold(site))) control.abort(new Lost("the crawl was canceled, or another node continues it"));
  }
}

async function crawl(parts: SiteLaneParts, site: Site, signal: AbortSignal): Promise<void> {
  const { store, clock, log, fetcher, pause = pauseUnlessStopped } = parts;
  const expertNow = () => parts.expertOf(site.workspaceId, site.expertId);
  const expert = await expertNow();
  if (expert === null || fetcher === null) return store.leave(site);
  try {
    await store.begin(site, clock.now());
    await crawlSite({
      ...parts,
      fetcher,
      site,
      expert,
      signal,
      pause,
      checkWanted: async () => {
        if ((await expertNow()) === null) throw new CrawlError("The expert was deleted.");
        if (!(await store.hold(site))) throw new Lost("the crawl was canceled, or another node continues it");
      },
    });
    await store.end(site, { status: "ready", failure: null, at: clock.now() });
    log.info("site.crawled", { site: site.id });
  } catch (error) {
    const end = endAfter(error, signal);
    if (end === null) return store.leave(site);
    await store.end(site, { ...end, at: clock.now() });
    if (end.status === "failed") log.error("site.crawl_failed", error, { site: site.id });
  }
}

/** Null: the crawl is not this node's to end, or the next process continues it. */
function endAfter(error: unknown, signal: AbortSignal): Pick<CrawlEnd, "status" | "failure"> | null {
  if (signal.aborted) return signal.reason instanceof Interrupted ? { status: "canceled", failure: null } : null;
  if (error instanceof Lost) return null;
  const failure = error instanceof CrawlError ? error.message : "An internal error; the service's log has the details.";
  return { status: "failed", failure };
}

async function removeHidden({ store, sources, expertOf }: SiteLaneParts, signal: AbortSignal): Promise<void> {
  for (;;) {
    const next = await store.nextRemoval();
    if (next === null || signal.aborted) return;
    const { site, source } = next;
    const expert = await expertOf(site.workspaceId, site.expertId);
    if (source === null || expert === null) {
      await store.drop(site);
      continue;
    }
    await sources.release(expert, source, { keeper: site.id, heir: null });
    await store.detach(site, source);
  }
}
