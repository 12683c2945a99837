/** Shows a PDF at a page in the browser's own viewer. The frame gets a separate address that is valid for minutes. */
import { useEffect, useMemo } from "preact/hooks";
import type { Expert, Source } from "../../api/shapes.ts";
import { unwrap } from "../api/api-client.ts";
import { createResource } from "../api/resource.ts";
import { addressOf } from "../app/base-path.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { Loaded } from "../parts/states.tsx";

interface OriginalPaneProps {
  readonly expert: Expert;
  readonly source: Source;
  readonly page: number;
}

export function OriginalPane({ expert, source, page }: OriginalPaneProps) {
  const { api } = useConsole();
  const t = useTexts();
  const path = { id: expert.id, sid: source.id };
  const link = useMemo(
    () => createResource(() => unwrap(api.call.POST("/v1/experts/{id}/sources/{sid}/link", { params: { path } }))),
    [source.id, source.version],
  );
  useEffect(() => void link.refresh(), [link]);
  if (!navigator.pdfViewerEnabled) return <p class="note">{t.reading.noViewer}</p>;
  return (
    <div class="original">
      <Loaded of={link}>
        {({ path: address }) => (
          <iframe
            key={page}
            title={t.reading.originalAt(source.title, page)}
            src={`${addressOf(address)}#${viewOf(page)}`}
          />
        )}
      </Loaded>
    </div>
  );
}

/** Open parameters of PDF viewers: the page, fit to the frame's width, without the page list. */
function viewOf(page: number): string {
  return `page=${page}&navpanes=0&pagemode=none&view=FitH`;
}
