/** Delays requests of a page, so that a test decides their order. */
import type { Page } from "playwright-core";

export interface HeldRequests {
  /** Settles when the first request waits. */
  readonly arrived: Promise<void>;
  /** Releases the waiting callers and all later ones. */
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
