import type { Chunk, Source } from "../../api/shapes.ts";
import { type ApiClient, unwrap } from "../api/api-client.ts";

export interface OpenSource {
  readonly source: string;
  /** Null: the current version. */
  readonly version: number | null;
  /** Code points to mark. */
  readonly range: readonly [number, number] | null;
}

export interface Reading {
  readonly source: Source;
  /** Null: the source was not read successfully. */
  readonly text: { readonly content: string; readonly version: number; readonly chunks: readonly Chunk[] } | null;
}

/** The page of a PDF that contains a position, or the first page. */
export function pageOf({ text }: Reading, range: OpenSource["range"]): number {
  const start = range?.[0] ?? 0;
  return text?.chunks.findLast((chunk) => chunk.start <= start && chunk.page !== null)?.page ?? 1;
}

export async function readSource(
  api: ApiClient,
  expertId: string,
  { source: id, version }: Pick<OpenSource, "source" | "version">,
): Promise<Reading> {
  const path = { id: expertId, sid: id };
  const source = await unwrap(api.call.GET("/v1/experts/{id}/sources/{sid}", { params: { path } }));
  if (source.answering_version === null && version === null) return { source, text: null };
  const wanted = version === null || version === source.answering_version ? null : version;
  const [response, chunks] = await Promise.all([
    api.raw(
      `/v1/experts/${encodeURIComponent(expertId)}/sources/${encodeURIComponent(id)}/content${wanted === null ? "" : `?version=${wanted}`}`,
    ),
    // Only the current version has passages.
    wanted === null
      ? unwrap(api.call.GET("/v1/experts/{id}/sources/{sid}/chunks", { params: { path } }))
      : { data: [] },
  ]);
  const shown = Number(response.headers.get("x-source-version") ?? source.answering_version);
  return { source, text: { content: await response.text(), version: shown, chunks: chunks.data } };
}
