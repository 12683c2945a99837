/**
 * The load generator, a process of its own: keeps some connections busy for some seconds and tells how long the answers
 * took. `bun bench/http/load.ts JSON` with a `LoadWish`; prints a `LoadReport` as JSON.
 */
import autocannon from "autocannon";
import { headers } from "./docent-process.ts";

export interface LoadWish {
  readonly address: string;
  readonly shape: Shape;
  readonly path: string;
  readonly connections: number;
  readonly seconds: number;
  /** A file with a JSON list of questions, and where in it to begin. */
  readonly questions: string;
  readonly from: number;
}

export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  /** Answers that were no 200, and connections that broke. */
  readonly failures: number;
  /** Of all answers together, headers included. */
  readonly bytes: number;
  /** Milliseconds of processor time that the generator spent on a request, all threads. */
  readonly generatorMs: number;
}

const shapes = {
  get: () => null,
  question: (question: string) => ({ question }),
  passages: (question: string) => ({ question, generate: false }),
  chat: (question: string) => ({ model: "corpus", messages: [{ role: "user", content: question }] }),
} as const;
export type Shape = keyof typeof shapes;

/** Seconds that an answer may take. A machine that does other work too must not make a service look broken. */
const timeout = 60;

async function load(wish: LoadWish): Promise<LoadReport> {
  const { address, path, connections, seconds, from } = wish;
  const questions: readonly string[] = wish.shape === "get" ? [""] : await Bun.file(wish.questions).json();
  let asked = from;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const body = shapes[wish.shape](questions[asked++ % questions.length] ?? "");
    return body === null
      ? { ...request, method: "GET", path }
      : { ...request, method: "POST", path, body: JSON.stringify(body) };
  };
  const times: number[] = [];
  const before = process.cpuUsage();
  const options = { url: address, connections, duration: seconds, timeout, headers, requests: [{ setupRequest }] };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    // Its own histogram has a resolution of a millisecond.
    running.on("response", (_client, _status, _bytes, time) => times.push(time));
  });
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return {
    requests: times.length,
    seconds: result.duration,
    bytes: result.throughput.total,
    generatorMs: (user + system) / 1000 / times.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    longestMs: at(1),
    failures: result.non2xx + result.errors,
  };
}

if (import.meta.main) console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? "{}"))));
