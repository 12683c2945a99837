import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { type Pause, pauseUnlessStopped } from "../kernel/pause.ts";
import { inSteps, type JobKind, type LaneHandle, LostJob } from "../runner/job-kind.ts";
import type { Runner } from "../runner/runner.ts";
import type { KeepingService } from "../sources/keeping-service.ts";
import type { SourceService } from "../sources/source-service.ts";
import { crawlSite } from "./crawl.ts";
import { CrawlError } from "./page-visit.ts";
import type { CrawlEnd, PageFetcher, PageReader, ReadRobots, SiteStore } from "./ports.ts";
import type { Site } from "./site.ts";

export type SiteLane = ReturnType<typeof createSiteLane>;

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
  readonly pause?: Pause;
}

const atOnce = 4;
/** Milliseconds between looks for sites that are due or abandoned. */
const lookEvery = 10_000;

class Interrupted extends Error {}

export function createSiteLane(parts: SiteLaneParts, runner: Runner) {
  const crawls: LaneHandle<Site> | null = parts.fetcher === null ? null : runner.add(crawlKind(parts));
  const removals = runner.add(removalKind(parts));
  return {
    wake: () => {
      removals.wake();
      crawls?.wake();
    },
    interrupt: async ({ no }: Site) => {
      await crawls?.claimed();
      crawls?.abort(no, new Interrupted("the crawl was interrupted"));
      await crawls?.ended(no);
    },
    /** Resolves when the crawl has ended, or after so many milliseconds. */
    ended: ({ no }: Site, milliseconds: number, signal: AbortSignal) =>
      untilElapsed(milliseconds, signal, async (elapsed) => {
        await crawls?.claimed();
        // No job here: it waits for a place, or another node crawls it.
        await (crawls?.ended(no) ?? elapsed);
      }),
  };
}

function crawlKind(parts: SiteLaneParts): JobKind<Site> {
  const { store, clock, log } = parts;
  return {
    name: "crawls",
    width: atOnce,
    claim: async (most, held) => {
      const taken: Site[] = [];
      while (taken.length < most) {
        const except = new Set([...held, ...taken].map(({ no }) => no));
        const site = await store.due(clock.now(), except);
        if (site === null) break;
        taken.push(site);
      }
      return taken;
    },
    work: async (site, { signal }) => {
      await crawl(parts, site, signal).catch((error: unknown) =>
        log.error("site.crawl_failed", error, { site: site.id }),
      );
      return "again";
    },
    keyOf: ({ no }) => no,
    hold: async (held) => {
      const lost: Site[] = [];
      for (const site of held) if (!(await store.hold(site))) lost.push(site);
      return lost;
    },
    every: lookEvery,
    failed: "site.look_failed",
  };
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
        if (!(await store.hold(site))) throw new LostJob("the crawl was canceled, or another node continues it");
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

function endAfter(error: unknown, signal: AbortSignal): Pick<CrawlEnd, "status" | "failure"> | null {
  if (signal.aborted) return signal.reason instanceof Interrupted ? { status: "canceled", failure: null } : null;
  if (error instanceof LostJob) return null;
  const failure = error instanceof CrawlError ? error.message : "An internal error; the service's log has the details.";
  return { status: "failed", failure };
}

/** Deletes hidden sites, and the sources that nobody else keeps. */
function removalKind({ store, sources, expertOf }: SiteLaneParts): JobKind<null> {
  return {
    name: "site_removal",
    ...inSteps(async () => {
      const next = await store.nextRemoval();
      if (next === null) return false;
      const { site, source } = next;
      const expert = await expertOf(site.workspaceId, site.expertId);
      if (source === null || expert === null) {
        await store.drop(site);
        return true;
      }
      await sources.release(expert, source, { keeper: site.id, heir: null });
      await store.detach(site, source);
      return true;
    }),
    every: lookEvery,
    failed: "site.removal_interrupted",
  };
}
