import type { ExpertObject } from "../../api/shapes.ts";
import type { DocentClient } from "../../client/docent-client.ts";
import { counted } from "../../language/text/shown-text.ts";
import { type Console, StartError } from "../command.ts";

const lookEvery = 1000;
const mostIdleLooks = 600;

/** @param isWaiting until all is encoded @throws StartError after ten minutes without progress */
export async function reportModels(
  client: DocentClient,
  expert: string,
  console: Console,
  isWaiting: boolean,
): Promise<void> {
  let before = "";
  for (let idle = 0; idle < mostIdleLooks; ) {
    const line = lineOf(await client.getExpert(expert));
    if (line === null) return;
    if (!isWaiting) {
      console.complain(`${line}; the service encodes the rest in the background.`);
      return;
    }
    idle = line === before ? idle + 1 : 0;
    if (idle === 0) (console.renew ?? console.complain)(line);
    before = line;
    await Bun.sleep(lookEvery);
  }
  throw new StartError("No passage was encoded for ten minutes. The log of the service says why.");
}

function lineOf({ sense, vectors }: ExpertObject): string | null {
  const work = Object.entries({ "encoded for search by meaning": sense, "with vectors": vectors });
  const lines = work.flatMap(([name, progress]) =>
    progress === null || progress.done >= progress.total
      ? []
      : [`${progress.done} of ${counted(progress.total, "passage")} ${name}`],
  );
  return lines.length === 0 ? null : lines.join(", ");
}
