/** What a node does when it opens a database that many share. */
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSharedDatabase } from "../../src/compose/database/shared-database.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { WorkspaceId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { fakeS3 } from "../support/fakes/fake-s3.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "docent-opening-"));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const newSchema = () => `${postgresUrl}?schema=opening_${Bun.randomUUIDv7().replaceAll("-", "")}`;

function open(database: string, { dataDir = folder(), files = folder() } = {}) {
  const key = files.startsWith("s3:") && { DOCENT_S3_KEY_ID: "key", DOCENT_S3_SECRET: "word" };
  const env = { DOCENT_DATABASE: database, DOCENT_FILES: files, DOCENT_DATA_DIR: dataDir, ...key };
  const config = loadConfig({ env, flags: [] });
  if (config.shared === null) throw new Error("the settings name no database");
  return openSharedDatabase(config, config.shared, silentLog);
}
const opened = async (...given: Parameters<typeof open>) => {
  await (await open(...given)).release();
};

/** Why it was not opened. */
const refusal = (opening: Promise<unknown>): Promise<string> => opening.then(() => "it was opened", String);

test("it says which database it is, and that it works", async () => {
  const { facts, release } = await open(newSchema());
  expect(facts.version).toMatch(/^PostgreSQL \d+\.\d+$/);
  expect(facts.place).toContain("(schema opening_");
  expect(await facts.trouble()).toBeNull();
  expect(await facts.bytes()).toBeGreaterThan(0);
  expect(facts.connections()).toEqual({ most: 10, busy: 0, failed: 0 });
  await release();
});

test("it works without prepared statements, as a pooler in transaction mode may need it", async () => {
  const { stores, release } = await open(`${newSchema()}&prepare=false`);
  const workspace = { id: "ws_pooled" as WorkspaceId, name: "pooled", createdAt: 5 };
  for (let i = 0; i < 3; i++) expect(await stores.workspaces.add(workspace)).toBe(i === 0);
  expect(await stores.workspaces.byName("pooled")).toEqual(workspace);
  expect(await stores.exclusive.run("work", async () => "done")).toBe("done");
  await release();
});

test("nodes that open a new database at once agree on its id, and their folders get it", async () => {
  const [database, files] = [newSchema(), folder()];
  const dataDirs = [folder(), folder(), folder()];
  await Promise.all(dataDirs.map((dataDir) => opened(database, { dataDir, files })));
  const ids = [files, ...dataDirs].map((each) => readFileSync(join(each, "docent.id"), "utf8"));
  expect(new Set(ids).size).toBe(1);
});

test("indexes of the same database are kept, and those of another are deleted", async () => {
  const [dataDir, files, database] = [folder(), folder(), newSchema()];
  const index = join(dataDir, "memory", "exp_1.memory");
  const write = () => {
    mkdirSync(join(dataDir, "memory"), { recursive: true });
    writeFileSync(index, "");
  };
  write();
  await opened(database, { dataDir, files });
  expect(existsSync(index)).toBe(false);
  write();
  await opened(database, { dataDir, files });
  expect(existsSync(index)).toBe(true);
  await opened(newSchema(), { dataDir });
  expect(existsSync(index)).toBe(false);
});

test("a folder of files that belongs to another database is refused, and is left as it is", async () => {
  const [files, database] = [folder(), newSchema()];
  await opened(database, { files });
  expect(await refusal(open(newSchema(), { files }))).toContain("contains the files of another database");
  await opened(database, { files });
});

test("files in an object store belong to one database, too", async () => {
  const server = fakeS3();
  try {
    const files = `s3://docent/team?endpoint=${server.endpoint}&region=eu-central-1`;
    const database = newSchema();
    await opened(database, { files });
    expect([...server.objects.keys()]).toEqual(["team/docent.id"]);
    await opened(database, { files });
    expect(await refusal(open(newSchema(), { files }))).toContain("contains the files of another database");
    server.behave("forbidding");
    expect(await refusal(open(database, { files }))).toContain("(DOCENT_FILES) cannot be read: AccessDenied");
  } finally {
    await server.stop();
  }
});

test("a data folder with a database of its own is refused, and so is one that another node uses", async () => {
  const [dataDir, database] = [folder(), newSchema()];
  writeFileSync(join(dataDir, "docent.db"), "");
  expect(await refusal(open(database, { dataDir }))).toContain("contains a database of its own");
  rmSync(join(dataDir, "docent.db"));
  const first = await open(database, { dataDir });
  expect(await refusal(open(database, { dataDir }))).toContain("is in use by another docent process");
  await first.release();
});

test("a database that cannot be reached is named without its password", async () => {
  const dataDir = folder();
  const message = await refusal(open("postgres://docent:secret-word@127.0.0.1:1/docent", { dataDir }));
  expect(message).toContain("The database postgres://docent@127.0.0.1:1/docent cannot be used: ");
  expect(message).not.toContain("secret-word");
  // The folder is free again.
  await opened(newSchema(), { dataDir });
});
