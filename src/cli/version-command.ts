import { Database } from "bun:sqlite";
import orama from "@orama/orama/package.json" with { type: "json" };
import { buildInfo, embeddedFile } from "../build-info.ts";
import { packFacts } from "../models/sense-pack.ts";
import { vectorFacts, vectorTraits } from "../models/vector-model.ts";
import { type Command, StartError } from "./command.ts";

export const versionCommand: Command = {
  name: "version",
  usage: "",
  summary: "Show the version of this build and of its components",
  examples: ["", "> version.txt"],
  run: async (_args, console) => {
    console.print(`docent ${buildInfo.version} (${buildInfo.commit})`);
    console.print(
      `bun ${Bun.version} (${Bun.revision.slice(0, 9)}), sqlite ${sqliteVersion()}, orama ${orama.version}`,
    );
    console.print(`sense ${packFacts.name} (${packFacts.licence}), the built-in model of meaning`);
    console.print(`vectors ${vectorTraits.model} (${vectorFacts.licence}), the built-in model of sentences`);
    return 0;
  },
};

export const licensesCommand: Command = {
  name: "licenses",
  usage: "",
  summary: "Show all that is inside this build, with its licences",
  examples: ["", "| less"],
  run: async (_args, console) => {
    const file = embeddedFile(/^licences(?:-\w+)?\.gz$/);
    if (file === undefined)
      throw new StartError("Only a built executable carries the licences: `make build` makes one.");
    console.print(new TextDecoder().decode(Bun.gunzipSync(await file.bytes())));
    return 0;
  },
};

function sqliteVersion(): string {
  const memory = new Database(":memory:");
  const row = memory.query<{ version: string }, []>("SELECT sqlite_version() AS version").get();
  memory.close();
  return row?.version ?? "unknown";
}
