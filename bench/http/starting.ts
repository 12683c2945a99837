/** How long a service takes to start. */
import type { WatchedProcess } from "./docent-process.ts";
import { median } from "./in-turns.ts";

export interface Starting {
  readonly medianMs: number;
  readonly fastestMs: number;
  readonly idleMegabytes: number;
}

/** Milliseconds from the start of the process to the first answer, and megabytes a while later. Nothing was asked. */
export async function measureStart(start: () => Promise<WatchedProcess>, starts: number): Promise<Starting> {
  const times: number[] = [];
  let idleMegabytes = Number.NaN;
  for (let i = 0; i < starts; i++) {
    const server = await start();
    times.push(server.startMs);
    if (i === 0) {
      await Bun.sleep(2000);
      idleMegabytes = server.residentMegabytes();
    }
    await server.stop();
  }
  return { medianMs: median(times), fastestMs: Math.min(...times), idleMegabytes };
}
