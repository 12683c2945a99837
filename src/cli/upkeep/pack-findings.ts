import type { Config } from "../../config/load-config.ts";
import type { InstalledPack } from "../../http/system-parts.ts";
import { readDensePack } from "../../models/dense-pack.ts";
import { readScanPack } from "../../models/scan-pack.ts";
import { vectorTraits } from "../../models/vector-model.ts";
import { missingPack, packIn } from "../../store/sqlite/folder/model-packs.ts";
import type { Finding } from "../../upkeep/findings.ts";

export function packFindings(config: Pick<Config, "dataDir" | "embed">): readonly Finding[] {
  return [...modelFindings(config), ...scanFindings(config)];
}

const finding = (severity: Finding["severity"], message: string, remedy: string | null): readonly Finding[] => [
  { area: "models", severity, message, remedy, repairable: false },
];

function scanFindings({ dataDir }: Pick<Config, "dataDir">): readonly Finding[] {
  const found = packIn(dataDir, "scans");
  if (found === null) return [];
  try {
    const { model, languages } = readScanPack(Bun.mmap(found.path));
    return finding("fine", `The pack ${model} (scans in ${languages.join(", ")}) is whole.`, null);
  } catch (error) {
    return unusable(found.model, error);
  }
}

function unusable(model: string, error: unknown): readonly Finding[] {
  const reason = error instanceof Error ? error.message : String(error);
  const remedy = `Add it again with \`docent model add FILE\`, or run \`docent model remove ${model}\`.`;
  return finding("damage", `The model pack ${model} cannot be used, so the service does not start. ${reason}`, remedy);
}

function modelFindings({ dataDir, embed }: Pick<Config, "dataDir" | "embed">): readonly Finding[] {
  const found = packIn(dataDir);
  const missing = missingPack(dataDir, vectorTraits.model);
  if (missing !== null) {
    const message = `Experts have vectors of the model pack ${missing}, which is not installed. Questions are answered by words.`;
    return finding("warning", message, "Install it with `docent model add FILE`.");
  }
  if (found === null) return [];
  const { model, path } = found;
  try {
    const { facts } = readDensePack(Bun.mmap(path));
    if (embed === null) return finding("fine", `The model pack ${model} (${facts.recipe}) is whole.`, null);
    const remedy = `Unset DOCENT_EMBED_URL, or run \`docent model remove ${model}\`.`;
    return finding(
      "warning",
      `DOCENT_EMBED_URL is set beside the model pack ${model}: the service does not start.`,
      remedy,
    );
  } catch (error) {
    return unusable(model, error);
  }
}

export function packsIn(dataDir: string): readonly InstalledPack[] {
  const [model, scans] = [packIn(dataDir), packIn(dataDir, "scans")];
  return [
    ...(model === null ? [] : [{ kind: "vectors" as const, name: model.model, bytes: model.bytes, languages: [] }]),
    ...(scans === null
      ? []
      : [{ kind: "scans" as const, name: scans.model, bytes: scans.bytes, languages: languagesOf(scans.path) }]),
  ];
}

/** None for a damaged pack, which is another finding. */
function languagesOf(path: string): readonly string[] {
  try {
    return readScanPack(Bun.mmap(path)).languages;
  } catch {
    return [];
  }
}
