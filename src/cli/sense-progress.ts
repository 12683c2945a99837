/** Reports the built-in model's progress with an expert: once, or until it has finished. */
import type { SenseProgress } from "../client/client-replies.ts";
import type { DocentClient } from "../client/docent-client.ts";
import { type Console, StartError } from "./command.ts";

/** Milliseconds between looks, and how many looks without any progress are enough. */
const lookEvery = 1000;
const mostIdleLooks = 600;

/** @param isWaiting reports until the model has finished. @throws StartError when it makes no progress for ten minutes. */
export async function reportSense(
  client: DocentClient,
  expert: string,
  console: Console,
  isWaiting: boolean,
): Promise<void> {
  let before = -1;
  for (let idle = 0; idle < mostIdleLooks; ) {
    const { sense } = await client.expert(expert);
    if (sense === null || sense.done >= sense.total) return;
    if (!isWaiting) {
      console.complain(`${lineOf(sense)}; the service encodes the rest in the background.`);
      return;
    }
    idle = sense.done === before ? idle + 1 : 0;
    if (idle === 0) (console.renew ?? console.complain)(lineOf(sense));
    before = sense.done;
    await Bun.sleep(lookEvery);
  }
  throw new StartError("The built-in model has encoded nothing for ten minutes. The log of the service says why.");
}

function lineOf({ done, total }: SenseProgress): string {
  return `meaning: ${done} of ${total} passages`;
}
