import { useId } from "preact/hooks";
import type { SourceVersionObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { sourcePath, versionPath } from "../app/page-location.ts";
import { useResource } from "../app/resource.ts";
import type { Reading } from "./reading.ts";

export function VersionChoice({ reading: { source, text } }: { readonly reading: Reading }) {
  const { api, expert, page, t } = useExpertConsole();
  const id = useId();
  const path = { id: expert.id, sid: source.id };
  const versions = useResource(
    () => api.request("GET", "/v1/experts/{id}/sources/{sid}/versions", { path }),
    [source.id],
    `${source.version} ${source.status}`,
  );
  const all = versions.data.value?.data ?? [];
  if (all.length === 0) return null;
  const read = ({ currentTarget: { value } }: { readonly currentTarget: HTMLSelectElement }) => {
    const version = Number(value);
    page.go(
      version === source.answering_version
        ? sourcePath(expert.slug, source.id)
        : versionPath(expert.slug, source.id, version),
    );
  };
  return (
    <div class="version-bar">
      <label for={id}>{t.reading.versions}</label>
      <select id={id} value={text?.version ?? ""} onChange={read}>
        {text === null && <option value="" />}
        {all.map((version) => (
          <VersionOption key={version.version} version={version} />
        ))}
      </select>
    </div>
  );
}

function VersionOption({ version }: { readonly version: SourceVersionObject }) {
  const { formats, t } = useConsole();
  const state = version.answering
    ? t.reading.answers
    : version.status === "ready"
      ? ""
      : t.sources.statuses[version.status];
  const words = [String(version.version), formats.moment(version.created_at), state];
  return (
    <option value={version.version} disabled={!version.readable}>
      {words.filter((word) => word !== "").join(" · ")}
    </option>
  );
}
