import { NewExpert } from "../api/expert-schemas.ts";
import { wireSettings } from "../api/native-views.ts";
import { TextSource, UrlSource } from "../api/source-schemas.ts";
import { checked } from "../api/validation.ts";
import {
  checkMetadata,
  defaultSettings,
  type ExpertSettings,
  type ImportRules,
  type Metadata,
} from "../experts/expert.ts";
import { Fault } from "../kernel/fault.ts";
import { isFields } from "../kernel/json.ts";

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
  const unknown = isFields(settings) ? Object.keys(settings).find((name) => !(name in defaultSettings)) : "";
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
