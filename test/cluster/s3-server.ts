/** An S3 server that others wrote, s3rver, for tests: it checks signatures. It runs under Node, in a folder that is deleted afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface S3Server {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Prints its port. The arguments are the folder and the name of its bucket. */
const program = `
import S3rver from "s3rver";
const [directory, name] = process.argv.slice(1);
const server = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets: [{ name, configs: [] }] });
const { port } = await server.run();
console.log(port);
`;

/** @param bucket the only one */
export async function startS3(bucket: string): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), "docent-s3-"));
  const server = Bun.spawn(["node", "--input-type=module", "--eval", program, "--", folder, bucket], {
    // Where the package is installed.
    cwd: import.meta.dir,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await server.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  if (!(port > 0)) throw new Error("the S3 server ended before it listened");
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.kill("SIGKILL");
      await server.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
