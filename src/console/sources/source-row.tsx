import { Ban, CircleAlert, FilePen, FileText, Globe, RotateCcw, Trash2 } from "lucide-preact";
import type { ExpertObject, SourceObject } from "../../api/shapes.ts";
import { unwrap } from "../app/api-client.ts";
import { asProblem } from "../app/api-problem.ts";
import { addressOf } from "../app/base-path.ts";
import { type ConsoleState, useConsole, useTexts } from "../app/console-state.ts";
import { sourcePath } from "../app/page-location.ts";
import { formatsFor } from "../parts/formats.ts";
import { Menu, type MenuItem } from "../parts/menu.tsx";
import { Meter } from "../parts/meter.tsx";
import type { SourceCatalog } from "./source-catalog.ts";

export type SourceDialog = "details" | "delete";

interface SourceRowProps {
  readonly expert: ExpertObject;
  readonly source: SourceObject;
  readonly isCurrent: boolean;
  readonly catalog: SourceCatalog;
  readonly changed: () => void;
  readonly open: (dialog: SourceDialog) => void;
}

export function SourceRow({ expert, source, isCurrent, catalog, changed, open }: SourceRowProps) {
  const state = useConsole();
  const t = useTexts();
  const Icon = source.status === "failed" ? CircleAlert : source.type === "url" ? Globe : FileText;
  return (
    <div class={`source-row ${source.status}`}>
      <Icon size={18} aria-hidden />
      <a href={addressOf(sourcePath(expert.slug, source.id))} aria-current={isCurrent ? "true" : undefined}>
        <bdi class="clip source-title">{source.title}</bdi>
        <SourceStanding source={source} />
      </a>
      {state.session.may("ingest") && (
        <Menu
          label={t.sources.actions(source.title)}
          items={actionsOf(state, { expert, source, catalog, changed, open })}
        />
      )}
    </div>
  );
}

function SourceStanding({ source }: { readonly source: SourceObject }) {
  const { language } = useConsole();
  const t = useTexts();
  const formats = formatsFor(language.value);
  if (source.status === "failed" && source.error !== null)
    return (
      <span class="source-standing failed clip" title={source.error.message}>
        {t.sources.failures[source.error.code] ?? source.error.message}
      </span>
    );
  if (source.status === "processing" || source.status === "queued")
    return (
      <span class="source-standing">
        <Meter
          label={t.sources.statuses[source.status]}
          share={source.status === "queued" ? 0 : source.progress.percent / 100}
        />
        <span>{source.status === "queued" ? t.sources.statuses.queued : t.sources.stage(source.stage)}</span>
      </span>
    );
  const pages =
    source.page_count === null ? "" : ` · ${t.sources.pages(source.page_count, formats.count(source.page_count))}`;
  const version = source.version > 1 ? ` · ${t.sources.version(source.version)}` : "";
  const status = source.status === "ready" ? formats.bytes(source.bytes) : t.sources.statuses[source.status];
  return <span class="source-standing clip">{`${status}${pages}${version} · ${formats.date(source.created_at)}`}</span>;
}

type RowFacts = Omit<SourceRowProps, "isCurrent">;

function actionsOf(state: ConsoleState, facts: RowFacts): MenuItem[] {
  const t = state.texts.value;
  const { open } = facts;
  const { status } = facts.source;
  const isPending = status === "queued" || status === "processing";
  const isRetryable = status === "failed" || status === "canceled";
  return [
    { label: t.sources.details, icon: FilePen, act: () => open("details") },
    ...(isRetryable
      ? [{ label: t.common.tryAgain, icon: RotateCcw, act: () => void move(state, facts, "retry") }]
      : []),
    ...(isPending ? [{ label: t.sources.cancel, icon: Ban, act: () => void move(state, facts, "cancel") }] : []),
    { label: t.sources.delete, icon: Trash2, danger: true, act: () => open("delete") },
  ];
}

async function move(
  { api, notices }: ConsoleState,
  { expert, source, catalog, changed }: RowFacts,
  to: "retry" | "cancel",
) {
  const params = { path: { id: expert.id, sid: source.id } };
  const expected: SourceObject = { ...source, status: to === "retry" ? "queued" : "canceled", error: null };
  try {
    await catalog.attempt(expected, () =>
      unwrap(
        to === "retry"
          ? api.call.POST("/v1/experts/{id}/sources/{sid}/retry", { params })
          : api.call.POST("/v1/experts/{id}/sources/{sid}/cancel", { params }),
      ),
    );
  } catch (cause) {
    notices.failed(asProblem(cause));
  }
  changed();
}
