import { useSignal } from "@preact/signals";
import { Highlighter, X } from "lucide-preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Expert } from "../../api/shapes.ts";
import { createResource } from "../api/resource.ts";
import { addressOf } from "../app/base-path.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { expertPath, sourcePath } from "../app/page-location.ts";
import { contentsMark } from "../experts/expert-state.ts";
import { IconButton } from "../parts/buttons.tsx";
import { EmptyState, Loaded } from "../parts/states.tsx";
import { OriginalActions } from "./original-actions.tsx";
import { OriginalPane } from "./original-pane.tsx";
import { type OpenSource, pageOf, type Reading, readSource } from "./reading.ts";
import { SourceText } from "./source-text.tsx";
import { VersionChoice } from "./version-choice.tsx";

interface ReadingPaneProps {
  readonly expert: Expert;
  readonly open: OpenSource;
}

export function ReadingPane({ expert, open }: ReadingPaneProps) {
  const { api, page } = useConsole();
  const t = useTexts();
  const showPassages = useSignal(false);
  const original = useSignal(false);
  const { source, version } = open;
  const reading = useMemo(
    () => createResource(() => readSource(api, expert.id, { source, version })),
    [source, version],
  );
  // Reload also when sources of the expert have changed: this may be one of them.
  useEffect(() => void reading.refresh(), [reading, contentsMark(expert)]);
  const shown = reading.data.value;
  return (
    <section class="panel reading-pane" aria-label={t.reading.title}>
      <header class="panel-head">
        <h2 class="clip">
          <bdi>{shown?.source.title ?? t.reading.title}</bdi>
        </h2>
        {shown !== null && (
          <>
            <IconButton
              label={t.reading.showPassages}
              icon={Highlighter}
              pressed={showPassages.value}
              onClick={() => (showPassages.value = !showPassages.value)}
            />
            <OriginalActions
              expert={expert}
              source={shown.source}
              isOpen={original.value}
              toggle={() => (original.value = !original.value)}
            />
          </>
        )}
        <IconButton label={t.reading.close} icon={X} onClick={() => page.go(expertPath(expert.slug))} />
      </header>
      <Loaded of={reading} lines={12}>
        {(loaded) => (
          <>
            {loaded.source.version > 1 && <VersionChoice expert={expert} reading={loaded} />}
            {original.value && (
              <OriginalPane expert={expert} source={loaded.source} page={pageOf(loaded, open.range)} />
            )}
            <ReadText
              expert={expert}
              reading={loaded}
              open={open}
              showPassages={showPassages.value}
              isBesideOriginal={original.value}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface ReadTextProps {
  readonly expert: Expert;
  readonly reading: Reading;
  readonly open: OpenSource;
  readonly showPassages: boolean;
  readonly isBesideOriginal: boolean;
}

function ReadText({ expert, reading: { source, text }, open, ...shown }: ReadTextProps) {
  const t = useTexts();
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
      <SourceText text={text} mark={open.range} {...shown} />
    </>
  );
}
