/**
 * `make cluster`: starts PostgreSQL once and runs the tests that need it, among them the contracts of stores. With the
 * address of a server in DOCENT_TEST_POSTGRES it starts none: each test makes a schema of its own there, and leaves it.
 */
import { join } from "node:path";
import { startPostgres } from "./postgres-server.ts";

const root = join(import.meta.dir, "../..");
const given = process.env.DOCENT_TEST_POSTGRES;
const server = given === undefined ? await startPostgres() : { url: given, stop: async () => undefined };
try {
  // Paths that begin with a dot are test files, whatever they are called; `make test` does not look for these.
  const own = [
    "same-schema",
    "connection-troubles",
    "background-work",
    "read-your-writes",
    "shared-queue",
    "shared-sites",
    "exclusive-work",
    "round-trips",
    "shared-database",
    "service-nodes",
    "service-vectors",
  ].map((name) => `./test/cluster/${name}.ts`);
  const contracts = await contractsOverPostgres();
  const tests = Bun.spawn([process.execPath, ".ci/run-tests.ts", ...own, ...contracts], {
    cwd: root,
    env: { ...process.env, DOCENT_TEST_POSTGRES: server.url },
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.exitCode = await tests.exited;
} finally {
  await server.stop();
}

async function contractsOverPostgres(): Promise<string[]> {
  const found: string[] = [];
  for (const name of new Bun.Glob("test/contract/*.test.ts").scanSync(root)) {
    if ((await Bun.file(join(root, name)).text()).includes("overPostgres")) found.push(`./${name}`);
  }
  return found.sort();
}
