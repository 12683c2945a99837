/** What this executable was built from, and the files inside of it. The build replaces the names; from source they are not there. */
declare const DOCENT_VERSION: string | undefined;
declare const DOCENT_COMMIT: string | undefined;
declare const DOCENT_MARK: string | undefined;

export const buildInfo = {
  version: typeof DOCENT_VERSION === "string" ? DOCENT_VERSION : "0.0.0-source",
  commit: typeof DOCENT_COMMIT === "string" ? DOCENT_COMMIT : "source",
  /** What `docent upgrade` looks for in an executable. */
  mark: typeof DOCENT_MARK === "string" ? DOCENT_MARK : null,
} as const;

/** Starts this very program; from source, the runtime with the file that it was started with. */
export function ownCommand(): readonly string[] {
  return buildInfo.mark === null ? [process.execPath, Bun.main] : [process.execPath];
}

/** A file inside the executable by its name, to which the bundler added a hash; undefined from source. */
export function embeddedFile(name: RegExp): Blob | undefined {
  // The runtime's types omit the names, although they exist and are documented.
  const files = Bun.embeddedFiles as readonly (Blob & { readonly name: string })[];
  return files.find((file) => name.test(file.name));
}
