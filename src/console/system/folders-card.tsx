import type { SystemObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { Table } from "../parts/table.tsx";

type FolderView = SystemObject["folders"][number];

export function FoldersCard({ folders }: { readonly folders: readonly FolderView[] }) {
  const { t } = useConsole();
  if (folders.length === 0) return null;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.system.folders}</h2>
      </header>
      <Table label={t.system.folders}>
        {folders.map((folder) => (
          <FolderLine key={`${folder.workspace}/${folder.expert}`} folder={folder} />
        ))}
      </Table>
    </section>
  );
}

function FolderLine({ folder }: { readonly folder: FolderView }) {
  const { t, formats } = useConsole();
  const { count, since } = formats;
  const { expert, path, phase, trouble, files, ready, pending, failed, failures, looked_at: lookedAt } = folder;
  const needsCare = phase === "held" || phase === "stopped";
  return (
    <tr>
      <th scope="row">
        {expert} <span class={needsCare ? "chip danger" : "chip"}>{t.system.folderPhases[phase]}</span>
        <br />
        <code>{path}</code>
        {trouble !== null && <p class="problem">{trouble}</p>}
        {failures.map((failure) => (
          <p key={failure.path} class="faint">
            {failure.path}: {failure.reason}
          </p>
        ))}
      </th>
      <td>{t.system.folderCounts(count(files), count(ready), pending, failed)}</td>
      <td>{lookedAt !== null && since(lookedAt, Date.now())}</td>
    </tr>
  );
}
