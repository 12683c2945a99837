/**
 * What the executable reaches out for, told by the system calls that it makes, in a network that has loopback and nothing
 * else. Needs root (for that network), strace, unshare and ip; `make egress` makes the network and starts this in it.
 *
 *   unshare --net sh -c 'ip link set lo up && exec bun test/torture/egress-trace.ts'
 */
import { readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { type Bench, executable, openBench } from "../support/binary.ts";
import { scriptedModel } from "../support/fakes/scripted-model.ts";
import { useEverything } from "../support/processes/every-surface.ts";
import { attemptsIn, countedAttempts } from "../support/processes/network-trace.ts";

interface Case {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** The calls that it may make besides listening. */
  readonly allowed: RegExp;
}

/** Listening is allowed; everything else is an attempt to connect. */
const ownPort = /^bind 127\.0\.0\.1:\d+$/;

/** The executable under strace, as a file that can be started in its place: `-D` leaves it the process that was started. */
function traced(bench: Bench, trace: string): string {
  const script = join(bench.folder(), "docent");
  const watch = `strace -D -f -qq -s 0 -e trace=%network,io_uring_setup -o ${trace}`;
  writeFileSync(script, `#!/bin/sh\nexec ${watch} ${executable} "$@"\n`, { mode: 0o755 });
  return script;
}

async function watched(bench: Bench, { name, env, allowed }: Case): Promise<readonly string[]> {
  const trace = join(bench.folder(), "trace");
  const path = traced(bench, trace);
  const all = { PATH: process.env.PATH ?? "", DOCENT_API_KEY: "a-key-that-the-owner-chose", ...env };
  const service = await bench.start({ dataDir: bench.folder(), env: all, path });
  const surfaces = await useEverything(service);
  const exitCode = await service.terminate();
  const counts = countedAttempts(attemptsIn(readFileSync(trace, "utf8")));
  const isAllowed = (attempt: string) => ownPort.test(attempt) || allowed.test(attempt);
  console.log(`${name}: ${Object.keys(surfaces).length} kinds of requests, exit code ${exitCode}`);
  for (const [attempt, count] of counts)
    console.log(`  ${String(count).padStart(4)}  ${attempt}${isAllowed(attempt) ? "" : "   <- must not be"}`);
  const refused = Object.entries(surfaces).filter(([what, status]) => status >= 500 && !what.startsWith("address"));
  return [
    ...[...counts.keys()].filter((attempt) => !isAllowed(attempt)).map((attempt) => `${name}: ${attempt}`),
    ...refused.map(([what, status]) => `${name}: ${what} was answered ${status}`),
    ...(exitCode === 0 ? [] : [`${name}: it ended with ${exitCode}`]),
  ];
}

const others = Object.keys(networkInterfaces()).filter((name) => name !== "lo");
if (others.length > 0)
  throw new Error(`There is more than loopback here (${others.join(", ")}): start it with make egress.`);
const model = scriptedModel([{ kind: "whole", text: "The pump weighs 31 kilograms [1]." }]);
const bench = openBench();
const host = new URL(model.url).host;
const withModel = { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "scripted" };
const elsewhere = { HTTP_PROXY: "http://192.0.2.9:3128", https_proxy: "http://192.0.2.9:3128" };
const nothing = /^$/;
const lookup = /^(?:connect|sendto|sendmmsg) (?:.*:53|\/var\/run\/nscd\/socket)$/;
const cases: readonly Case[] = [
  { name: "offline, no model", env: { DOCENT_OFFLINE: "true", ...elsewhere }, allowed: nothing },
  {
    name: "offline, a model",
    env: { DOCENT_OFFLINE: "true", ...withModel, ...elsewhere },
    allowed: new RegExp(`^connect ${host}$`),
  },
  // The lookup of the document's host shows that lookups are seen.
  { name: "online, no model, a document at an address asked for", env: elsewhere, allowed: lookup },
];
const problems: string[] = [];
try {
  for (const each of cases) problems.push(...(await watched(bench, each)));
} finally {
  await bench.clean();
  await model.stop();
}
console.log(problems.length === 0 ? "Nothing else went out." : `${problems.length} problems`);
for (const problem of problems) console.log(`  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
