import { Play, Plus, Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";
import type { CheckObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import type { Texts } from "../app/english-texts.ts";
import { useResource } from "../app/resource.ts";
import { ActionButton, Button } from "../parts/buttons.tsx";
import { Loaded } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { NewCheckDialog } from "./new-check-dialog.tsx";

export function ChecksCard() {
  const { api, expert, notices, t } = useExpertConsole();
  const [adding, setAdding] = useState(false);
  const path = { id: expert.id };
  const checks = useResource(() => api.request("GET", "/v1/experts/{id}/checks", { path }), [expert.id]);
  const refresh = () => void checks.refresh();
  const run = async () => {
    const { passed, total } = await api.request("POST", "/v1/experts/{id}/check-runs", { path });
    if (passed === total) notices.done(t.quality.allPassed(total));
    else notices.failed(t.quality.somePassed(passed, total));
    refresh();
  };
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.quality.checks}</h2>
        <div class="row">
          {checks.data.value?.total_count !== 0 && <ActionButton label={t.quality.run} icon={Play} act={run} />}
          <Button label={t.quality.newCheck} icon={Plus} onClick={() => setAdding(true)} />
        </div>
      </header>
      <p class="faint">{t.quality.checksHelp}</p>
      <Loaded of={checks}>{({ data }) => <CheckTable checks={data} changed={refresh} />}</Loaded>
      {adding && <NewCheckDialog added={refresh} onClose={() => setAdding(false)} />}
    </section>
  );
}

function CheckTable({ checks, changed }: { readonly checks: readonly CheckObject[]; readonly changed: () => void }) {
  const { api, expert, t } = useExpertConsole();
  if (checks.length === 0) return null;
  const remove = async (cid: string) => {
    await api.request("DELETE", "/v1/experts/{id}/checks/{cid}", { path: { id: expert.id, cid } });
    changed();
  };
  return (
    <Table label={t.quality.checks}>
      {checks.map((check) => (
        <tr key={check.id}>
          <th scope="row">
            <bdi>{check.question}</bdi>
            <br />
            <span class="faint">{expectedOf(check, t.quality)}</span>
          </th>
          <td>
            <LastRun run={check.last_run} />
          </td>
          <td>
            <ActionButton label={t.quality.remove} kind="quiet" icon={Trash2} act={() => remove(check.id)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function LastRun({ run }: { readonly run: CheckObject["last_run"] }) {
  const { formats, t } = useConsole();
  if (run === null) return <span class="faint">{t.quality.notRun}</span>;
  return (
    <>
      <span class={run.passed ? "chip" : "chip danger"}>{run.passed ? t.quality.passed : t.quality.failed}</span>{" "}
      <span class="faint">{formats.since(run.ran_at, Date.now())}</span>
      {run.faults.map((fault) => (
        <p key={fault} dir="auto">
          {fault}
        </p>
      ))}
    </>
  );
}

/** `“six months” · cites manual` */
function expectedOf({ contains, cites, refused }: CheckObject, texts: Texts["quality"]): string {
  if (refused) return texts.isRefused;
  return [...contains.map((text) => `“${text}”`), ...cites.map((source) => texts.cites(source))].join(" · ");
}
