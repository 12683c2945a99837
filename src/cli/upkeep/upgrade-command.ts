import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { buildInfo } from "../../build-info.ts";
import { existingSchema } from "../../store/sqlite/folder/data-folder.ts";
import { localCommand, onlyWord } from "../arguments.ts";
import { StartError } from "../command.ts";

export const upgradeCommand = localCommand({
  name: "upgrade",
  usage: "--check FILE",
  summary: "Say what a downloaded executable would change; nothing is fetched, run or replaced",
  examples: ["--check ./docent-new", "--check ./docent-new --data-dir /srv/docent"],
  flags: { switches: ["check"] },
  run: async ({ config, words }, console) => {
    const path = onlyWord(words, "Name one file: `docent upgrade --check FILE`.");
    const bytes = readFileSync(path);
    const found = markOf(bytes);
    const sum = checkSum(path, bytes);
    const schema = config.shared === null ? existingSchema(config.dataDir) : null;
    const lines = [
      `${basename(path)}: docent ${found.version} (${found.commit}) for ${found.target}`,
      sum,
      `This is docent ${buildInfo.version}: ${ordered(found.version)}.`,
      config.shared === null
        ? aboutFolder(schema, found.schema, config.dataDir)
        : "The data is in PostgreSQL, which every node must leave before a newer one starts.",
    ];
    for (const line of lines) console.print(line);
    return 0;
  },
});

/** Written into every executable by the build. @throws StartError without one */
function markOf(bytes: Buffer) {
  const start = ["docent-release", "version="].join(" ");
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
    const text = bytes.toString("latin1", at, at + 200);
    const [, version, commit, target, schema] =
      /^docent-release version=([\w.-]{1,40}) commit=([\w+]{1,40}) target=([\w.-]{1,40}) schema=(\d{1,5});/.exec(
        text,
      ) ?? [];
    if (version && commit && target && schema) return { version, commit, target, schema: Number(schema) };
  }
  throw new StartError("The file is no executable of Docent 0.9 or newer.");
}

/** @throws StartError if the checksums beside the file disagree */
function checkSum(path: string, bytes: Buffer): string {
  const sum = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  const list = join(dirname(path), "SHA256SUMS");
  if (!existsSync(list)) return `SHA-256 ${sum}; compare it with SHA256SUMS of the release.`;
  const lines = readFileSync(list, "utf8").split("\n");
  const stated = lines.find((line) => line.endsWith(`  ${basename(path)}`))?.slice(0, 64);
  if (stated === sum) return `SHA-256 ${sum}, as SHA256SUMS says.`;
  throw new StartError(`${path} is not what SHA256SUMS says: its SHA-256 is ${sum}. Do not use it; download it again.`);
}

function ordered(version: string): string {
  const order = Bun.semver.order(version, buildInfo.version);
  return order > 0 ? "the file is newer" : order < 0 ? "the file is older" : "the file has the same version";
}

function aboutFolder(now: number | null, then: number, dataDir: string): string {
  if (now === null) return `There is no database in ${dataDir}.`;
  if (now === then) return `The database in ${dataDir} stays as it is (version ${now}).`;
  if (now > then)
    return `It would refuse the database in ${dataDir}: that has version ${now}, and it knows versions up to ${then}.`;
  return `Its first start brings the database in ${dataDir} from version ${now} to ${then}, and leaves a copy beside it.`;
}
