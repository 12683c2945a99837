/**
 * Services measured in turns. A machine is faster in one minute than in the next, so that rows measured one after the other
 * cannot be compared: every service gets a turn of a few seconds, and then each of them gets the next.
 */
import type { WatchedProcess } from "./docent-process.ts";
import type { LoadWish } from "./load.ts";
import { type Measured, runLoad } from "./run-load.ts";

export interface Contestant {
  readonly server: WatchedProcess;
  readonly target: string;
  readonly wish: Omit<LoadWish, "address" | "seconds" | "from">;
}

export interface TurnsParts {
  readonly turns: number;
  /** Of one turn. */
  readonly seconds: number;
}

/** One row for each contestant: rates over all its turns together, and of the times, the median of its turns. */
export async function inTurns(
  contestants: readonly Contestant[],
  { turns, seconds }: TurnsParts,
): Promise<readonly Measured[]> {
  const taken: Measured[][] = contestants.map(() => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [i, { server, target, wish }] of contestants.entries()) {
      const from = requestsOf(taken[i]!);
      taken[i]!.push(await runLoad(server, target, { ...wish, address: server.address, seconds, from }));
    }
  }
  return taken.map(together);
}

/** The part of the processor time that compiling takes in a service that is warm. */
const warmShare = 0.05;
const warmTurn = 10;

/**
 * Asks each contestant, in turns of ten seconds, until compiling takes less than a twentieth of its processor time, or for
 * `most` seconds. Where that share is not known, it asks for `most` seconds. Returns what the first turns measured.
 */
export async function warmUp(contestants: readonly Contestant[], most: number): Promise<readonly Measured[]> {
  const taken: Measured[][] = contestants.map(() => []);
  const isDone = (turns: readonly Measured[]) => {
    const last = turns.at(-1);
    return last !== undefined && (isWarm(last) || turns.length * warmTurn >= most);
  };
  while (!taken.every(isDone)) {
    for (const [i, { server, target, wish }] of contestants.entries()) {
      const seconds = Math.min(warmTurn, most);
      const from = requestsOf(taken[i]!);
      taken[i]!.push(await runLoad(server, target, { ...wish, address: server.address, seconds, from }));
    }
  }
  return taken.map(([first]) => first!);
}

/** A compiling thread that ends takes its time out of the sum: a negative difference tells nothing. */
function isWarm({ compilingMs, processorMs }: Measured): boolean {
  return compilingMs >= 0 && compilingMs < warmShare * processorMs;
}

function requestsOf(turns: readonly Measured[]): number {
  return turns.reduce((sum, { requests }) => sum + requests, 0);
}

function together(turns: readonly Measured[]): Measured {
  const requests = requestsOf(turns);
  const total = (value: (turn: Measured) => number) => turns.reduce((sum, turn) => sum + value(turn), 0);
  const perRequest = (value: (turn: Measured) => number) => total((turn) => value(turn) * turn.requests) / requests;
  const seconds = total((turn) => turn.seconds);
  return {
    ...turns.at(-1)!,
    requests,
    seconds,
    requestsPerSecond: requests / seconds,
    bytes: total(({ bytes }) => bytes),
    processorMs: perRequest(({ processorMs }) => processorMs),
    compilingMs: perRequest(({ compilingMs }) => compilingMs),
    generatorMs: perRequest(({ generatorMs }) => generatorMs),
    p50Ms: median(turns.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(turns.map(({ p99Ms }) => p99Ms)),
    longestMs: Math.max(...turns.map(({ longestMs }) => longestMs)),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
