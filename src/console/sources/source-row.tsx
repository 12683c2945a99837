import { CircleAlert, FilePen, FileText, Folder, FolderOpen, Globe, RotateCcw, Square, Trash2 } from "lucide-preact";
import type { SourceObject } from "../../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { type ExpertConsole, useConsole, useExpertConsole } from "../app/console-state.ts";
import { sourcePath } from "../app/page-location.ts";
import { Menu, type MenuItem } from "../parts/menu.tsx";
import { Meter } from "../parts/meter.tsx";
import { gridCell } from "../parts/virtual-list.tsx";
import type { SourceCatalog } from "./source-catalog.ts";
import type { ChosenShare } from "./source-choice.ts";
import type { SourceFolderObject } from "./source-listing.ts";

export type SourceDialog = "details" | "delete";

export interface ChoiceProps {
  readonly chosen: ChosenShare;
  readonly choose: ((event: MouseEvent) => void) | null;
  readonly tabIndex: 0 | -1;
}

interface SourceRowProps extends ChoiceProps {
  readonly source: SourceObject;
  readonly isCurrent: boolean;
  readonly catalog: SourceCatalog;
  readonly changed: () => void;
  readonly open: (dialog: SourceDialog, source: SourceObject) => void;
}

export function SourceRow({ source, isCurrent, catalog, changed, open, ...row }: SourceRowProps) {
  const state = useExpertConsole();
  const { expert, t } = state;
  const kind = source.status === "failed" ? "failed" : source.type === "url" ? "url" : "text";
  return (
    <div class={`source-row ${source.status} ${row.choose === null ? "fixed" : ""} ${isCurrent ? "current" : ""}`}>
      <ChoiceCell {...row} name={source.title} />
      {icons[kind]}
      <span {...gridCell}>
        <a
          data-main
          tabIndex={row.tabIndex}
          href={addressOf(sourcePath(expert.slug, source.id))}
          aria-current={isCurrent ? "true" : undefined}
        >
          <bdi class="clip source-title">{source.title}</bdi>
          <SourceStanding source={source} />
        </a>
      </span>
      {row.choose !== null && (
        <span {...gridCell}>
          <Menu
            label={t.sources.actions(source.title)}
            items={actionsOf(state, { source, catalog, changed, open })}
            tabIndex={row.tabIndex}
          />
        </span>
      )}
    </div>
  );
}

const icons = {
  failed: <CircleAlert size={18} aria-hidden />,
  url: <Globe size={18} aria-hidden />,
  text: <FileText size={18} aria-hidden />,
};

interface FolderRowProps extends ChoiceProps {
  readonly folder: SourceFolderObject;
  readonly isOpen: boolean;
  readonly catalog: SourceCatalog;
}

export function FolderRow({ folder, isOpen, catalog, ...row }: FolderRowProps) {
  const { t, formats } = useConsole();
  const count = t.experts.sources(folder.source_count, formats.count(folder.source_count));
  const name = folder.name || "/";
  const showFailed = () => catalog.look({ ...catalog.asked.value, status: "failed", within: folder.path });
  return (
    <div class={`source-row folder ${row.choose === null ? "fixed" : ""}`}>
      <ChoiceCell {...row} name={name} />
      {isOpen ? <FolderOpen size={18} aria-hidden /> : <Folder size={18} aria-hidden />}
      <span {...gridCell}>
        <button type="button" data-main tabIndex={row.tabIndex} onClick={() => catalog.toggle(folder.path)}>
          <bdi class="clip source-title">{name}</bdi>
          <span class="source-standing clip">{count}</span>
        </button>
      </span>
      {folder.failed_count > 0 && (
        <span {...gridCell}>
          <button type="button" class="folder-failures" tabIndex={row.tabIndex} onClick={showFailed}>
            <CircleAlert size={16} aria-hidden />
            {t.experts.failed(formats.count(folder.failed_count))}
          </button>
        </span>
      )}
    </div>
  );
}

function ChoiceCell({ name, chosen, choose, tabIndex }: ChoiceProps & { readonly name: string }) {
  const { t } = useConsole();
  if (choose === null) return null;
  return (
    <span {...gridCell}>
      <input
        type="checkbox"
        aria-label={t.sources.choose(name)}
        checked={chosen === "all"}
        indeterminate={chosen === "some"}
        tabIndex={tabIndex}
        onClick={choose}
      />
    </span>
  );
}

function SourceStanding({ source }: { readonly source: SourceObject }) {
  const { t, formats } = useConsole();
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

type SourceRowFacts = Pick<SourceRowProps, "source" | "catalog" | "changed" | "open">;

function actionsOf(state: ExpertConsole, facts: SourceRowFacts): MenuItem[] {
  const t = state.texts.value;
  const { open, source } = facts;
  const isPending = source.status === "queued" || source.status === "processing";
  return [
    { label: t.sources.details, icon: FilePen, act: () => open("details", source) },
    isPending
      ? { label: t.sources.cancel, icon: Square, act: () => void move(state, facts, "cancel") }
      : {
          label: source.status === "ready" ? t.sources.readAgain : t.common.tryAgain,
          icon: RotateCcw,
          act: () => void move(state, facts, "retry"),
        },
    { label: t.sources.delete, icon: Trash2, danger: true, act: () => open("delete", source) },
  ];
}

async function move(
  { api, expert, notices }: ExpertConsole,
  { source, catalog, changed }: SourceRowFacts,
  to: "retry" | "cancel",
) {
  const path = { id: expert.id, sid: source.id };
  const expected: SourceObject = { ...source, status: to === "retry" ? "queued" : "canceled", error: null };
  const send = () => api.request("POST", `/v1/experts/{id}/sources/{sid}/${to}`, { path });
  await notices.trying(catalog.attempt(expected, send));
  changed();
}
