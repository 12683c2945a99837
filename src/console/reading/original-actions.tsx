import { Download, ExternalLink, FileSearch } from "lucide-preact";
import type { SourceObject } from "../../api/shapes.ts";
import { download } from "../app/api-client.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { IconButton } from "../parts/buttons.tsx";
import { isScan } from "./reading.ts";

export function OriginalActions({ source }: { readonly source: SourceObject }) {
  const { api, expert, notices, t } = useExpertConsole();
  const original = source.filename ?? `${source.title}.txt`;
  const save = (query = "", name = original) =>
    notices.trying(download(api, `/v1/experts/${expert.id}/sources/${source.id}/file${query}`, name));
  return (
    <>
      <IconButton label={t.reading.download} icon={Download} onClick={() => void save()} />
      {isScan(source) && (
        <IconButton
          label={t.reading.downloadSearchable}
          icon={FileSearch}
          onClick={() => void save("?as=searchable", `${original.replace(/\.[^.]{1,5}$/, "")}.searchable.pdf`)}
        />
      )}
      {source.url !== null && <SourceLink url={source.url} />}
    </>
  );
}

function SourceLink({ url }: { readonly url: string }) {
  const { t } = useConsole();
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <a
      class="icon-button"
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t.reading.opens(url)}
      title={t.reading.opens(url)}
    >
      <ExternalLink size={18} aria-hidden />
    </a>
  );
}
