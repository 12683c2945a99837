import type {
  ExpertOperation,
  KeyOperation,
  LoadOperation,
  PutSource,
  QuestionOperation,
  SearchOperation,
  SourceOperation,
} from "../model/load-operation.ts";
import { isReadable } from "../model/source-state.ts";
import type { ExpertModel, Slot, World } from "../model/world.ts";
import { largeDocument, newToken, type SampleDocument, sampleDocument } from "./sample-document.ts";
import type { Random } from "./seeded-random.ts";

const mostExperts = 4;
const mostSlots = 9;
const mostKeys = 3;

type MakeOperation = (world: World, random: Random) => LoadOperation | null;

const shares: readonly (readonly [share: number, make: MakeOperation])[] = [
  [34, putSource],
  [10, patchSource],
  [8, deleteSource],
  [18, ask],
  [14, search],
  [5, replay],
  [2, createExpert],
  [3, patchExpert],
  [1, deleteExpert],
  [3, useKey],
  [1, changeKeys],
];
const total = shares.reduce((sum, [share]) => sum + share, 0);

/** Avoids objects of operations in progress. Null: nothing possible now; call again. */
export function nextOperation(world: World, random: Random): LoadOperation | null {
  const owed = world.owed.find((operation) => isFree(world, operation));
  if (owed !== undefined) {
    world.owed = world.owed.filter((operation) => operation !== owed);
    return owed;
  }
  if (live(world).length < 2) return createExpert(world, random);
  let at = random.below(total);
  for (const [share, make] of shares) {
    if (at < share) return make(world, random);
    at -= share;
  }
  return null;
}

function isFree(world: World, { expert, slot }: PutSource): boolean {
  const model = world.experts.get(expert);
  const place = model?.slots.get(slot);
  const isThere = model?.exists === true && model.inProgress === null && model.doubt === null;
  return isThere && place !== undefined && isIdle(place);
}

function live(world: World): readonly ExpertModel[] {
  return [...world.experts.values()].filter(
    ({ exists, inProgress, doubt }) => exists && doubt === null && inProgress?.kind !== "delete_expert",
  );
}

const isIdle = ({ inProgress, doubt }: Slot): boolean => inProgress === null && doubt === null;
const free = ({ slots }: ExpertModel): readonly Slot[] => [...slots.values()].filter(isIdle);
const named = ({ slug }: ExpertModel, { name }: Slot) => ({ expert: slug, slot: name });

function putSource(world: World, random: Random): PutSource {
  const expert = random.pick(live(world));
  const known = free(expert).filter(({ external, state }) => external || state !== null);
  const isNew = known.length === 0 || (known.length < mostSlots && random.chance(0.5));
  const slot = isNew ? null : random.pick(known);
  const document = documentFor(slot, random);
  const external = slot?.external ?? (random.chance(0.7) || !isReadable(document));
  return {
    kind: "put_source",
    expert: expert.slug,
    document,
    external,
    again: null,
    slot: slot?.name ?? (external ? `item-${newToken(random)}` : document.sha256),
    ...mannerOf(document, random),
  };
}

const largeSlot = "large";

export function putLarge(world: World, random: Random): PutSource | null {
  const holders = live(world).filter(({ slots }) => slots.has(largeSlot));
  const expert = holders[0] ?? live(world)[0];
  const slot = expert?.slots.get(largeSlot);
  if (expert === undefined || (slot !== undefined && !isIdle(slot))) return null;
  const manner = { form: "raw", idempotencyKey: null, copies: 1, wait: 0, again: null } as const;
  const document = largeDocument(random);
  return { kind: "put_source", expert: expert.slug, slot: largeSlot, external: true, document, ...manner };
}

function mannerOf(
  document: SampleDocument,
  random: Random,
): Pick<PutSource, "form" | "idempotencyKey" | "copies" | "wait"> {
  const isText = document.mediaType !== "text/html" && isReadable(document);
  return {
    form: random.pick(isText ? ["json", "multipart", "raw"] : ["multipart", "raw"]),
    idempotencyKey: random.chance(0.35) ? `once-${newToken(random)}` : null,
    copies: isReadable(document) && random.chance(0.08) ? 2 : 1,
    wait: random.chance(0.3) ? 10 : 0,
  };
}

/** Without an external id, the bytes identify a source, so they stay. */
function documentFor(slot: Slot | null, random: Random): SampleDocument {
  const last = slot?.state?.versions.at(-1);
  if (slot?.external === false && last !== undefined && isReadable(last)) return last;
  const again = slot?.external === true && last !== undefined && isReadable(last) && random.chance(0.25);
  return again ? last : sampleDocument(random);
}

function somePlace(world: World, random: Random) {
  const places = live(world).flatMap((expert) =>
    free(expert).flatMap((slot) => {
      const id = slot.state?.id ?? null;
      return slot.state === null || id === null ? [] : [{ ...named(expert, slot), state: { ...slot.state, id } }];
    }),
  );
  return places.length === 0 ? null : random.pick(places);
}

function patchSource(world: World, random: Random): SourceOperation | null {
  const place = somePlace(world, random);
  if (place === null) return null;
  const { expert, slot, state } = place;
  return {
    kind: "patch_source",
    expert,
    slot,
    sourceId: state.id,
    title: `Title ${newToken(random)}`,
    marker: random.below(1_000_000),
  };
}

function deleteSource(world: World, random: Random): SourceOperation | null {
  const place = somePlace(world, random);
  if (place === null) return null;
  return { kind: "delete_source", expert: place.expert, slot: place.slot, sourceId: place.state.id };
}

function ask(world: World, random: Random): QuestionOperation {
  const expert = random.pick(live(world));
  const documents = [...expert.slots.values()].flatMap(({ state }) => state?.versions ?? []);
  const token = documents.length === 0 ? "machine" : random.pick(documents).token;
  const stream = random.chance(0.5);
  return {
    kind: random.pick(["query", "chat"] as const),
    expert: expert.slug,
    stream,
    question: `How much does part ${random.below(6)} of the ${token} weigh?`,
    leaves: stream && random.chance(0.15),
  };
}

function search(world: World, random: Random): SearchOperation | null {
  const seen = live(world).flatMap((expert) =>
    [...expert.slots.values()]
      .filter(({ state, doubt }) => (state?.answersFrom ?? 0) > 0 && doubt === null)
      .filter(({ inProgress }) => inProgress?.kind !== "delete_source")
      .map((slot) => ({ expert, slot })),
  );
  if (seen.length === 0) return null;
  const { expert, slot } = random.pick(seen);
  const sent = slot.state?.versions.slice((slot.state.answersFrom || 1) - 1) ?? [];
  const coming = slot.inProgress?.kind === "put_source" ? [slot.inProgress.document] : [];
  return {
    kind: "search",
    ...named(expert, slot),
    tokens: [...new Set([...sent, ...coming].map(({ token }) => token))],
  };
}

function replay(world: World, random: Random): PutSource | null {
  const known = world.remembered.filter(({ operation }) => isFree(world, operation));
  if (known.length === 0) return null;
  const { operation, sourceId } = random.pick(known);
  return { ...operation, copies: 1, again: { done: true, sourceId } };
}

function createExpert(world: World, random: Random): ExpertOperation | null {
  const open = [...world.experts.values()].filter(({ exists, inProgress }) => exists || inProgress !== null);
  return open.length >= mostExperts ? null : { kind: "create_expert", expert: `torture-${newToken(random)}` };
}

function atRest(world: World): readonly ExpertModel[] {
  return live(world).filter(({ inProgress }) => inProgress === null);
}

function patchExpert(world: World, random: Random): ExpertOperation | null {
  const some = atRest(world);
  if (some.length === 0) return null;
  return { kind: "patch_expert", expert: random.pick(some).slug, description: `As of ${newToken(random)}` };
}

function deleteExpert(world: World, random: Random): ExpertOperation | null {
  const idle = atRest(world).filter((expert) => free(expert).length === expert.slots.size);
  return idle.length < 3 ? null : { kind: "delete_expert", expert: random.pick(idle).slug };
}

function useKey({ keys }: World, random: Random): KeyOperation | null {
  if (keys.length === 0) return null;
  const { id, secret, state } = random.pick(keys);
  return { kind: "use_key", id, secret, revoked: state === "revoked" };
}

function changeKeys({ keys }: World, random: Random): KeyOperation | null {
  const active = keys.filter(({ state }) => state === "active");
  return active.length >= mostKeys || (active.length > 0 && random.chance(0.5))
    ? { kind: "revoke_key", id: random.pick(active).id }
    : { kind: "create_key", name: newToken(random) };
}
