/** The console's files: from the executable or, if the program runs from its sources, built at the first request. */
import { embeddedFile } from "../../build-info.ts";
import type { ConsoleFiles } from "../../http/surfaces/console-routes.ts";
import { buildConsole } from "./build-console.ts";
import { unpackConsole } from "./console-pack.ts";

export function createConsoleFiles(): ConsoleFiles {
  let files: ReturnType<ConsoleFiles> | null = null;
  return () => (files ??= readFiles());
}

async function readFiles(): ReturnType<ConsoleFiles> {
  const pack = embeddedFile(/^console(?:-\w+)?\.pack$/);
  if (pack !== undefined) return unpackConsole(await pack.bytes());
  // The first page waits for it: the highest effort takes seconds.
  return buildConsole(4);
}
