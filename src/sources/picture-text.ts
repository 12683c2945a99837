import type { Expert } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import { Fault, invalidParameter } from "../kernel/fault.ts";
import type { KeyId } from "../kernel/ids.ts";
import { ExtractionError } from "./extraction-error.ts";
import { readOriginal } from "./original-reading.ts";
import { correctedPages, type SourceCorrection } from "./page-correction.ts";
import type { PageRecogniser, RecognisedPages, SearchablePdfs } from "./ports/document-ports.ts";
import { isReadable, isReadWith, type KeptPage } from "./ports/recognised-page.ts";
import { isSettled, type Source } from "./source.ts";
import type { SourceAdditionParts, SourceAdditions } from "./source-addition.ts";
import { versionAgain } from "./version-again.ts";

export interface PictureTextParts extends SourceAdditionParts {
  readonly recognised: RecognisedPages;
  readonly searchablePdfs: SearchablePdfs;
  readonly recogniser: Pick<PageRecogniser, "name"> | null;
}

/** Discards what a retry reads again: pages without words, and those of another pack. @returns whether there are any */
export async function forgetUnread({ recognised, recogniser }: PictureTextParts, versionNo: number): Promise<boolean> {
  if (recogniser === null) return false;
  const isKept = (page: KeptPage) =>
    page.corrections !== undefined || (isReadable(page) && isReadWith(page, recogniser));
  const unread = (await recognised.of(versionNo)).filter((page) => !isKept(page));
  if (unread.length > 0)
    await recognised.discard(
      versionNo,
      unread.map(({ page }) => page),
    );
  return unread.length > 0;
}

export function createPictureText(
  parts: PictureTextParts,
  find: (expert: Expert, id: string) => Awaitable<Source>,
  { receive, addition }: SourceAdditions,
) {
  const { recognised } = parts;
  return {
    /** A PDF with the recognised text. @throws Fault `invalid_parameter` without such pages; as `original` */
    searchable: (source: Source, signal: AbortSignal) => searchable(parts, source, signal),
    /** Of the newest version. @throws Fault `source_not_found` */
    page: async (source: Source, number: number) => {
      const page = await recognised.one(source.versionNo, number);
      if (page !== null) return page;
      throw new Fault(
        "source_not_found",
        `The source ${source.id} has no page ${number} that was read from a picture.`,
      );
    },
    /** The newest version with corrected words. @throws Fault `source_changed`, `invalid_parameter`; as `addition` */
    correction: async (expert: Expert, key: KeyId, wanted: SourceCorrection) => {
      const source = await find(expert, wanted.id);
      const { version, versionNo } = source;
      if (version !== wanted.version || !isSettled(source.status)) throw changed(source, wanted.version);
      const corrected = correctedPages(await recognised.of(versionNo), wanted.corrections);
      const { file, names } = await versionAgain(parts, receive, source, version);
      const submission = { facts: { ...names, corrected }, origin: { file }, follows: versionNo };
      try {
        const added = await addition(expert, key, submission);
        const ended = () => {
          added.ended();
          file.discard();
        };
        return { ...added, ended };
      } catch (error) {
        file.discard();
        throw error;
      }
    },
  };
}

function changed({ id, version, status }: Source, seen: number): Fault {
  const what = version === seen ? `is ${status}` : `has version ${version} by now`;
  return new Fault("source_changed", `The source ${id} ${what}, so lines of version ${seen} cannot be corrected.`, {
    hint: "Look at its pages again when it is ready.",
  });
}

async function searchable(
  { files, recognised, searchablePdfs }: PictureTextParts,
  source: Source,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const pages = await recognised.of(source.versionNo);
  if (pages.length === 0) {
    throw invalidParameter("as", `The source ${source.id} has no page that was read from a picture. Leave \`as\` out.`);
  }
  const bytes = () => readOriginal(source, () => files.read(source.versionNo));
  try {
    return await searchablePdfs.make({ bytes, pages }, signal);
  } catch (error) {
    if (error instanceof ExtractionError) throw invalidParameter("as", error.message);
    throw error;
  }
}
