/** What the replies to deeds about experts and keys change in the model. */
import type { Begun } from "../model/begun.ts";
import { check, complainOf } from "../model/complaint.ts";
import type { ExpertDeed, KeyDeed } from "../model/deed.ts";
import type { Outcome } from "../model/deed-outcome.ts";
import { allDocumentsOf, type ExpertModel, expertOf, retire, type World } from "../model/world.ts";
import { countAcknowledged } from "./source-replies.ts";

/** @param outcome the expert's id, where it was made. */
export function expertAnswered(world: World, { deed }: Begun<ExpertDeed>, outcome: Outcome<string>): void {
  const expert = expertOf(world, deed.expert);
  expert.underWay = null;
  complainOf(world, deed, outcome);
  if (outcome.type !== "done" && outcome.type !== "refused") expert.doubt = deed;
  if (outcome.type !== "done") return;
  countAcknowledged(world, deed.kind);
  applyToExpert(world, expert, { deed, id: outcome.value });
}

interface Applied {
  readonly deed: ExpertDeed;
  readonly id: string;
}

/** The deed was done, as a reply or the rows say. */
export function applyToExpert(world: World, expert: ExpertModel, { deed, id }: Applied): void {
  switch (deed.kind) {
    case "create_expert":
      expert.exists = true;
      expert.id = id;
      return;
    case "patch_expert":
      expert.description = deed.description;
      return;
    case "delete_expert":
      expert.exists = false;
      for (const slot of expert.slots.values()) retire(world, allDocumentsOf(slot));
  }
}

export interface KeyReply {
  readonly id: string;
  readonly secret: string;
  readonly accepted: boolean;
}

export function keyAnswered(world: World, { deed }: Begun<KeyDeed>, outcome: Outcome<KeyReply>): void {
  complainOf(world, deed, outcome);
  if (outcome.type !== "done") return;
  const { id, secret, accepted } = outcome.value;
  switch (deed.kind) {
    case "create_key":
      countAcknowledged(world, deed.kind);
      world.keys.push({ id, secret, state: "active" });
      return;
    case "revoke_key":
      countAcknowledged(world, deed.kind);
      setKey(world, deed.id, "revoked");
      return;
    case "use_key":
      checkKey(world, deed, accepted);
  }
}

function setKey({ keys }: World, id: string, state: "active" | "revoked"): void {
  const at = keys.findIndex((key) => key.id === id);
  const key = keys[at];
  if (key !== undefined) keys[at] = { ...key, state };
}

function checkKey(world: World, deed: Extract<KeyDeed, { kind: "use_key" }>, accepted: boolean): void {
  const now = world.keys.find(({ id }) => id === deed.id)?.state;
  const problem =
    deed.revoked && accepted
      ? `${deed.id} was revoked and works`
      : now === "active" && !accepted
        ? `${deed.id} was made and does not work`
        : null;
  check(world, "key_off", problem);
}
