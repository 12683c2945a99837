/** Copies a version as the newest of its source: put back, or with corrected words. */
import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import { Fault } from "../kernel/fault.ts";
import type { KeyId } from "../kernel/ids.ts";
import { readOriginal } from "./original-reading.ts";
import type { RecognisedPages } from "./ports/document-ports.ts";
import type { Accepted } from "./ports/store-ports.ts";
import type { Source } from "./source.ts";
import type { SourceAdditionParts, SourceAdditions } from "./source-addition.ts";

interface PuttingBack {
  readonly expert: Expert;
  readonly key: KeyId;
  readonly source: Awaitable<Source>;
  readonly version: number;
}

export async function putBack(
  parts: SourceAdditionParts & { readonly recognised: RecognisedPages },
  { receive, add }: SourceAdditions,
  { expert, key, source: found, version }: PuttingBack,
): Promise<Accepted> {
  const source = await found;
  const { versionNo, file, names } = await versionAgain(parts, receive, source, version);
  try {
    const pages = versionNo === source.versionNo ? [] : await parts.recognised.of(versionNo);
    return await add(expert, key, {
      facts: { ...names, ...(pages.length > 0 && { corrected: pages }) },
      origin: { file },
    });
  } finally {
    file.discard();
  }
}

/** A version of the same bytes, in the same words where a person corrected them. @throws as `versionAgain` and `add` */
export async function readAnew(
  parts: Pick<SourceAdditionParts, "store" | "files">,
  { receive, add }: SourceAdditions,
  { expert, key, source }: Omit<PuttingBack, "version" | "source"> & { readonly source: Source },
): Promise<Accepted> {
  const { versionNo, file, names } = await versionAgain(parts, receive, source, source.version);
  try {
    return await add(expert, key, { facts: { ...names, corrected: [] }, origin: { file }, follows: versionNo });
  } finally {
    file.discard();
  }
}

/** The caller discards the file. @throws Fault `source_not_found`, `original_not_found` */
export async function versionAgain(
  { store, files }: Pick<SourceAdditionParts, "store" | "files">,
  receive: SourceAdditions["receive"],
  source: Source,
  version: number,
) {
  const facts = await store.versionFacts(source, version);
  if (facts === null || facts.sha256 === "") throw noVersion(source, version);
  const { type, givenTitle, title, filename, declaredType, versionNo, sha256 } = facts;
  const file = await receive(await readOriginal(source, () => files.stream(versionNo)));
  if (file.sha256 !== sha256) {
    file.discard();
    throw damagedOriginal(source, version);
  }
  const named = { title: givenTitle ?? (title === source.title ? null : title), filename, declaredType, type };
  const same = { url: null, metadata: null, externalId: source.externalId, keeper: null, of: source.id };
  return { versionNo, file, names: { ...named, ...same } };
}

function damagedOriginal({ id }: Source, version: number): Fault {
  return new Fault("original_not_found", `The original file of version ${version} of the source ${id} is damaged.`, {
    hint: "Restore it from a backup, or send its bytes as a new version.",
  });
}

function noVersion({ id }: Source, version: number): Fault {
  return new Fault("source_not_found", `The source ${id} has no original of version ${version}.`, {
    hint: "The list of its versions shows which there are.",
  });
}
