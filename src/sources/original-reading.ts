import { isMissing } from "../kernel/error-code.ts";
import { Fault } from "../kernel/fault.ts";
import type { ReceivedFile, VersionFacts } from "./ports/store-ports.ts";
import type { Source, SourceType } from "./source.ts";
import type { SourceAdditionParts, SourceAdditions, SourceFacts } from "./source-addition.ts";

interface OriginalOf {
  readonly id: string;
  readonly type?: SourceType;
}

export async function readOriginal<T>(source: OriginalOf, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw missingOriginal(source, error);
  }
}

export function missingOriginal({ id, type }: OriginalOf, cause: unknown): unknown {
  if (!isMissing(cause)) return cause;
  const hint =
    type === "conversation"
      ? "Restore it from a backup, or delete the source and send the whole conversation again."
      : "Send the same bytes again: they take its place.";
  return new Fault("original_not_found", `The original file of the source ${id} is missing.`, { hint, cause });
}

/** @throws Fault `source_not_found` */
export async function factsOf(
  { store }: Pick<SourceAdditionParts, "store">,
  source: Source,
  version: number,
): Promise<VersionFacts> {
  const facts = await store.versionFacts(source, version);
  if (facts === null || facts.sha256 === "") throw noVersion(source, version);
  return facts;
}

interface VersionAgain {
  readonly source: Source;
  readonly facts: VersionFacts;
}

/** The bytes of a version once more, for a new one of the same source. @throws Fault `original_not_found` */
export async function receivedAgain(
  { files }: Pick<SourceAdditionParts, "files">,
  receive: SourceAdditions["receive"],
  { source, facts }: VersionAgain,
): Promise<{ readonly file: ReceivedFile; readonly names: SourceFacts }> {
  const { type, givenTitle, title, filename, declaredType, versionNo, sha256 } = facts;
  const file = await receive(await readOriginal(source, () => files.stream(versionNo)));
  if (file.sha256 !== sha256) {
    file.discard();
    throw damagedOriginal(source);
  }
  const named = { title: givenTitle ?? (title === source.title ? null : title), filename, declaredType, type };
  const same = { url: null, metadata: null, externalId: source.externalId, keeper: null, of: source.id };
  return { file, names: { ...named, ...same } };
}

function damagedOriginal({ id }: Source): Fault {
  return new Fault("original_not_found", `The original file of that version of the source ${id} is damaged.`, {
    hint: "Restore it from a backup, or send its bytes as a new version.",
  });
}

function noVersion({ id }: Source, version: number): Fault {
  return new Fault("source_not_found", `The source ${id} has no original of version ${version}.`, {
    hint: "The list of its versions shows which there are.",
  });
}
