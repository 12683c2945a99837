/** What is wrong with a disk or a file is said in one line, and nothing waits for a pipe. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { docent } from "../support/processes/loopback-service.ts";
import { startService } from "../support/service.ts";

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-lines-"));
  const service = await startService();
  dataDir = join(folder, "data");
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  for (const part of ["filter", "valve", "seal"]) {
    const text = `Clean the ${part} twice a year. `.repeat(300);
    await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text } });
  }
  await service.request("POST", "/v1/experts/pumps/query", { body: { question: "How often is the seal cleaned?" } });
  await service.stop();
  renameSync(service.dataDir, dataDir);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inData = (...names: string[]) => join(dataDir, ...names);
const firstIn = (name: string) => inData(name, readdirSync(inData(name)).toSorted()[0] ?? "");
const doctor = () => docent("doctor", "--data-dir", dataDir);

function replaced(path: string, by: "a folder" | "a pipe" | "a file"): void {
  rmSync(path, { recursive: true });
  if (by === "a folder") mkdirSync(path);
  else if (by === "a file") writeFileSync(path, "");
  else expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
}

describe("the doctor", () => {
  test.each(["a folder", "a pipe"] as const)("takes an index that is %s for damaged, and removes it", async (what) => {
    const index = firstIn("memory");
    replaced(index, what);
    const found = await doctor();
    expect([found.code, found.err, found.out.join()]).toEqual([3, [], expect.stringContaining("1 snapshot damaged")]);
    expect((await docent("doctor", "--repair", "--data-dir", dataDir)).code).not.toBe(1);
    expect(readdirSync(inData("memory"))).toEqual([]);
  });

  test.each(["a folder", "a pipe"] as const)("takes an original that is %s for damaged", async (what) => {
    replaced(firstIn("originals"), what);
    const found = await doctor();
    expect([found.code, found.err, found.out.join()]).toEqual([
      4,
      [],
      expect.stringContaining("1 original file damaged"),
    ]);
  });

  test.each(["originals", "memory"])("says in one line that %s is no folder", async (name) => {
    replaced(inData(name), "a file");
    const { code, err } = await doctor();
    expect([code, err]).toEqual([1, [`${inData(name)} goes through a file as if it was a folder.`]]);
  });
});

test.each([0.01, 0.3, 0.7])(
  "a database of which %d is left is not backed up, and one line says what to do",
  async (part) => {
    const size = readFileSync(inData("docent.db")).length;
    truncateSync(inData("docent.db"), Math.max(1, Math.floor((size * part) / 4096)) * 4096);
    const { code, err } = await docent("backup", join(folder, "backup.tar"), "--data-dir", dataDir);
    expect([code, err]).toEqual([
      1,
      [expect.stringMatching(/^The database in \S+ is damaged, so no backup was made\. [^\n]+--recover[^\n]+$/)],
    ]);
    expect(readdirSync(folder)).toEqual(["data"]);
  },
);

test("a backup of a folder without a database names the file that is missing", async () => {
  rmSync(inData("docent.db"));
  const { code, err } = await docent("backup", join(folder, "backup.tar"), "--data-dir", dataDir);
  expect([code, err, readdirSync(folder)]).toEqual([1, [`There is no ${inData("docent.db")}.`], ["data"]]);
});

test.each([
  ["restore", "is not a file."],
  ["import", "is not a file."],
  ["model add", "is not a file."],
])("%s of a pipe is refused, and does not wait for somebody to write to it", async (command, says) => {
  const pipe = join(folder, "pipe");
  writeFileSync(pipe, "");
  replaced(pipe, "a pipe");
  const { code, err } = await docent(...command.split(" "), pipe, "--data-dir", join(folder, "new"));
  expect([code, err]).toEqual([1, [expect.stringContaining(says)]]);
});
