/** `make cluster-clients`: starts PostgreSQL and runs the clients' suites against a service over it. */
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
try {
  const env = { ...process.env, DOCENT_TEST_SERVICE: "postgres", DOCENT_TEST_POSTGRES: server.url };
  const command = [process.execPath, "test/clients/run.ts"];
  process.exitCode = await Bun.spawn(command, { env, stdio: ["ignore", "inherit", "inherit"] }).exited;
} finally {
  await server.stop();
}
