import type { AnswerObject } from "../../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { sourcePath } from "../app/page-location.ts";

type ShownComputation = NonNullable<AnswerObject["computation"]>;
type Cell = ShownComputation["cells"][number];

interface ComputationViewProps {
  readonly computation: ShownComputation;
}

/** Rows that are shown; the reply has up to a thousand cells. */
const mostRows = 50;

/** The cells that an answer was computed from, as a table, each a link to its place in the source. */
export function ComputationView({ computation }: ComputationViewProps) {
  const { t } = useConsole();
  const { operation, cell_count: count, unread } = computation;
  return (
    <details class="computation">
      <summary>
        {t.asking.computed.operations[operation]} <span class="faint">{t.asking.computed.cells(count)}</span>
      </summary>
      <CellTable computation={computation} />
      {unread.length > 0 && <p class="faint">{t.asking.computed.unread(unread.map(({ text }) => text).join(", "))}</p>}
    </details>
  );
}

function CellTable({ computation }: ComputationViewProps) {
  const { t } = useConsole();
  const { cells, columns } = computation;
  const rows = [...Map.groupBy(cells, ({ row }) => row)].slice(0, mostRows);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.asking.computed.row}</th>
          {columns.map((column) => (
            <th key={column} scope="col" dir="auto">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([row, own]) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {columns.map((column) => (
              <td key={column} dir="auto">
                {own
                  .filter((cell) => cell.column === column)
                  .slice(-1)
                  .map((cell) => (
                    <CellLink key={cell.start} computation={computation} cell={cell} />
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CellLink({ computation, cell }: ComputationViewProps & { readonly cell: Cell }) {
  const { expert } = useExpertConsole();
  const { source_id: source, source_version: version } = computation.table;
  const address = addressOf(sourcePath(expert.slug, source, { version, marks: [[cell.start, cell.end]] }));
  const isMarked = cell.role === "answer" || cell.citation !== null;
  return <a href={address}>{isMarked ? <mark>{cell.text}</mark> : cell.text}</a>;
}
