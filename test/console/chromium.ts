/** A real Chromium out of an npm package; it needs nothing of the machine, and runs as root too. */
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import packages from "../../package.json";
import { repository } from "../support/source-tree.ts";

/** Without site isolation and sandbox: the browser opens only this project's pages. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
];

export async function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: unpacked(), args: flags, headless: true });
}

/**
 * The package unpacks in place, where another test would start half of it: so it does that in a folder of its own, which
 * then gets its name at once.
 */
function unpacked(): string {
  const home = join(tmpdir(), `docent-test-chromium-${packages.devDependencies["@sparticuz/chromium"]}`);
  if (existsSync(home)) return join(home, "chromium");
  const own = mkdtempSync(`${home}-`);
  const script = 'await (await import("@sparticuz/chromium")).default.executablePath()';
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "-e", script], {
    cwd: repository,
    env: { ...process.env, TMPDIR: own },
  });
  if (exitCode !== 0) throw new Error(`Chromium was not unpacked: ${stderr.toString()}`);
  try {
    renameSync(own, home);
  } catch (cause) {
    if (!existsSync(home)) throw cause;
    rmSync(own, { recursive: true });
  }
  return join(home, "chromium");
}
