/** What this program was built from. `make build` bakes both in by `--define`; a run from source has neither. */
declare const DOCENT_VERSION: string | undefined;
declare const DOCENT_COMMIT: string | undefined;

export interface BuildInfo {
  /** Semantic version. */
  readonly version: string;
  /** Abbreviated; `+` behind it where the tree had changes that were not committed. */
  readonly commit: string;
}

export const buildInfo: BuildInfo = {
  version: typeof DOCENT_VERSION === "string" ? DOCENT_VERSION : "0.0.0-source",
  commit: typeof DOCENT_COMMIT === "string" ? DOCENT_COMMIT : "unknown",
};
