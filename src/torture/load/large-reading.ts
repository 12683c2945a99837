import { type OperationContext, runOperation } from "../model/operation-running.ts";
import type { World } from "../model/world.ts";
import { putLarge } from "./next-operation.ts";
import type { Random } from "./seeded-random.ts";

const longestQueue = 5000;
const readingTakes = 400;

/** False: the document was done before the random moment. */
export async function readingLarge(
  { world, random }: { readonly world: World; readonly random: Random },
  context: Omit<OperationContext, "ending">,
): Promise<boolean> {
  const { client } = context;
  const operation = putLarge(world, random);
  if (operation === null) return false;
  await runOperation(world, operation, { ...context, ending: () => false });
  const path = `/v1/experts/${operation.expert}/sources?external_id=${operation.slot}`;
  const status = async () => {
    const reply = await client.send({ method: "GET", path });
    return reply.type === "cut" ? "" : (/"status":"(\w+)"/.exec(reply.text)?.[1] ?? "");
  };
  const late = performance.now() + longestQueue;
  let seen = await status();
  while (seen === "queued" && performance.now() < late) seen = await status();
  await Bun.sleep(random.next() * readingTakes);
  return (await status()) === "processing";
}
