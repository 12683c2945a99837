/** Crawls sites in the background: those that wait, those that are due, and those that an earlier process left. */
import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { pauseUnlessStopped } from "../kernel/pause.ts";
import type { SourceService } from "../sources/source-service.ts";
import { crawlSite } from "./crawl.ts";
import { CrawlError } from "./crawl-error.ts";
import type { CrawlEnd, PageFetcher, PageReader, ReadRobots, SiteStore } from "./ports.ts";
import type { Site } from "./site.ts";

export interface SiteLane {
  start(): void;
  /** Reports that there may be sites to crawl or delete. */
  wake(): void;
  /** Ends the crawl of a site, if there is one. Resolves when it has ended. */
  interrupt(site: Site): Promise<void>;
  /** Resolves when the site's crawl has ended, or after so many milliseconds. */
  ended(site: Site, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Resolves when nothing is being deleted. */
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
  readonly expertOf: (workspace: WorkspaceId, id: ExpertId) => Awaitable<Expert | null>;
  readonly clock: Clock;
  readonly log: Log;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Sites that are crawled at the same time. */
const atOnce = 4;

interface RunningCrawl {
  readonly control: AbortController;
  readonly ended: Promise<void>;
}

class Interrupted extends Error {}

export function createSiteLane(parts: SiteLaneParts): SiteLane {
  const { store, clock, log } = parts;
  const stopping = new AbortController();
  const running = new Map<number, RunningCrawl>();
  let removing: Promise<void> | null = null;
  let isStarted = false;

  const begin = (site: Site): void => {
    const control = new AbortController();
    const signal = AbortSignal.any([stopping.signal, control.signal]);
    const ended = crawl(parts, site, signal)
      .catch((error: unknown) => log.error("site.crawl_failed", error, { site: site.id }))
      .finally(() => {
        running.delete(site.no);
        lane.wake();
      });
    running.set(site.no, { control, ended });
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
      while (running.size < atOnce) {
        const site = store.due(clock.now(), new Set(running.keys()));
        if (site === null) return;
        begin(site);
      }
    },
    interrupt: async ({ no }) => {
      const crawl = running.get(no);
      crawl?.control.abort(new Interrupted("the crawl was interrupted"));
      await crawl?.ended;
    },
    ended: async ({ no }, milliseconds, signal) => {
      const settledFirst = new AbortController();
      const either = AbortSignal.any([signal, settledFirst.signal]);
      await Promise.race([running.get(no)?.ended, pauseUnlessStopped(milliseconds, either)]);
      settledFirst.abort();
    },
    idle: async () => {
      await removing;
    },
    stop: async () => {
      stopping.abort(new Error("the service is stopping"));
      await Promise.all([removing, ...[...running.values()].map(({ ended }) => ended)]);
    },
  };
  return lane;
}

async function crawl(parts: SiteLaneParts, site: Site, signal: AbortSignal): Promise<void> {
  const { store, clock, log, fetcher, pause = pauseUnlessStopped } = parts;
  const expertNow = () => parts.expertOf(site.workspaceId, site.expertId);
  const expert = await expertNow();
  if (expert === null || fetcher === null) return;
  store.begin(site, clock.now());
  try {
    await crawlSite({
      ...parts,
      fetcher,
      site,
      expert,
      signal,
      pause,
      isWanted: async () => (await expertNow()) !== null,
    });
    store.end(site, { status: "ready", failure: null, at: clock.now() });
    log.info("site.crawled", { site: site.id });
  } catch (error) {
    const end = endAfter(error, signal);
    if (end === null) return;
    store.end(site, { ...end, at: clock.now() });
    if (end.status === "failed") log.error("site.crawl_failed", error, { site: site.id });
  }
}

/** A crawl that ends with the process is continued by the next one (null); a crawl that was interrupted is not. */
function endAfter(error: unknown, signal: AbortSignal): Pick<CrawlEnd, "status" | "failure"> | null {
  if (signal.aborted) return signal.reason instanceof Interrupted ? { status: "canceled", failure: null } : null;
  const failure = error instanceof CrawlError ? error.message : "An internal error; the service's log has the details.";
  return { status: "failed", failure };
}

/** Deletes hidden sites with the sources that they made. */
async function removeHidden({ store, sources, expertOf }: SiteLaneParts, signal: AbortSignal): Promise<void> {
  for (let next = store.nextRemoval(); next !== null && !signal.aborted; next = store.nextRemoval()) {
    const { site, source } = next;
    const expert = await expertOf(site.workspaceId, site.expertId);
    if (source === null || expert === null) {
      store.drop(site);
      continue;
    }
    await sources.remove(expert, source).catch(unlessGone);
    store.detach(site, source);
  }
}

/** Another client may have deleted the source. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Fault) || error.code !== "source_not_found") throw error;
}
