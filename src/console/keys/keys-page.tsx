import { KeyRound, Plus } from "lucide-preact";
import { useState } from "preact/hooks";
import type { KeyObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import type { Texts } from "../app/english-texts.ts";
import { useAllowedResource } from "../app/resource.ts";
import { Button } from "../parts/buttons.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import type { Formats } from "../parts/formats.ts";
import { EmptyState, Loaded } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

export function KeysPage() {
  const { api, page, session, t } = useConsole();
  const [revoking, setRevoking] = useState<KeyObject | null>(null);
  const isAdmin = session.may("admin");
  const keys = useAllowedResource(isAdmin, () => Array.fromAsync(api.each("/v1/keys", {})));
  if (!isAdmin) return <EmptyState icon={KeyRound} title={t.common.mayNot} />;
  return (
    <div class="page">
      <header class="page-head">
        <h1>{t.shell.pages.keys}</h1>
        <Button label={t.keys.creating} kind="primary" icon={Plus} onClick={() => page.adjust({ new: "1" })} />
      </header>
      <Loaded of={keys}>{(all) => <KeyTable keys={all} revoke={setRevoking} />}</Loaded>
      {page.search.value.has("new") && (
        <NewKeyDialog made={() => void keys.refresh()} onClose={() => page.adjust({ new: null }, { replace: true })} />
      )}
      {revoking !== null && (
        <RevokeDialog apiKey={revoking} done={() => void keys.refresh()} onClose={() => setRevoking(null)} />
      )}
    </div>
  );
}

function KeyTable({ keys, revoke }: { keys: readonly KeyObject[]; revoke: (key: KeyObject) => void }) {
  const { t } = useConsole();
  const { scopes, experts, used, expires, actions } = t.keys.columns;
  const columns = [t.experts.name, scopes, experts, used, expires, <span class="visually-hidden">{actions}</span>];
  return (
    <Table class="card table-frame" label={t.shell.pages.keys} columns={columns}>
      {keys.map((key) => (
        <KeyLine key={key.id} apiKey={key} revoke={revoke} />
      ))}
    </Table>
  );
}

function KeyLine({ apiKey: key, revoke }: { readonly apiKey: KeyObject; readonly revoke: (key: KeyObject) => void }) {
  const { experts, t, formats } = useConsole();
  const isOwn = useIsOwn(key);
  const nameOf = (id: string) => experts.data.value?.find((expert) => expert.id === id)?.name ?? id;
  return (
    <tr class={key.revoked_at === null ? "" : "over"}>
      <th scope="row">
        <bdi>{key.name}</bdi> {isOwn && <span class="chip">{t.keys.own}</span>}
        <code class="faint">{key.prefix}…</code>
      </th>
      <td>
        {key.scopes.map((scope) => (
          <span key={scope} class="chip">
            {t.keys.scopes[scope].name}
          </span>
        ))}
      </td>
      <td>
        <bdi>{key.expert_ids?.map(nameOf).join(", ") ?? t.keys.allExperts}</bdi>
      </td>
      <td>{key.last_used_at === null ? t.keys.never : formats.since(key.last_used_at, Date.now())}</td>
      <td>{endOf(key, formats, t)}</td>
      <td>{key.revoked_at === null && <Button label={t.keys.revoke} kind="quiet" onClick={() => revoke(key)} />}</td>
    </tr>
  );
}

function useIsOwn({ id }: KeyObject): boolean {
  const standing = useConsole().session.standing.value;
  return standing.state === "in" && standing.session.key_id === id;
}

function endOf({ revoked_at: revoked, expires_at: expires }: KeyObject, { date }: Formats, { keys }: Texts): string {
  if (revoked !== null) return keys.revokedAt(date(revoked));
  return expires === null ? keys.lasting : date(expires);
}

function RevokeDialog({ apiKey, done, onClose }: { apiKey: KeyObject; done: () => void; onClose: () => void }) {
  const { api, notices, t } = useConsole();
  const isOwn = useIsOwn(apiKey);
  const revoke = async () => {
    await api.request("DELETE", "/v1/keys/{id}", { path: { id: apiKey.id } });
    notices.done(t.keys.revoked(apiKey.name));
    onClose();
    done();
  };
  const warning = isOwn ? t.keys.revokeOwn(apiKey.name) : t.keys.revokeWarning(apiKey.name);
  return <ConfirmDialog action={t.keys.revoke} warning={warning} work={revoke} onClose={onClose} />;
}
