import type { SourceObject } from "../../api/shapes.ts";
import type { ApiClient } from "../app/api-client.ts";
import { styledSpans, turnSpans } from "./inline-styles.ts";
import type { TextMark } from "./text-layout.ts";

export interface OpenSource {
  readonly source: string;
  /** Null: the current version. */
  readonly version: number | null;
  readonly marks: readonly TextMark[];
}

export type Reading = Awaited<ReturnType<typeof readSource>>;
export type ReadText = NonNullable<Reading["text"]>;

/** Whether its pages were read from pictures: their file is shown with the text on them. */
export function isScan({ warnings }: SourceObject): boolean {
  return warnings.some(({ code }) => code === "pages_recognised");
}

export function pageAt({ chunks }: ReadText, position: number): { readonly page: number; readonly start: number } {
  const page = chunks.findLast((chunk) => chunk.start <= position && chunk.page !== null)?.page ?? 1;
  return { page, start: chunks.find((chunk) => chunk.page === page)?.start ?? 0 };
}

export async function readSource(
  api: ApiClient,
  expertId: string,
  { source: id, version }: Pick<OpenSource, "source" | "version">,
) {
  const path = { id: expertId, sid: id };
  const source = await api.request("GET", "/v1/experts/{id}/sources/{sid}", { path });
  if (source.answering_version === null && version === null) return { source, text: null };
  const wanted = version === null || version === source.answering_version ? null : version;
  const address = `/v1/experts/${encodeURIComponent(expertId)}/sources/${encodeURIComponent(id)}`;
  const [response, chunks, original] = await Promise.all([
    api.raw(`${address}/content${wanted === null ? "" : `?version=${wanted}`}`),
    wanted === null ? api.request("GET", "/v1/experts/{id}/sources/{sid}/passages", { path }) : { data: [] },
    wanted === null && hasStyles(source) ? originalText(api, address) : null,
  ]);
  const shown = Number(response.headers.get("x-source-version") ?? source.answering_version);
  const content = await response.text();
  const isNewest = original !== null && shown === source.version;
  const styles = isNewest ? styledSpans(original, content) : turnSpans(content, chunks.data);
  return { source, text: { content, version: shown, chunks: chunks.data, styles } };
}

/** Null if it is gone: the text can be read without it. */
async function originalText(api: ApiClient, address: string): Promise<string | null> {
  try {
    return await (await api.raw(`${address}/file`)).text();
  } catch {
    return null;
  }
}

const mostBytes = 80_000;

const hasStyles = ({ mime_type: type, bytes }: SourceObject) => type === "text/markdown" && bytes <= mostBytes;
