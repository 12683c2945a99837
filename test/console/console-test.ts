/** The setup and cleanup of every test of the console in a browser. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { ServiceOptions } from "../support/service.ts";
import { type BrowserPage, openPage } from "./browser-page.ts";
import { startChromium } from "./chromium.ts";
import { type ConsoleWorld, startConsoleWorld } from "./console-world.ts";

export interface ConsoleTest {
  readonly world: ConsoleWorld;
  readonly browser: Browser;
  readonly opened: BrowserPage;
  readonly page: Page;
}

/** Milliseconds after which a test counts as stuck: a few steps of a page that are slow, each less than its own limit. */
const timeout = 240_000;

/** A service and a browser for all tests of a file, a fresh page for each, in which nothing may go wrong. */
export function consoleTest(
  prepare: (world: ConsoleWorld) => Promise<void> = async () => {},
  criteria: ServiceOptions = {},
): ConsoleTest {
  setDefaultTimeout(timeout);
  const test = {} as { -readonly [name in keyof ConsoleTest]: ConsoleTest[name] };
  beforeAll(async () => {
    [test.world, test.browser] = await Promise.all([startConsoleWorld(criteria), startChromium()]);
    await prepare(test.world);
  }, timeout);
  afterAll(async () => {
    await test.browser?.close();
    await test.world?.close();
  });
  beforeEach(async () => {
    test.opened = await openPage(test.browser, test.world);
    test.page = test.opened.page;
  });
  afterEach(async () => {
    const { troubles } = test.opened;
    await test.opened.close();
    expect(troubles).toEqual([]);
  });
  return test;
}
