/** A kill ends a process at whatever moment it comes, and the end of a run leaves no request cut. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NotObservable } from "../../src/torture/checks/observer.ts";
import { spawner } from "../../src/torture/load/served-process.ts";
import { underLoad } from "../../src/torture/torture-run.ts";
import { type ClusterNode, clusterNodes } from "../../src/torture/troubles/cluster-nodes.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-served-"));
const program = join(folder, "service.ts");
writeFileSync(program, 'console.log("listening on http://127.0.0.1:1");\nsetInterval(() => undefined, 1000);\n');
const starts = spawner({ command: [process.execPath, program], env: {}, logFile: join(folder, "service.log") });
afterAll(async () => {
  await starts.killAll();
  rmSync(folder, { recursive: true });
});

test("a node that is killed as soon as it is told to start is not up, and can be started again", async () => {
  const nodes = clusterNodes({ spawner: starts, folder, apiKey: "key", count: 1 });
  const [node] = nodes.all as [ClusterNode];
  const starting = nodes.start(node);
  await nodes.kill(node);
  await starting;
  expect([node.process, nodes.up()]).toEqual([null, []]);
  await nodes.start(node);
  expect(nodes.up()).toEqual([node]);
});

test("when a node does not start, the requests under way come to their end first", async () => {
  const reply = Promise.withResolvers<void>();
  const replied: string[] = [];
  const operate = async () => {
    await reply.promise;
    replied.push("whole");
  };
  const events = async () => {
    setTimeout(reply.resolve);
    throw new NotObservable("a node did not start");
  };
  await expect(underLoad(operate, events)).rejects.toThrow("a node did not start");
  expect(replied).toEqual(Array.from({ length: 6 }, () => "whole"));
});
