import type { Static } from "@sinclair/typebox";
import { counted } from "../language/text/shown-text.ts";
import type { AnswerView, SourceView } from "./memory-backend.ts";
import type { SourceSummary } from "./tool-schemas.ts";

type QuotedPlace = Pick<
  AnswerView["citations"][number],
  "source_id" | "source_version" | "title" | "section" | "page" | "url" | "start" | "end"
>;

export function placeOf({
  source_id,
  source_version,
  title,
  section,
  page,
  url,
  start,
  end,
}: QuotedPlace): QuotedPlace {
  return { source_id, source_version, title, section, page, url, start, end };
}

/** `Manual, Care > Filters, page 3 (source_id src_…, start 10, end 46)` */
export function placeLine({ title, section, page, url, source_id, start, end }: QuotedPlace): string {
  const name = [title, section === "" ? [] : section, page === null ? [] : `page ${page}`].flat().join(", ");
  const link = url === null ? "" : ` ${url}`;
  return `${name} (source_id ${source_id}, start ${start}, end ${end})${link}`;
}

export function sourceSummary(source: SourceView): Static<typeof SourceSummary> {
  return {
    id: source.id,
    title: source.title,
    status: source.status,
    progress: { percent: source.progress.percent },
    error: source.error?.message ?? null,
    type: source.type,
    url: source.url,
    external_id: source.external_id,
    version: source.version,
    passage_count: source.passage_count,
    metadata: source.metadata,
    deduplicated: source.deduplicated,
    created_at: source.created_at,
  };
}

export function sourceLine(source: Static<typeof SourceSummary>): string {
  const { id, title, status, error, passage_count, progress, metadata } = source;
  const states: Readonly<Record<string, string>> = {
    ready: `ready, ${counted(passage_count, "passage")}`,
    failed: `failed: ${error}`,
    processing: `being read, ${progress.percent} %`,
    queued: "waiting to be read",
  };
  const facts = Object.keys(metadata).length === 0 ? "" : ` ${JSON.stringify(metadata)}`;
  return `${title} (${id}): ${states[status] ?? status}${facts}`;
}

export const abstainReasons: Readonly<Record<string, string>> = {
  no_sources: "The expert has no sources yet.",
  sources_pending: "The expert's sources are still being read. Ask again in a moment.",
  filter_matched_nothing: "No source matches the filter.",
  below_min_score: "No passage is relevant enough to the question.",
  not_supported: "The sources do not support an answer. Do not guess one.",
};
