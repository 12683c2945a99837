import { buildConsole } from "./build-console.ts";
import { packConsole } from "./console-pack.ts";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Name the file to write.");
await Bun.write(path, packConsole(await buildConsole()));
