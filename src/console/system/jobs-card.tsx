import type { SystemObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { Table } from "../parts/table.tsx";

type Jobs = SystemObject["jobs"][number];

export function JobsCard({ jobs }: { readonly jobs: readonly Jobs[] }) {
  const { t } = useConsole();
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.system.jobs}</h2>
      </header>
      <Table label={t.system.jobs}>
        {jobs.map((each) => (
          <JobsLine key={each.kind} jobs={each} />
        ))}
      </Table>
    </section>
  );
}

function JobsLine({ jobs: { kind, phase, running, done, failures } }: { readonly jobs: Jobs }) {
  const { t, formats } = useConsole();
  const { count } = formats;
  const name = (t.system.jobKinds as Readonly<Record<string, string>>)[kind] ?? kind;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <span class={phase === "failing" ? "chip danger" : "chip"}>{t.system.jobPhases[phase]}</span>
      </td>
      <td>{t.system.jobCounts(count(running), count(done), count(failures))}</td>
    </tr>
  );
}
