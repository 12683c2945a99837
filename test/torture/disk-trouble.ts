/**
 * The executable on a disk that is full or cannot sync, and with a clock that jumps. Needs root (to mount a small file
 * system), gcc (to build trouble.c) and Linux with glibc; says so where something is missing.
 *
 *   bun test/torture/disk-trouble.ts
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { UsageObject } from "../../src/api/usage-schemas.ts";
import { type Bench, openBench, type RunningBinary } from "../support/binary.ts";
import type { Reply } from "../support/reply.ts";
import { repository } from "../support/source-tree.ts";

const key = "a-key-that-the-owner-chose";
const sources = "/v1/experts/pumps/sources";
const problems: string[] = [];
let checks = 0;

function check(says: string, found: unknown, wanted: unknown): void {
  checks += 1;
  if (Bun.deepEquals(found, wanted)) return;
  problems.push(`${says}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

async function command(...words: readonly string[]): Promise<void> {
  const child = Bun.spawn([...words], { stdout: "inherit", stderr: "pipe" });
  const said = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(`${words.join(" ")}: ${said}`);
}

const document = (n: number, size = 1) => ({
  external_id: `pump-${n}`,
  text: `Pump ${n} weighs ${n * 31} kilograms and stands in hall ${n}.\n\n`.repeat(size),
});
const put = (service: RunningBinary, n: number, size = 1) =>
  service.request("POST", `${sources}?wait=30`, document(n, size));
const isDone = ({ status }: Reply) => status >= 200 && status < 300;

async function weightOf(service: RunningBinary, n: number): Promise<string> {
  const question = { question: `How much does pump ${n} weigh?` };
  const reply = await service.request("POST", "/v1/experts/pumps/query", question);
  return reply.status === 200 ? (reply.as(AnswerObject).answer ?? "") : `status ${reply.status}`;
}

async function storedIn(service: RunningBinary): Promise<readonly string[]> {
  const names: string[] = [];
  for (let after = ""; ; ) {
    const page = (await service.request("GET", `${sources}?limit=100&order=asc${after}`)).pageOf(SourceObject);
    names.push(...page.data.map(({ external_id }) => external_id ?? ""));
    if (!page.has_more) return names.sort();
    after = `&after=${page.last_id}`;
  }
}

/** Four megabytes, filled by sources until one is refused, and made room in three times. */
async function fullDisk(bench: Bench): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), "docent-disk-"));
  await command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", place);
  try {
    const dataDir = join(place, "data");
    const ballast = join(place, "ballast");
    let service = await bench.start({ dataDir, env: { DOCENT_API_KEY: key } });
    await service.request("POST", "/v1/experts", { name: "Pumps" });
    const kept: string[] = [];
    if (isDone(await put(service, 0))) kept.push("pump-0");
    for (let round = 1; round <= 3; round++) {
      writeFileSync(ballast, new Uint8Array(300_000));
      const { accepted, refusal } = await fill(service, round * 1000);
      kept.push(...accepted);
      check(`round ${round}: what is refused`, refusal, [507, "storage_full"]);
      check(`round ${round}: questions`, (await weightOf(service, 0)).includes("0 kilograms"), true);
      check(`round ${round}: lists`, (await service.request("GET", "/v1/experts")).status, 200);
      check(`round ${round}: alive`, (await service.request("GET", "/healthz")).status, 200);
      check(`round ${round}: ready`, (await service.request("GET", "/readyz")).status, 503);
      await service.kill();
      await command("mount", "-o", `remount,size=${4 + round * 3}m`, place);
      service = await bench.start({ dataDir, env: { DOCENT_API_KEY: key } });
      const stored = await storedIn(service);
      check(
        `round ${round}: nothing acknowledged is lost`,
        kept.filter((name) => !stored.includes(name)),
        [],
      );
      check(`round ${round}: ready with room`, (await service.request("GET", "/readyz")).status, 200);
    }
    // Accepted sources are read now, and take space too.
    await command("mount", "-o", "remount,size=200m", place);
    for (const name of kept) check(`${name} with room again`, await statusOf(service, name), "ready");
    check("it stops cleanly", await service.terminate(), 0);
  } finally {
    await bench.clean();
    await command("umount", place);
    rmSync(place, { recursive: true });
  }
}

/** Once it is settled. */
async function statusOf(service: RunningBinary, name: string): Promise<string | undefined> {
  const [found] = (await service.request("GET", `${sources}?external_id=${name}`)).pageOf(SourceObject).data;
  return (await service.request("GET", `${sources}/${found?.id}?wait=60`)).as(SourceObject).status;
}

async function fill(service: RunningBinary, from: number) {
  const accepted: string[] = [];
  for (let n = from; n < from + 500; n++) {
    const reply = await service.request("POST", sources, document(n, 800));
    if (!isDone(reply)) return { accepted, refusal: [reply.status, codeOf(reply)] };
    accepted.push(`pump-${n}`);
  }
  return { accepted, refusal: null };
}

const codeOf = ({ json }: Reply): unknown => Object(Object(json).error).code;

/** The faults of a process that runs with trouble.c. */
interface Trouble {
  readonly env: Readonly<Record<string, string>>;
  set(now: { seconds?: number; syncFails?: boolean }): void;
}

async function makeTrouble(bench: Bench): Promise<Trouble> {
  const folder = bench.folder();
  const library = join(folder, "trouble.so");
  await command("gcc", "-O1", "-shared", "-fPIC", "-o", library, `${repository}test/torture/trouble.c`, "-ldl");
  const file = join(folder, "trouble");
  writeFileSync(file, new Uint8Array(16));
  const shown = new BigInt64Array(Bun.mmap(file).buffer);
  return {
    env: { LD_PRELOAD: library, DOCENT_TROUBLE: file, DOCENT_API_KEY: key },
    set: ({ seconds = 0, syncFails = false }) => {
      shown[0] = BigInt(seconds);
      shown[1] = syncFails ? 1n : 0n;
    },
  };
}

/** Nothing is acknowledged while the disk cannot sync, and what was refused is there whole or not at all. */
async function failingSync(bench: Bench): Promise<void> {
  const trouble = await makeTrouble(bench);
  const dataDir = bench.folder();
  const service = await bench.start({ dataDir, env: trouble.env });
  await service.request("POST", "/v1/experts", { name: "Pumps" });
  const kept: string[] = [];
  for (let n = 1; n <= 30; n++) {
    const syncFails = n % 3 === 0;
    trouble.set({ syncFails });
    const replies = [await service.request("POST", sources, document(n))];
    if (syncFails) {
      const changes = { description: `As of ${n}` };
      replies.push(await service.request("PATCH", "/v1/experts/pumps", changes));
      replies.push(await service.request("POST", "/v1/experts", { name: `Expert ${n}` }));
    }
    check(
      `sync ${syncFails ? "fails" : "works"} at ${n}`,
      replies.map(isDone),
      replies.map(() => !syncFails),
    );
    if (!syncFails) kept.push(`pump-${n}`);
  }
  trouble.set({});
  await service.kill();
  const again = await bench.start({ dataDir, env: trouble.env });
  const stored = await storedIn(again);
  check(
    "what was acknowledged is there",
    kept.filter((name) => !stored.includes(name)),
    [],
  );
  // The log was written before the disk could not confirm it, so what was refused may be there too, but never in part.
  for (const name of stored) check(`${name} is whole`, await statusOf(again, name), "ready");
  check("it stops cleanly", await again.terminate(), 0);
}

/** Days forth and back, while it runs and while it does not. */
async function jumpingClock(bench: Bench): Promise<void> {
  const trouble = await makeTrouble(bench);
  const dataDir = bench.folder();
  const days = [0, 3, -4, 40, -40, 400, 0];
  let service = await bench.start({ dataDir, env: trouble.env });
  await service.request("POST", "/v1/experts", { name: "Pumps" });
  const months = new Set<string>();
  for (const [n, jump] of days.entries()) {
    trouble.set({ seconds: jump * 86_400 });
    const reply = await put(service, n);
    check(`a source ${jump} days away`, reply.status, 201);
    const { created_at } = reply.as(SourceObject);
    const now = Date.now() + jump * 86_400_000;
    check(`its time ${jump} days away`, Math.abs(Date.parse(created_at) - now) < 60_000, true);
    months.add(created_at.slice(0, 7));
    check(`an answer ${jump} days away`, (await weightOf(service, n)).includes(`${n * 31} kilograms`), true);
    if (n % 2 === 1) {
      await service.kill();
      service = await bench.start({ dataDir, env: trouble.env });
    }
  }
  check("every source is there once", await storedIn(service), days.map((_, n) => `pump-${n}`).sort());
  let counted = 0;
  for (const month of months) {
    const { groups } = (await service.request("GET", `/v1/usage?group_by=expert&month=${month}`)).as(UsageObject);
    const { id } = Object((await service.request("GET", "/v1/experts/pumps")).json);
    counted += groups.find((group) => group.key === id)?.requests.query ?? 0;
  }
  check("every question was counted once", counted, days.length);
  check("it stops cleanly", await service.terminate(), 0);
}

async function suffer(name: string, part: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = openBench();
  const before = [checks, problems.length] as const;
  try {
    await part(bench);
  } finally {
    await bench.clean();
  }
  console.log(`${name}: ${checks - before[0]} checks, ${problems.length - before[1]} problems`);
}

if (process.getuid?.() !== 0) throw new Error("This needs root, to mount a file system of a few megabytes.");
await suffer("full disk", fullDisk);
await suffer("failing sync", failingSync);
await suffer("jumping clock", jumpingClock);
for (const problem of problems) console.log(`  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
