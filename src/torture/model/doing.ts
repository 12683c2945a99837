/** Does one deed: notes it, sends it, and has the model know what came of it. */
import { answered, peeked } from "../checks/answer-replies.ts";
import { expertAnswered, type KeyReply, keyAnswered } from "../checks/expert-replies.ts";
import { deleteAnswered, patchAnswered, putAnswered } from "../checks/source-replies.ts";
import { ask } from "../load/asking-requests.ts";
import { changeExpert, changeSource, peek, put } from "../load/deed-requests.ts";
import type { Spawner } from "../load/served-process.ts";
import type { ServiceClient } from "../load/service-client.ts";
import { type Begun, begin } from "./begun.ts";
import { complain } from "./complaint.ts";
import type { Deed, KeyDeed } from "./deed.ts";
import type { Outcome } from "./deed-outcome.ts";
import type { World } from "./world.ts";

export interface Surroundings {
  readonly client: ServiceClient;
  readonly spawner: Spawner;
  readonly dataDir: string;
  /** Whether connections may break, because the service is being ended. */
  readonly ending: () => boolean;
}

export async function perform(world: World, deed: Deed, around: Surroundings): Promise<void> {
  switch (deed.kind) {
    case "put_source": {
      const begun = begin(world, deed);
      const outcomes = await put(around.client, deed);
      for (const outcome of outcomes) noteBreak(world, around, { deed, outcome });
      return putAnswered(world, begun, outcomes);
    }
    case "patch_source":
      return done(world, around, { begun: begin(world, deed), send: changeSource, answer: patchAnswered });
    case "delete_source":
      return done(world, around, { begun: begin(world, deed), send: changeSource, answer: deleteAnswered });
    case "create_expert":
    case "patch_expert":
    case "delete_expert":
      return done(world, around, { begun: begin(world, deed), send: changeExpert, answer: expertAnswered });
    case "query":
    case "chat":
      return done(world, around, { begun: begin(world, deed), send: ask, answer: answered });
    case "peek":
      return done(world, around, { begun: begin(world, deed), send: peek, answer: peeked });
    case "create_key":
    case "revoke_key":
    case "use_key":
      return keyAnswered(world, begin(world, deed), await keyOutcome(around, deed));
  }
}

interface Way<D extends Deed, T> {
  readonly begun: Begun<D>;
  readonly send: (client: ServiceClient, deed: D) => Promise<Outcome<T>>;
  readonly answer: (world: World, begun: Begun<D>, outcome: Outcome<T>) => void;
}

async function done<D extends Deed, T>(world: World, around: Surroundings, way: Way<D, T>): Promise<void> {
  const { deed } = way.begun;
  const outcome = await way.send(around.client, deed);
  noteBreak(world, around, { deed, outcome });
  way.answer(world, way.begun, outcome);
}

/** A service that runs and is not being ended answers every request whole. */
function noteBreak(
  world: World,
  { ending }: Surroundings,
  { deed, outcome }: { deed: Deed; outcome: Outcome<unknown> },
): void {
  const leaves = "leaves" in deed && deed.leaves;
  const broken = outcome.type === "cut" || outcome.type === "refused";
  const inProgress = outcome.type === "refused" && deed.kind === "put_source" && deed.copies > 1;
  if (broken && !leaves && !inProgress && !ending()) complain(world, "reply_off", `${deed.kind} got no whole reply`);
}

/** Keys are managed by the command line, while the service runs on the same folder. */
async function keyOutcome({ client, spawner, dataDir }: Surroundings, deed: KeyDeed): Promise<Outcome<KeyReply>> {
  const folder = ["--data-dir", dataDir];
  switch (deed.kind) {
    case "create_key": {
      const made = await spawner.run(["keys", "create", "--name", deed.name, ...folder]);
      const id = /\bkey_\w+/.exec(made?.err ?? "")?.[0];
      const secret = made?.out.trim();
      if (id === undefined || secret === undefined) return { type: "cut" };
      return { type: "done", value: { id, secret, accepted: true } };
    }
    case "revoke_key": {
      const revoked = await spawner.run(["keys", "revoke", deed.id, ...folder]);
      return revoked === null ? { type: "cut" } : { type: "done", value: { id: deed.id, secret: "", accepted: false } };
    }
    case "use_key": {
      const { id, secret } = deed;
      const reply = await client.send({ method: "GET", path: "/v1/models", secret });
      if (reply.type === "cut") return reply;
      if (reply.status === 503) return { type: "refused" };
      return { type: "done", value: { id, secret, accepted: reply.status === 200 } };
    }
  }
}
