import type { ComponentChildren } from "preact";
import { ScrollFrame } from "./scroll-frame.tsx";

interface TableProps {
  readonly label: string;
  readonly columns?: readonly ComponentChildren[];
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Table({ label, columns, children, ...rest }: TableProps) {
  return (
    <ScrollFrame class={rest.class ?? "table-frame"} label={label}>
      <table>
        {columns !== undefined && (
          <thead>
            <tr>
              {columns.map((head, at) =>
                head === null ? (
                  <td key={at} />
                ) : (
                  <th key={at} scope="col">
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </ScrollFrame>
  );
}
