/** The console's files: from the executable or, if the program runs from its sources, built at the first request. */
import type { ConsoleFiles } from "../../http/surfaces/console-routes.ts";
import { buildConsole } from "./build-console.ts";
import { unpackConsole } from "./console-pack.ts";

export function createConsoleFiles(): ConsoleFiles {
  let files: ReturnType<ConsoleFiles> | null = null;
  return () => (files ??= readFiles());
}

async function readFiles(): ReturnType<ConsoleFiles> {
  // The runtime's types omit the names, although they exist and are documented.
  const embedded = Bun.embeddedFiles as readonly (Blob & { readonly name: string })[];
  const pack = embedded.find(({ name }) => /^console(?:-\w+)?\.pack$/.test(name));
  if (pack !== undefined) return unpackConsole(await pack.bytes());
  return buildConsole();
}
