/**
 * `make cluster`: starts PostgreSQL and an S3 server once and runs the tests that need them, among them the contracts of stores. With the
 * address of a server in DOCENT_TEST_POSTGRES it starts none: each test makes a schema of its own there, and leaves it. The argument
 * `routes` adds each route with each kind of key, which takes minutes.
 */
import { join } from "node:path";
import { s3Bucket } from "../support/worlds/s3-world.ts";
import { startPostgres } from "./postgres-server.ts";
import { startS3 } from "./s3-server.ts";

const root = join(import.meta.dir, "../..");
const given = process.env.DOCENT_TEST_POSTGRES;
const server = given === undefined ? await startPostgres() : { url: given, stop: async () => undefined };
const s3 = await startS3(s3Bucket);
try {
  // Paths that begin with a dot are test files, whatever they are called; `make test` does not look for these.
  const own = [
    "same-schema",
    "connection-troubles",
    "background-work",
    "read-your-writes",
    "restored-database",
    "shared-queue",
    "shared-sites",
    "exclusive-work",
    "round-trips",
    "shared-database",
    "shared-originals",
    "service-files",
    "files-away",
    "object-store",
    "service-nodes",
    "database-away",
    "commands",
    "expert-archives",
    "service-vectors",
    "data-move",
    "killed-move",
    "cluster-torture",
  ].map((name) => `./test/cluster/${name}.ts`);
  const nodes = await run(own, {});
  const contracts = [...(await contractsOverPostgres()), "./test/contract/shared-files.test.ts"];
  // `make test` runs the others.
  const stores = await run([...contracts, "--test-name-pattern=PostgreSQL|S3 server"], {});
  // Tests of the whole service, whose data is in PostgreSQL then.
  const routes = process.argv.includes("routes") ? ["test/http/every-route.test.ts"] : [];
  const whole = await run(
    [...routes, "test/e2e/first-conversation.test.ts", "test/answering/computed-answers.test.ts"],
    {
      DOCENT_TEST_SERVICE: "postgres",
    },
  );
  process.exitCode = Math.max(nodes, stores, whole);
} finally {
  await server.stop();
  await s3.stop();
}

/** @returns the exit code */
async function run(tests: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const running = Bun.spawn([process.execPath, ".ci/run-tests.ts", ...tests], {
    cwd: root,
    env: { ...process.env, DOCENT_TEST_POSTGRES: server.url, DOCENT_TEST_S3: s3.endpoint, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return running.exited;
}

async function contractsOverPostgres(): Promise<string[]> {
  const found: string[] = [];
  for (const name of new Bun.Glob("test/contract/*.test.ts").scanSync(root)) {
    if ((await Bun.file(join(root, name)).text()).includes("overPostgres")) found.push(`./${name}`);
  }
  return found.sort();
}
