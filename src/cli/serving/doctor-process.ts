/** A separate process for `docent doctor`, so that checking files does not delay requests. */
import { ownCommand } from "../../build-info.ts";
import type { Config } from "../../config/load-config.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import type { Finding } from "../../upkeep/findings.ts";

const timeout = 300_000;

function environmentOf({ database, files, credentials }: SharedStorage): Readonly<Record<string, string>> {
  return {
    DOCENT_DATABASE: database,
    DOCENT_FILES: files,
    ...(credentials && { DOCENT_S3_KEY_ID: credentials.accessKeyId, DOCENT_S3_SECRET: credentials.secretAccessKey }),
  };
}

/** With the service's data folder and what opens it. */
export function spawnOwn({ dataDir, shared }: Config, command: readonly string[], limit?: number) {
  return Bun.spawn([...command, "--data-dir", dataDir], {
    // Not on the command line, which everybody on the machine can see.
    env: { ...Bun.env, ...(shared && environmentOf(shared)) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...(limit !== undefined && { timeout: limit }),
  });
}

export async function findingsOfDoctor(config: Config): Promise<readonly Finding[]> {
  const doctor = spawnOwn(config, [...ownCommand(), "doctor", "--json"], timeout);
  void new Response(doctor.stderr).text();
  const report: { readonly findings: readonly Finding[] } = JSON.parse(await new Response(doctor.stdout).text());
  return report.findings;
}
