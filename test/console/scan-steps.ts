/** A scan in the console, and the steps to the lines that were read on it. */
import type { Stores } from "../../src/compose/stores.ts";
import { scannedPdf } from "../support/documents/scanned-pdf.ts";
import { englishScanPack, filterPicture } from "../support/models/scan-packs.ts";
import type { ServiceOptions } from "../support/service.ts";
import type { ConsoleTest } from "./console-test.ts";
import type { ConsoleWorld } from "./console-world.ts";

/** The word that counts as read with doubt. */
export const doubted = "filter";

/** A service that reads scans, with the real recogniser. */
export const readingScans = { scans: englishScanPack(), adaptStores: withDoubt } satisfies ServiceOptions;

function withDoubt(stores: Stores): Stores {
  const { recognised } = stores;
  const one: typeof recognised.one = async (versionNo, number) => {
    const page = await recognised.one(versionNo, number);
    const words = page?.words.map((word) => (word.text === doubted ? { ...word, confidence: 0.4 } : word));
    return page && { ...page, words: words! };
  };
  return { ...stores, recognised: { ...recognised, one } };
}

/** Two lines of text, as a scanner makes them. */
export async function addScan(world: ConsoleWorld, slug: string): Promise<void> {
  await world.addSource(slug, scannedPdf([filterPicture("png")]), {
    filename: "cover.pdf",
    external_id: "scans/cover",
  });
}

export function scanSteps(at: ConsoleTest) {
  const line = (text: string) => at.page.getByRole("button", { name: `Correct: ${text}`, exact: true });
  const lineDialog = () => at.page.getByRole("dialog", { name: "Correct a line" });
  return {
    line,
    lineDialog,
    /** From the source that is open to its lines. */
    showLines: async () => {
      await at.page.getByRole("button", { name: "Correct the text that was read" }).click();
      await at.page.locator(".scan-line").nth(1).waitFor();
    },
    /** The line gets another text, which is not saved yet. */
    correct: async (from: string, to: string) => {
      await line(from).click();
      await lineDialog().getByLabel("Text of the line").fill(to);
      await lineDialog().getByRole("button", { name: "Correct it" }).click();
      await lineDialog().waitFor({ state: "detached" });
    },
  };
}
