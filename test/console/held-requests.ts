/** Requests of a page that wait before they reach the service, so that a test decides what comes first. */
import type { Page } from "playwright-core";

export interface HeldRequests {
  /** Settles when the first request waits. */
  readonly arrived: Promise<void>;
  /** Lets those that wait go on, and all that follow. */
  release(): void;
}

/** @param pattern a glob of whole addresses. */
export async function holdRequests(page: Page, pattern: string): Promise<HeldRequests> {
  const arrival = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    arrival.resolve();
    await gate.promise;
    // The page may have given the request up meanwhile.
    await route.continue().catch(() => {});
  });
  return { arrived: arrival.promise, release: gate.resolve };
}
