/** `make cluster-torture`: starts PostgreSQL and tortures three nodes over it. Arguments: the executable, then its own. */
import { startPostgres } from "./postgres-server.ts";

const [binary = "dist/docent", ...given] = process.argv.slice(2);
const server = await startPostgres();
try {
  const command = [binary, "torture", "--cluster", "--database", server.url, "--kills", "100", ...given];
  process.exitCode = await Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] }).exited;
} finally {
  await server.stop();
}
