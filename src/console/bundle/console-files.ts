/** The console's files: those in the executable, or, when the program runs from its sources, built when first asked for. */
import type { ConsoleFiles } from "../../http/console/console-routes.ts";
import { buildConsole } from "./build-console.ts";
import { unpackConsole } from "./console-pack.ts";

export function createConsoleFiles(): ConsoleFiles {
  let files: ReturnType<ConsoleFiles> | null = null;
  return () => (files ??= readFiles());
}

async function readFiles(): ReturnType<ConsoleFiles> {
  // The runtime's types leave out the names, which are there (and in its documentation).
  const embedded = Bun.embeddedFiles as readonly (Blob & { readonly name: string })[];
  const pack = embedded.find(({ name }) => /^console(?:-\w+)?\.pack$/.test(name));
  return pack === undefined ? buildConsole() : unpackConsole(await pack.bytes());
}
