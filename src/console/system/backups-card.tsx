import { Archive } from "lucide-preact";
import type { SystemObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { ActionButton } from "../parts/buttons.tsx";
import { ChoiceField } from "../parts/field.tsx";
import { Table } from "../parts/table.tsx";

export function BackupsCard({ backups, changed }: { backups: SystemObject["backups"]; changed: () => void }) {
  const { api, notices, t } = useConsole();
  const make = async () => {
    const { name, incomplete } = await api.request("POST", "/v1/system/backups", {}).finally(changed);
    if (incomplete) notices.failed(t.system.backupIncomplete(name));
    else notices.done(t.system.backupMade(name));
  };
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.system.backups}</h2>
        {backups !== null && <ActionButton label={t.system.backupNow} icon={Archive} act={make} />}
      </header>
      {backups === null ? (
        <p class="faint">{t.system.noBackups}</p>
      ) : (
        <>
          <BackupRhythm backups={backups} changed={changed} />
          {backups.trouble !== null && <p class="problem">{backups.trouble}</p>}
          <BackupTable items={backups.items} />
        </>
      )}
    </section>
  );
}

type Backups = NonNullable<SystemObject["backups"]>;

const rhythms = { never: null, daily: 24, weekly: 168 } as const;

function BackupRhythm({ backups, changed }: { readonly backups: Backups; readonly changed: () => void }) {
  const { api, formats, notices, t } = useConsole();
  const { every_seconds: every, keep, folder, set_by } = backups;
  const names = Object.keys(rhythms) as (keyof typeof rhythms)[];
  const hours = every === null ? null : every / 3600;
  const now = names.find((name) => rhythms[name] === hours);
  const choose = async (name: keyof typeof rhythms) => {
    const body = { every_hours: rhythms[name], keep };
    await notices.trying(api.request("PATCH", "/v1/system/backups", { body }));
    changed();
  };
  return (
    <>
      {set_by === "api" && (
        <ChoiceField
          label={t.system.backupRhythm}
          help={t.system.backupPlace}
          value={now ?? "other"}
          options={[
            ...names.map((name) => [name, t.sites.rhythms[name]] as const),
            ...(now === undefined ? [["other", formats.duration(every ?? 0)] as const] : []),
          ]}
          onChange={(name) => name !== "other" && void choose(name)}
        />
      )}
      {every !== null && (
        <p class="faint">
          {t.system.backupPlan(formats.duration(every), keep)} <code>{folder}</code>
        </p>
      )}
    </>
  );
}

function BackupTable({ items }: { readonly items: Backups["items"] }) {
  const { t, formats } = useConsole();
  if (items.length === 0) return <p>{t.system.noBackupYet}</p>;
  return (
    <Table label={t.system.backups}>
      {items.map(({ name, bytes, made_at, incomplete }) => (
        <tr key={name}>
          <th scope="row">
            {name} {incomplete && <span class="chip danger">{t.system.incomplete}</span>}
          </th>
          <td>{formats.bytes(bytes)}</td>
          <td>{formats.since(made_at, Date.now())}</td>
        </tr>
      ))}
    </Table>
  );
}
