/** What `docent doctor` says of the model pack of a data folder. */
import type { Config } from "../../config/load-config.ts";
import { readDensePack } from "../../dense/dense-pack.ts";
import type { Finding } from "../../doctor/findings.ts";
import { packIn } from "../../storage/folder/model-packs.ts";

/** None where no pack is installed. */
export function packFindings({ dataDir, embed }: Pick<Config, "dataDir" | "embed">): readonly Finding[] {
  const found = packIn(dataDir);
  if (found === null) return [];
  const { model, path } = found;
  const finding = (severity: Finding["severity"], message: string, remedy: string | null): readonly Finding[] => [
    { area: "models", severity, message, remedy, repairable: false },
  ];
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
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = `Add it again with \`docent model add FILE\`, or run \`docent model remove ${model}\`.`;
    return finding(
      "damage",
      `The model pack ${model} cannot be used, so the service does not start. ${reason}`,
      remedy,
    );
  }
}
