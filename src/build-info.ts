/** What this executable was built from. The build replaces the two names; from source they are not there. */
declare const DOCENT_VERSION: string | undefined;
declare const DOCENT_COMMIT: string | undefined;

export const buildInfo = {
  version: typeof DOCENT_VERSION === "string" ? DOCENT_VERSION : "0.0.0-source",
  commit: typeof DOCENT_COMMIT === "string" ? DOCENT_COMMIT : "source",
} as const;
