import type { SystemObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { ActionButton } from "../parts/buttons.tsx";
import { Table } from "../parts/table.tsx";

type HeldRow = SystemObject["held"][number];

export function HeldCard({ held, changed }: { readonly held: readonly HeldRow[]; readonly changed: () => void }) {
  const { t } = useConsole();
  if (held.length === 0) return null;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.system.held}</h2>
      </header>
      <p class="faint">{t.system.heldHelp}</p>
      <Table label={t.system.held}>
        {held.map((each) => (
          <HeldLine key={`${each.expert_id}/${each.keeper}`} held={each} changed={changed} />
        ))}
      </Table>
    </section>
  );
}

function HeldLine({ held, changed }: { readonly held: HeldRow; readonly changed: () => void }) {
  const { api, notices, t, formats } = useConsole();
  const { count, since } = formats;
  const path = { id: held.expert_id, keeper: held.keeper };
  const say = async (word: "confirm" | "dismiss") => {
    await api.request("POST", `/v1/experts/{id}/keepers/{keeper}/${word}`, { path }).finally(changed);
    notices.done(t.system.heldSaid[word]);
  };
  return (
    <tr>
      <th scope="row">
        <code>{held.keeper}</code>
        <br />
        {t.system.heldCounts(count(held.deletions), count(held.changes))}
      </th>
      <td>{since(held.since, Date.now())}</td>
      <td class="row">
        <ActionButton label={t.system.heldConfirm} act={() => say("confirm")} />
        <ActionButton label={t.system.heldDismiss} act={() => say("dismiss")} />
      </td>
    </tr>
  );
}
