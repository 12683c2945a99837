/**
 * The executable on real file systems that are full or read-only: copies to another disk, deleting, and starts after a kill,
 * also with blocks of 1 KB. Needs root, Linux, and mkfs.ext4.
 *
 *   bun test/torture/small-disks.ts
 */
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { type Bench, type Finished, openBench, type RunningBinary } from "../support/binary.ts";
import { damage, fill } from "./disk-filling.ts";

const env = { DOCENT_API_KEY: "a-key-that-the-owner-chose" };
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

interface Disk {
  readonly place: string;
  remount(options: string): Promise<void>;
}

/** An ext4 file system of forty megabytes, in a file. */
async function onDisk(blockSize: number, work: (disk: Disk) => Promise<void>): Promise<void> {
  const [image, place] = [mkdtempSync(join(tmpdir(), "docent-image-")), mkdtempSync(join(tmpdir(), "docent-disk-"))];
  const file = join(image, "disk");
  await command("truncate", "-s", "40M", file);
  await command("mkfs.ext4", "-q", "-b", String(blockSize), "-m", "0", file);
  await command("mount", "-o", "loop", file, place);
  try {
    await work({ place, remount: (options) => command("mount", "-o", `remount,${options}`, place) });
  } finally {
    await command("umount", place);
    for (const each of [image, place]) rmSync(each, { recursive: true, force: true });
  }
}

const text = (n: number, size = 100) =>
  `Pump ${n} weighs ${n * 31} kilograms and stands in hall ${n}.\n\n`.repeat(size);

async function withPumps(service: RunningBinary, count: number, size = 100): Promise<readonly string[]> {
  await service.request("POST", "/v1/experts", { name: "Pumps" });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const reply = await service.request("POST", `${sources}?wait=30`, {
      external_id: `pump-${n}`,
      text: text(n, size),
    });
    ids.push(reply.as(SourceObject).id);
  }
  return ids;
}

async function storedIn(service: RunningBinary): Promise<readonly string[]> {
  const page = (await service.request("GET", `${sources}?limit=100&order=asc`)).pageOf(SourceObject);
  return page.data.map(({ id }) => id);
}

const freeBytes = (place: string): number => {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize;
};

/** The room that is kept back appears some seconds after the start. */
async function reserved(dataDir: string): Promise<void> {
  const size = () => statSync(join(dataDir, "docent.db.reserve"), { throwIfNoEntry: false })?.size ?? 0;
  for (let looks = 0; looks < 600 && size() < 1 << 20; looks++) await Bun.sleep(100);
}

/** Copies go to another disk while this one is full; then deleting makes room. */
async function fullDisk(bench: Bench): Promise<void> {
  await onDisk(4096, async ({ place }) => {
    const [dataDir, other] = [join(place, "data"), bench.folder()];
    const service = await bench.start({ dataDir, env });
    const ids = await withPumps(service, 5);
    await reserved(dataDir);
    fill(place);
    for (const [name, words] of copiesTo(other)) {
      const { exitCode, err } = await bench.run([...words, "--data-dir", dataDir]);
      check(`${name} of a full disk`, [exitCode, err], [0, ""]);
    }
    check("the other disk has both files", readdirSync(other).toSorted(), ["all.tar", "pumps.tar"]);
    check("nothing stays on the full one", leftIn(dataDir), []);
    fill(place);
    const refused = await service.request("POST", sources, { text: text(99) });
    check("a document is refused", refused.status, 507);
    const deleted = await service.request("DELETE", `${sources}/${ids[0]}`);
    check("a document is deleted", deleted.status, 200);
    check("the others are there", await storedIn(service), ids.slice(1));
    for (const id of ids.slice(1))
      check(`${id} is deleted too`, (await service.request("DELETE", `${sources}/${id}`)).status, 200);
    check("it stops cleanly", await service.terminate(), 0);
  });
}

function copiesTo(other: string): readonly (readonly [name: string, words: readonly string[]])[] {
  return [
    ["a backup", ["backup", join(other, "all.tar")]],
    ["an export", ["export", "pumps", join(other, "pumps.tar")]],
  ];
}

/** Names that a killed or failed copy would have left. */
const leftIn = (dataDir: string) => readdirSync(dataDir).filter((name) => /\.tar|staging|backup-/.test(name));

/** A data folder that can only be read is copied and examined, and is served again once it can be written. */
async function readOnlyDisk(bench: Bench): Promise<void> {
  await onDisk(4096, async ({ place, remount }) => {
    const [dataDir, other] = [join(place, "data"), bench.folder()];
    const first = await bench.start({ dataDir, env });
    const ids = await withPumps(first, 5);
    check("it stops cleanly", await first.terminate(), 0);
    await remount("ro");
    for (const [name, words] of copiesTo(other)) {
      const { exitCode, err } = await bench.run([...words, "--data-dir", dataDir]);
      check(`${name} of a read-only disk`, [exitCode, err], [0, ""]);
    }
    const doctor = await bench.run(["doctor", "--data-dir", dataDir]);
    check("the doctor sees no damage", [doctor.exitCode, /damage|[Rr]estore/.exec(doctor.out)], [3, null]);
    const refused = await bench.run(["serve", "--port", "0", "--data-dir", dataDir], { env });
    check("it is not served", [refused.exitCode, refused.err.split("\n").length], [1, 2]);
    await remount("rw");
    const again = await bench.start({ dataDir, env });
    check("all is there", await storedIn(again), ids);
    check("it stops cleanly again", await again.terminate(), 0);
  });
}

/** Killed on a full disk, it starts by the room kept back; without any it says so, and is never ended by a signal. */
async function startsOnFullDisk(bench: Bench, blockSize: number): Promise<void> {
  await onDisk(blockSize, async ({ place }) => {
    const dataDir = join(place, "data");
    const first = await bench.start({ dataDir, env });
    const ids = await withPumps(first, 5);
    await reserved(dataDir);
    fill(place);
    await first.kill();
    fill(place);
    check(`no room with blocks of ${blockSize}`, freeBytes(place) < 4096, true);
    const second = await bench.start({ dataDir, env });
    check("started by the room kept back", await storedIn(second), ids);
    await second.kill();
    rmSync(join(dataDir, "docent.db.reserve"), { force: true });
    fill(place);
    const third = await bench.run(["serve", "--port", "0", "--data-dir", dataDir], { env });
    const told = /^The disk of the data folder .* is full: opening the database takes \d+ KB\./.test(third.err);
    check(`without room: ${third.err}`, [third.exitCode, told], [1, true]);
    rmSync(join(place, "ballast"));
    const last = await bench.start({ dataDir, env });
    check("all is there with room again", await storedIn(last), ids);
    check("it stops cleanly", await last.terminate(), 0);
  });
}

/** What needs room of its own says so in one line, and leaves everything as it was. */
async function commandsOnFullDisk(bench: Bench): Promise<void> {
  await onDisk(4096, async ({ place }) => {
    const dataDir = join(place, "data");
    const first = await bench.start({ dataDir, env });
    const ids = await withPumps(first, 10, 1500);
    await reserved(dataDir);
    check("it stops cleanly", await first.terminate(), 0);
    const fillAll = () => {
      rmSync(join(dataDir, "docent.db.reserve"), { force: true });
      fill(place);
      // What opening takes, and no more.
      truncateSync(join(place, "ballast"), statSync(join(place, "ballast")).size - 200_000);
    };
    fillAll();
    const compacted = await bench.run(["compact", "--data-dir", dataDir]);
    const lines = ({ exitCode, err }: Finished) => [exitCode, err.split("\n").length, /full/.test(err)];
    check(`compact: ${compacted.err}`, lines(compacted), [1, 2, true]);
    damage(join(dataDir, "docent.db"));
    fillAll();
    const recovered = await bench.run(["doctor", "--recover", "--data-dir", dataDir]);
    check(`recover: ${recovered.err}`, lines(recovered), [1, 2, true]);
    rmSync(join(place, "ballast"));
    const again = await bench.run(["doctor", "--recover", "--data-dir", dataDir]);
    check(`recover with room: ${again.err}`, again.exitCode !== 1, true);
    const last = await bench.start({ dataDir, env });
    check("all is there", (await storedIn(last)).toSorted(), ids.toSorted());
    check("it stops cleanly again", await last.terminate(), 0);
  });
}

/** As after a power cut, which may lose the file that processes share, and with something else in its room. */
function withoutShared(place: string): void {
  rmSync(join(place, "data", "docent.db-shm"), { force: true });
  fill(place);
}

/** After a kill on a full disk, the doctor alone uses the room kept back; without any it says so in one line. */
async function doctorOnFullDisk(bench: Bench, blockSize: number): Promise<void> {
  await onDisk(blockSize, async ({ place }) => {
    const dataDir = join(place, "data");
    const examine = () => bench.run(["doctor", "--data-dir", dataDir]);
    const first = await bench.start({ dataDir, env });
    const ids = await withPumps(first, 5);
    await reserved(dataDir);
    fill(place);
    await first.kill();
    withoutShared(place);
    const helped = await examine();
    check(`it sees no damage: ${helped.out}${helped.err}`, [helped.exitCode, /damage/.test(helped.out)], [3, false]);
    rmSync(join(dataDir, "docent.db.reserve"), { force: true });
    withoutShared(place);
    const helpless = await examine();
    const told = /^The disk of the data folder .* is full: opening the database takes \d+ KB\./.test(helpless.err);
    check(`without room: ${helpless.err}`, [helpless.exitCode, told], [1, true]);
    rmSync(join(place, "ballast"));
    const last = await bench.start({ dataDir, env });
    check("all is there with room again", await storedIn(last), ids);
    check("it stops cleanly", await last.terminate(), 0);
  });
}

/** The log may not take the room that deleting and starting need: each of many deletions succeeds, and each kill is survived. */
async function deletesOnFullDisk(bench: Bench, blockSize: number): Promise<void> {
  await onDisk(blockSize, async ({ place }) => {
    const dataDir = join(place, "data");
    let service = await bench.start({ dataDir, env });
    const ids = await withPumps(service, 40, 2500);
    await reserved(dataDir);
    fill(place);
    for (const [at, id] of ids.slice(1).entries()) {
      const deleted = await service.request("DELETE", `${sources}/${id}`);
      check(`deletion ${at + 1} of ${ids.length}`, deleted.status, 200);
    }
    for (let kills = 1; kills <= 3; kills++) {
      fill(place);
      await service.kill();
      fill(place);
      const log = statSync(join(dataDir, "docent.db-wal")).size;
      check(`the log is small at kill ${kills}: ${log}`, log <= 8 << 20, true);
      const started = await bench.start({ dataDir, env }).catch((error: unknown) => String(error));
      check(`a start after kill ${kills}`, typeof started === "string" ? started : "started", "started");
      if (typeof started === "string") return;
      service = started;
      check(`what is there after kill ${kills}`, await storedIn(service), ids.slice(0, 1));
    }
    check("it stops cleanly", await service.terminate(), 0);
  });
}

async function suffer(name: string, part: (bench: Bench) => Promise<void>): Promise<void> {
  if (!name.includes(only)) return;
  const bench = openBench();
  const before = [checks, problems.length] as const;
  try {
    await part(bench);
  } finally {
    await bench.clean();
  }
  console.log(`${name}: ${checks - before[0]} checks, ${problems.length - before[1]} problems`);
}

const only = process.argv[2] ?? "";

if (process.getuid?.() !== 0) throw new Error("This needs root, to mount file systems of some megabytes.");
await suffer("full disk, copies and deletion", fullDisk);
await suffer("read-only disk", readOnlyDisk);
await suffer("compact and recover on a full disk", commandsOnFullDisk);
for (const blockSize of [1024, 4096]) {
  await suffer(`starts on a full disk, blocks of ${blockSize}`, (bench) => startsOnFullDisk(bench, blockSize));
  await suffer(`deletions on a full disk, blocks of ${blockSize}`, (bench) => deletesOnFullDisk(bench, blockSize));
  await suffer(`the doctor on a full disk, blocks of ${blockSize}`, (bench) => doctorOnFullDisk(bench, blockSize));
}
for (const problem of problems) console.log(`  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
