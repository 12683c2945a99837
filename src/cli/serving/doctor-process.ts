/** Runs `docent doctor` in a separate process, so that checking every file does not delay requests. */
import type { Config } from "../../config/load-config.ts";
import type { Finding } from "../../doctor/findings.ts";

/** Milliseconds that it may take. */
const timeout = 300_000;

/** @throws Error when it could not look, or took too long */
export async function findingsOfDoctor({ dataDir }: Config): Promise<readonly Finding[]> {
  // From its sources the program is started by Bun, of which the first argument is the file.
  const self = Bun.main.startsWith("/$bunfs/") ? [process.execPath] : [process.execPath, Bun.main];
  const doctor = Bun.spawn([...self, "doctor", "--json", "--data-dir", dataDir], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    timeout,
  });
  const report: { readonly findings: readonly Finding[] } = JSON.parse(await new Response(doctor.stdout).text());
  return report.findings;
}
