import type { UsageObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { Meter } from "../parts/meter.tsx";
import { Table } from "../parts/table.tsx";
import { type RequestKind, requestKinds } from "./usage-days.ts";

export function UsageKinds({ usage }: { readonly usage: UsageObject }) {
  const { t } = useConsole();
  if (usage.requests.total === 0) return null;
  return (
    <section class="card">
      <h2>{t.usage.byKind}</h2>
      <Table label={t.usage.byKind} columns={[t.experts.name, t.usage.requests, t.usage.share, t.usage.busiest]}>
        {requestKinds.map((kind) => (
          <KindLine key={kind} kind={kind} usage={usage} />
        ))}
      </Table>
    </section>
  );
}

function KindLine({ kind, usage }: { readonly kind: RequestKind; readonly usage: UsageObject }) {
  const { t, formats } = useConsole();
  const all = usage.requests[kind];
  const share = all / usage.requests.total;
  const most = usage.groups.toSorted((a, b) => b.requests[kind] - a.requests[kind])[0];
  const busiest = most === undefined || most.requests[kind] === 0 ? "–" : formats.date(`${most.key}T12:00:00Z`);
  return (
    <tr>
      <th scope="row">{t.usage.kinds[kind]}</th>
      <td>{formats.count(all)}</td>
      <td>
        <span class="share">
          <Meter label={t.usage.share} share={share} /> {formats.percent(share)}
        </span>
      </td>
      <td>{busiest}</td>
    </tr>
  );
}
