/** The shared folder of files disappears, or the database is older than it. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { NotObservable } from "../checks/observer.ts";
import { serviceClient } from "../load/service-client.ts";
import { recordViolation } from "../model/violation-recording.ts";
import type { World } from "../model/world.ts";
import { apiKey } from "../torture-run.ts";
import type { ClusterDatabase } from "./cluster-database.ts";
import type { ClusterNode, ClusterNodes } from "./cluster-nodes.ts";

interface ClusterFiles {
  readonly world: World;
  readonly nodes: ClusterNodes;
  readonly files: string;
}

/** An empty folder takes its place, as with an unmounted disk. Nothing may be written there. */
export async function filesAway({ world, nodes, files }: ClusterFiles, meanwhile: () => Promise<void>): Promise<void> {
  renameSync(files, `${files}-away`);
  mkdirSync(files);
  await meanwhile();
  await Promise.all(nodes.up().map((node) => expectReadiness(world, node, 503)));
  const made = readdirSync(files);
  if (made.length > 0) recordViolation(world, "lost", `${made.join(", ")} came into the place of files that were away`);
  rmSync(files, { recursive: true });
  renameSync(`${files}-away`, files);
  await Promise.all(nodes.up().map((node) => expectReadiness(world, node, 200)));
}

/** Milliseconds until a node notices that files are gone. */
const longestLook = 30_000;

async function expectReadiness(world: World, node: ClusterNode, status: number): Promise<void> {
  const { process } = node;
  const address = await process?.address;
  if (typeof address !== "string") return;
  const ask = () => serviceClient(address, apiKey).send({ method: "GET", path: "/readyz" });
  let reply = await ask();
  for (const late = performance.now() + longestLook; performance.now() < late; reply = await ask()) {
    if (node.process !== process || reply.type === "cut" || reply.status === status) break;
    await Bun.sleep(100);
  }
  if (node.process !== process || reply.type === "cut" || reply.status === status) return;
  const says = `${basename(node.dataDir)} answers ${reply.status} to /readyz instead of ${status}: ${reply.text}`;
  recordViolation(world, "reply_off", says);
}

interface Cluster extends Omit<ClusterFiles, "world"> {
  readonly database: ClusterDatabase;
  start(node: ClusterNode): Promise<void>;
  stop(node: ClusterNode): Promise<void>;
  period(): Promise<void>;
}

/** Milliseconds until unnamed files are set aside; nodes look every five seconds. */
const longestCollection = 60_000;

/** A node on an older database must keep newer originals. False: the user may not create databases. */
export async function databasePutBack(cluster: Cluster): Promise<boolean> {
  const { nodes, database, files, start, stop, period } = cluster;
  const stopAll = () => Promise.all(nodes.all.map(stop));
  await stopAll();
  // One node a day collects originals, a day after they came.
  await database.endLeases();
  const older = await database.copied();
  await Promise.all(nodes.all.map(start));
  if (older === null) return false;
  const before = new Set(originalsIn(files));
  await period();
  await stopAll();
  const aged = agedNames(files);
  await database.renamed(aged);
  await older.exchange();
  await database.renamed(aged);
  for (const [name, other] of aged) renameSync(join(files, name), join(files, other));
  const newer = [...aged].filter(([name]) => !before.has(name)).map(([, other]) => basename(other));
  const [first] = nodes.all;
  if (first !== undefined && newer.length > 0) {
    await start(first);
    await setAside(files, newer);
    await stop(first);
  }
  await older.exchange();
  await older.drop();
  await Promise.all(nodes.all.map(start));
  return true;
}

async function setAside(files: string, names: readonly string[]): Promise<void> {
  for (const late = performance.now() + longestCollection; performance.now() < late; await Bun.sleep(100))
    if (names.every((name) => !existsSync(join(files, "originals", name)))) return;
  throw new NotObservable("originals that no row names were not collected");
}

const originalsIn = (files: string) => readdirSync(join(files, "originals")).map((name) => `originals/${name}`);

const twoDays = 2 * 24 * 3_600_000;

/** As if the originals were two days older: a name begins with its time (RFC 9562, version 7). */
function agedNames(files: string): ReadonlyMap<string, string> {
  const uuid = /^originals\/([0-9a-f]{8})-([0-9a-f]{4})-/;
  return new Map(
    originalsIn(files).flatMap((name) => {
      const [, high, low] = uuid.exec(name) ?? [];
      if (high === undefined || low === undefined) return [];
      const earlier = (Number.parseInt(high + low, 16) - twoDays).toString(16).padStart(12, "0");
      return [[name, `originals/${earlier.slice(0, 8)}-${earlier.slice(8)}${name.slice("originals/".length + 13)}`]];
    }),
  );
}
