/**
 * Schemathesis makes requests from the description and sends them to the executable: none may end with a status from 500.
 * What is refused is no failure: the description cannot say every rule. `make schemathesis` runs it; ARGS="COUNT SEED", by
 * default about ten thousand requests.
 */
import { join } from "node:path";
import { apiKey, startDocent } from "./docent-process.ts";

/** Where it is installed, and writes its reports. */
const place = join(import.meta.dir, "../../.cache/schemathesis");
const program = join(place, "bin/schemathesis");
const [count = "10000", seed = "1"] = process.argv.slice(2);

const docent = await startDocent({});
try {
  const origin = new URL(docent.baseURL).origin;
  const description = (await (await fetch(`${origin}/openapi.json`)).json()) as { paths: Record<string, object> };
  const operations = Object.values(description.paths).flatMap((path) => Object.keys(path)).length;
  const examples = String(Math.ceil(Number(count) / operations));
  // What ends the session of the console or keys would end the run.
  const left = ["endSession", "revokeKey", "updateKey", "createBackup", "planBackups"];
  const command = [
    ...[program, "run", `${origin}/openapi.json`],
    ...["--header", `Authorization: Bearer ${apiKey}`, "--phases", "fuzzing", "--mode", "positive"],
    ...["--checks", "not_a_server_error", "--continue-on-failure"],
    ...["--max-examples", examples, "--seed", seed, "--workers", "2", "--request-timeout", "60"],
    ...left.flatMap((operation) => ["--exclude-operation-id", operation]),
  ];
  const child = Bun.spawn(command, { cwd: place, stdio: ["ignore", "inherit", "inherit"] });
  process.exitCode = await child.exited;
} finally {
  await docent.stop();
}
