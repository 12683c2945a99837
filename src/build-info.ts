/** What this executable was built from, and the files inside of it. The build replaces the two names; from source they are not there. */
declare const DOCENT_VERSION: string | undefined;
declare const DOCENT_COMMIT: string | undefined;

export const buildInfo = {
  version: typeof DOCENT_VERSION === "string" ? DOCENT_VERSION : "0.0.0-source",
  commit: typeof DOCENT_COMMIT === "string" ? DOCENT_COMMIT : "source",
} as const;

/** A file inside the executable by its name, to which the bundler added a hash; undefined from source. */
export function embeddedFile(name: RegExp): Blob | undefined {
  // The runtime's types omit the names, although they exist and are documented.
  const files = Bun.embeddedFiles as readonly (Blob & { readonly name: string })[];
  return files.find((file) => name.test(file.name));
}
