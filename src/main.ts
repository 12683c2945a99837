import "./production.ts";
import { run } from "./cli/run.ts";

process.exitCode = await run(process.argv.slice(2));
// A file operation on a drive that does not answer would keep the process for ever.
setTimeout(() => process.exit(), 5000).unref();
