import { Plus } from "lucide-preact";
import { useState } from "preact/hooks";
import type { WorkspaceObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { useResource } from "../app/resource.ts";
import { Button } from "../parts/buttons.tsx";
import { CodeBlock } from "../parts/code-block.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { NameField, TextField, useText } from "../parts/field.tsx";
import { Loaded } from "../parts/states.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";
import { Table } from "../parts/table.tsx";

export function WorkspacesCard() {
  const { api, t } = useConsole();
  const workspaces = useResource(() => api.request("GET", "/v1/workspaces", {}), []);
  const [open, setOpen] = useState<WorkspaceObject | "new" | null>(null);
  const close = () => setOpen(null);
  const changed = () => void workspaces.refresh();
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.workspaces.title}</h2>
        <Button label={t.workspaces.create} icon={Plus} onClick={() => setOpen("new")} />
      </header>
      <p class="faint">{t.workspaces.help}</p>
      <Loaded of={workspaces} lines={2}>
        {({ data }) => <WorkspaceTable all={data} open={setOpen} />}
      </Loaded>
      {open === "new" && <NewWorkspaceDialog changed={changed} onClose={close} />}
      {open !== null && open !== "new" && <LimitsDialog workspace={open} changed={changed} onClose={close} />}
    </section>
  );
}

const limitNames = ["requests", "sources", "bytes"] as const;

interface WorkspaceTableProps {
  readonly all: readonly WorkspaceObject[];
  readonly open: (workspace: WorkspaceObject) => void;
}

function WorkspaceTable({ all, open }: WorkspaceTableProps) {
  const { t, formats } = useConsole();
  const { count, bytes } = formats;
  const shown = (name: (typeof limitNames)[number], most: number | null) =>
    most === null ? t.workspaces.unlimited : name === "bytes" ? bytes(most) : count(most);
  const columns = [t.experts.name, ...limitNames.map((name) => t.workspaces.limits[name]), null];
  return (
    <Table label={t.workspaces.title} columns={columns}>
      {all.map((workspace) => (
        <tr key={workspace.id}>
          <th scope="row">{workspace.name}</th>
          {limitNames.map((name) => (
            <td key={name}>{shown(name, workspace.limits[name])}</td>
          ))}
          <td>
            <Button label={t.workspaces.change(workspace.name)} kind="quiet" onClick={() => open(workspace)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface WorkspaceDialogProps {
  readonly changed: () => void;
  readonly onClose: () => void;
}

/** Stays open with the key, which is shown only here. */
function NewWorkspaceDialog({ changed, onClose }: WorkspaceDialogProps) {
  const { api, t } = useConsole();
  const name = useText();
  const [secret, setSecret] = useState<string | null>(null);
  const create = async () => {
    const made = await api.request("POST", "/v1/workspaces", { body: { name: name.value.trim() } });
    setSecret(made.secret);
    changed();
  };
  return (
    <Dialog title={t.workspaces.create} onClose={onClose}>
      {secret === null ? (
        <SubmitForm action={t.workspaces.create} work={create} ready={name.value.trim() !== ""} onCancel={onClose}>
          <NameField label={t.experts.name} help={t.workspaces.nameHelp} {...name} />
        </SubmitForm>
      ) : (
        <>
          <p>{t.workspaces.keyHelp}</p>
          <CodeBlock label={t.workspaces.key(name.value.trim())} code={secret} />
        </>
      )}
    </Dialog>
  );
}

function LimitsDialog({ workspace, changed, onClose }: WorkspaceDialogProps & { readonly workspace: WorkspaceObject }) {
  const { api, notices, t } = useConsole();
  const textOf = (most: number | null) => (most === null ? "" : String(most));
  const [limits, setLimits] = useState({
    requests: textOf(workspace.limits.requests),
    sources: textOf(workspace.limits.sources),
    bytes: textOf(workspace.limits.bytes),
  });
  const save = async () => {
    const wanted = (text: string) => (text.trim() === "" ? null : Number(text));
    const body = { requests: wanted(limits.requests), sources: wanted(limits.sources), bytes: wanted(limits.bytes) };
    await api.request("PATCH", "/v1/workspaces/{workspace}", { path: { workspace: workspace.id }, body });
    notices.done(t.common.saved);
    changed();
    onClose();
  };
  return (
    <Dialog title={t.workspaces.change(workspace.name)} onClose={onClose}>
      <SubmitForm action={t.common.save} work={save} onCancel={onClose}>
        {limitNames.map((name, at) => (
          <TextField
            key={name}
            label={t.workspaces.limits[name]}
            type="number"
            min={0}
            value={limits[name]}
            onInput={(text) => setLimits({ ...limits, [name]: text })}
            help={at === 0 ? t.workspaces.emptyHelp : ""}
            takesProblem={at === 0}
          />
        ))}
      </SubmitForm>
    </Dialog>
  );
}
