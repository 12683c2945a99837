import { type Signal, useSignal } from "@preact/signals";
import { Highlighter, type LucideIcon, Pencil, TextInitial, X, ZoomIn } from "lucide-preact";
import { addressOf } from "../app/base-path.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { expertPath, sourcePath } from "../app/page-location.ts";
import { useResource } from "../app/resource.ts";
import { contentsMark } from "../experts/expert-state.ts";
import { IconButton } from "../parts/buttons.tsx";
import { EmptyState, Loaded } from "../parts/states.tsx";
import { OriginalActions } from "./original-actions.tsx";
import { PdfPages } from "./pdf-pages.tsx";
import { isScan, type OpenSource, type Reading, readSource } from "./reading.ts";
import { SourceText } from "./source-text.tsx";
import { VersionChoice } from "./version-choice.tsx";

export function ReadingPane({ open }: { readonly open: OpenSource }) {
  const { api, expert, page, t } = useExpertConsole();
  const look = useSignal<ReadingLook>({ showPassages: false, isText: false, isLarge: false, isCorrecting: false });
  const { source, version } = open;
  // Also when sources of the expert have changed: this may be one of them.
  const load = () => readSource(api, expert.id, { source, version });
  const reading = useResource(load, [source, version], contentsMark(expert));
  const shown = reading.data.value;
  // A citation shows the version that it is of, which the corrected one replaces.
  const changed = () => (version === null ? void reading.refresh() : page.go(sourcePath(expert.slug, source)));
  return (
    <section class="panel reading-pane" aria-label={t.shell.pages.source}>
      <header class="panel-head">
        <h2 class="clip">
          <bdi>{shown?.source.title ?? t.shell.pages.source}</bdi>
        </h2>
        {shown !== null && (
          <>
            <LookButtons reading={shown} look={look} />
            <OriginalActions source={shown.source} />
          </>
        )}
        <IconButton label={t.reading.close} icon={X} onClick={() => page.go(expertPath(expert.slug))} />
      </header>
      <Loaded of={reading} lines={12}>
        {(loaded) => (
          <>
            {loaded.source.version > 1 && <VersionChoice reading={loaded} />}
            <ReadSource {...{ open, changed }} reading={loaded} look={look.value} />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface ReadingLook {
  readonly showPassages: boolean;
  readonly isText: boolean;
  readonly isLarge: boolean;
  readonly isCorrecting: boolean;
}

/** Of a PDF or a scan, the newest version has its file. */
const hasPages = ({ source, text }: Reading) =>
  (source.mime_type === "application/pdf" || isScan(source)) && text !== null && text.version === source.version;

function LookButtons({ reading, look }: { readonly reading: Reading; readonly look: Signal<ReadingLook> }) {
  const { session, t } = useConsole();
  const now = look.value;
  const showsPages = hasPages(reading) && !now.isText;
  const button = (name: keyof ReadingLook, label: string, icon: LucideIcon) => (
    <IconButton
      label={label}
      icon={icon}
      pressed={now[name]}
      onClick={() => (look.value = { ...now, [name]: !now[name] })}
    />
  );
  return (
    <>
      {showsPages &&
        isScan(reading.source) &&
        session.may("ingest") &&
        button("isCorrecting", t.reading.correct, Pencil)}
      {hasPages(reading) && button("isText", t.reading.asText, TextInitial)}
      {showsPages
        ? button("isLarge", t.reading.large, ZoomIn)
        : button("showPassages", t.reading.showPassages, Highlighter)}
    </>
  );
}

interface ReadSourceProps {
  readonly reading: Reading;
  readonly open: OpenSource;
  readonly look: ReadingLook;
  readonly changed: () => void;
}

function ReadSource({ reading, open, look, changed }: ReadSourceProps) {
  const { expert, t } = useExpertConsole();
  const { source, text } = reading;
  if (text === null)
    return (
      <EmptyState icon={Highlighter} title={source.status === "failed" ? t.reading.failed : t.reading.notYet}>
        <p dir="auto">
          {source.error === null
            ? t.reading.notYetHelp
            : (t.sources.failures[source.error.code] ?? source.error.message)}
        </p>
      </EmptyState>
    );
  const answering = source.answering_version;
  const facts = { source, text, marks: open.marks };
  const asText = <SourceText {...facts} showPassages={look.showPassages} />;
  return (
    <>
      {text.version !== answering && (
        <p class="note">
          {t.reading.oldVersion(text.version)}{" "}
          {answering !== null && (
            <a href={addressOf(sourcePath(expert.slug, source.id))}>{t.reading.toAnswering(answering)}</a>
          )}
        </p>
      )}
      {hasPages(reading) && !look.isText ? (
        <PdfPages {...facts} {...look} changed={changed} instead={asText} />
      ) : (
        asText
      )}
    </>
  );
}
