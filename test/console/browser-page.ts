/** A page of the console in a browser, and its errors. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { ConsoleWorld } from "./console-world.ts";

export interface BrowserPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, complaints of the browser (policies among them), and requests that left the service. */
  readonly troubles: readonly string[];
  /** Opens an address of the console and signs in on the way, by the one-time code. */
  signIn(path?: string): Promise<void>;
  close(): Promise<void>;
}

interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
}

/** Milliseconds after which a page counts as stuck. Generous, for slow machines. */
const timeout = 60_000;

export async function openPage(
  browser: Browser,
  world: ConsoleWorld,
  criteria: PageOptions = {},
): Promise<BrowserPage> {
  const context = await browser.newContext({
    viewport: { width: criteria.width ?? 1440, height: criteria.height ?? 900 },
    colorScheme: criteria.dark === true ? "dark" : "light",
    locale: "en-GB",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(timeout);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("console", (message) => {
    // A response of 400 and above is not an error: pages show the service's messages.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(world.origin) && !/^(?:blob|data):/.test(request.url()))
      troubles.push(`left the service: ${request.url()}`);
  });
  return {
    page,
    context,
    troubles,
    signIn: async (path) => {
      await page.goto(await world.signInAddress(path));
      await page.locator(".shell").waitFor();
    },
    close: () => context.close(),
  };
}
