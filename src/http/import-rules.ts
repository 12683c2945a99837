/** The rules for imported rows: the same schemas as for requests. */
import { checkMetadata, defaultSettings, type ExpertSettings, type Metadata } from "../experts/expert.ts";
import { Fault } from "../kernel/fault.ts";
import { checked } from "./body/validation.ts";
import { NewExpert } from "./native/expert-schemas.ts";
import { wireSettings } from "./native/native-views.ts";
import { TextSource, UrlSource } from "./native/source-schemas.ts";

export interface ImportedExpertRow {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly instructions: string;
  readonly language: string;
  readonly aliases: readonly string[];
  readonly settings: unknown;
  readonly metadata: unknown;
}

export interface ImportedSourceRow {
  readonly title: string | null;
  readonly url: string | null;
  readonly externalId: string | null;
  readonly metadata: unknown;
}

/** Each returns the problem as the API's message; null for none. */
export interface ImportRules {
  expert(row: ImportedExpertRow): string | null;
  source(row: ImportedSourceRow): string | null;
  /** An address that a document is fetched from. */
  address(url: string): string | null;
}

export function importRules(): ImportRules {
  const [expert, source, fetched] = [checked(NewExpert), checked(TextSource), checked(UrlSource)];
  return {
    expert: ({ settings, metadata, ...fields }) =>
      problemIn(() => {
        refuseUnknown(settings);
        const all = { ...defaultSettings, ...Object(settings) } as ExpertSettings;
        expert.parse({ ...fields, metadata, settings: wireSettings(all) });
        checkMetadata(metadata as Metadata);
      }),
    source: ({ title, url, externalId, metadata }) =>
      problemIn(() => {
        const given = { title, url, external_id: externalId, metadata };
        const present = Object.entries(given).filter(([, value]) => value !== null);
        source.parse({ text: "-", ...Object.fromEntries(present) });
        checkMetadata(metadata as Metadata);
      }),
    address: (url) => problemIn(() => fetched.parse({ type: "url", url })),
  };
}

function refuseUnknown(settings: unknown): void {
  const isObject = typeof settings === "object" && settings !== null && !Array.isArray(settings);
  const unknown = isObject ? Object.keys(settings).find((name) => !(name in defaultSettings)) : "";
  if (unknown !== undefined) throw new Fault("invalid_parameter", `"settings" is not an object of known settings.`);
}

function problemIn(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}
