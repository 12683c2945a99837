import { Plus, Send, Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";
import type { WebhookObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { useResource } from "../app/resource.ts";
import { ActionButton, Button } from "../parts/buttons.tsx";
import { CodeBlock } from "../parts/code-block.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextField, useText } from "../parts/field.tsx";
import { Loaded } from "../parts/states.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";
import { Table } from "../parts/table.tsx";

export function WebhooksCard() {
  const { api, t } = useConsole();
  const [adding, setAdding] = useState(false);
  const webhooks = useResource(() => api.request("GET", "/v1/webhooks", {}), []);
  const changed = () => void webhooks.refresh();
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.webhooks.title}</h2>
        <Button label={t.webhooks.add} icon={Plus} onClick={() => setAdding(true)} />
      </header>
      <p class="faint">{t.webhooks.help}</p>
      <Loaded of={webhooks} lines={2}>
        {({ data }) =>
          data.length > 0 && (
            <Table label={t.webhooks.title}>
              {data.map((webhook) => (
                <WebhookLine key={webhook.id} webhook={webhook} changed={changed} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {adding && <NewWebhookDialog made={changed} onClose={() => setAdding(false)} />}
    </section>
  );
}

function WebhookLine({ webhook, changed }: { readonly webhook: WebhookObject; readonly changed: () => void }) {
  const { api, notices, t } = useConsole();
  const { id, url, events, pending, last_error: failure, disabled_at: disabledAt } = webhook;
  const path = { id };
  const tryNow = async () => {
    const { delivered, error } = await api.request("POST", "/v1/webhooks/{id}/test", { path }).finally(changed);
    if (delivered) notices.done(t.webhooks.arrived);
    else notices.failed(error ?? t.webhooks.missed);
  };
  const remove = async () => {
    await api.request("DELETE", "/v1/webhooks/{id}", { path });
    changed();
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{url}</bdi> {disabledAt !== null && <span class="chip danger">{t.webhooks.disabled}</span>}
        <br />
        <span class="faint">{events.join(", ")}</span>
        {failure !== null && (
          <p class="problem" dir="auto">
            {failure}
          </p>
        )}
      </th>
      <td>{pending > 0 && t.webhooks.pending(pending)}</td>
      <td class="row">
        <ActionButton label={t.webhooks.try} kind="quiet" icon={Send} act={tryNow} />
        <ActionButton label={t.quality.remove} kind="quiet" icon={Trash2} act={remove} />
      </td>
    </tr>
  );
}

function NewWebhookDialog({ made, onClose }: { readonly made: () => void; readonly onClose: () => void }) {
  const { api, t } = useConsole();
  const url = useText();
  const [secret, setSecret] = useState<string | null>(null);
  const create = async () => {
    setSecret((await api.request("POST", "/v1/webhooks", { body: { url: url.value.trim() } })).secret);
    made();
  };
  return (
    <Dialog title={t.webhooks.add} onClose={onClose}>
      {secret === null ? (
        <SubmitForm action={t.webhooks.add} work={create} ready={url.value.trim() !== ""} onCancel={onClose}>
          <TextField
            label={t.sources.address}
            help={t.webhooks.addressHelp}
            {...url}
            takesProblem
            placeholder="https://"
            required
            autoFocus
          />
        </SubmitForm>
      ) : (
        <>
          <p class="note">{t.webhooks.secretHelp}</p>
          <CodeBlock label={t.webhooks.secret} code={secret} />
        </>
      )}
    </Dialog>
  );
}
