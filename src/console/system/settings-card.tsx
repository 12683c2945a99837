import { useState } from "preact/hooks";
import type { SystemObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { CheckField } from "../parts/field.tsx";
import { Table } from "../parts/table.tsx";

type ShownSetting = SystemObject["settings"][number];

export function SettingsCard({ settings }: { readonly settings: readonly ShownSetting[] }) {
  const { t } = useConsole();
  const [all, setAll] = useState(false);
  const shown = settings.filter(({ origin }) => all || origin !== "default");
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.system.settings}</h2>
        <CheckField label={t.system.allSettings} checked={all} onChange={setAll} />
      </header>
      {shown.length === 0 ? (
        <p class="faint">{t.system.onlyDefaults}</p>
      ) : (
        <Table label={t.system.settings} columns={[t.system.setting, t.system.value, t.system.origin]}>
          {shown.map((setting) => (
            <SettingLine key={setting.name} setting={setting} />
          ))}
        </Table>
      )}
    </section>
  );
}

function SettingLine({ setting: { name, help, value, secret, origin, live } }: { readonly setting: ShownSetting }) {
  const { t } = useConsole();
  const isHidden = secret && origin !== "default";
  return (
    <tr>
      <th scope="row">
        <code class="setting-name">{name}</code>
        <span class="faint">{help}</span>
      </th>
      <td>{isHidden ? t.system.secret : <code>{value ?? "–"}</code>}</td>
      <td>
        {t.system.origins[origin]}
        {live && <span class="chip">{t.system.live}</span>}
      </td>
    </tr>
  );
}
