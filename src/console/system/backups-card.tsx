import { Archive } from "lucide-preact";
import type { System } from "../../api/shapes.ts";
import { unwrap } from "../api/api-client.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { formatsFor } from "../parts/formats.ts";
import { ScrollFrame } from "../parts/scroll-frame.tsx";

interface BackupsCardProps {
  readonly backups: System["backups"];
  readonly changed: () => void;
}

export function BackupsCard({ backups, changed }: BackupsCardProps) {
  const { api, language, notices } = useConsole();
  const t = useTexts();
  const formats = formatsFor(language.value);
  const make = async () => {
    const { name, incomplete } = await unwrap(api.call.POST("/v1/system/backups")).finally(changed);
    if (incomplete) notices.failed(t.system.backupIncomplete(name));
    else notices.done(t.system.backupMade(name));
  };
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.system.backups}</h2>
        {backups !== null && (
          <ActionButton icon={Archive} act={make}>
            {t.system.backupNow}
          </ActionButton>
        )}
      </header>
      {backups === null ? (
        <p class="faint">{t.system.noBackups}</p>
      ) : (
        <>
          <p class="faint">
            {t.system.backupPlan(formats.duration(backups.every_seconds), backups.keep)} <code>{backups.folder}</code>
          </p>
          {backups.trouble !== null && <p class="problem">{backups.trouble}</p>}
          <BackupTable items={backups.items} />
        </>
      )}
    </section>
  );
}

function BackupTable({ items }: { readonly items: NonNullable<System["backups"]>["items"] }) {
  const { language } = useConsole();
  const t = useTexts();
  const formats = formatsFor(language.value);
  if (items.length === 0) return <p>{t.system.noBackupYet}</p>;
  return (
    <ScrollFrame class="table-frame" label={t.system.backups}>
      <table>
        <tbody>
          {items.map(({ name, bytes, made_at, incomplete }) => (
            <tr key={name}>
              <th scope="row">
                {name} {incomplete && <span class="chip danger">{t.system.incomplete}</span>}
              </th>
              <td>{formats.bytes(bytes)}</td>
              <td>{formats.since(made_at, Date.now())}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
