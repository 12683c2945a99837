/** A real Chromium out of an npm package; it needs nothing of the machine, and runs as root too. */
import packed from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/** Without site isolation and sandbox: the browser opens only this project's pages. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
];

export async function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await packed.executablePath(), args: flags, headless: true });
}
