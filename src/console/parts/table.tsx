import type { ComponentChildren } from "preact";
import { ScrollFrame } from "./scroll-frame.tsx";

interface TableProps {
  readonly label: string;
  readonly columns?: readonly string[];
  readonly children: ComponentChildren;
}

export function Table({ label, columns, children }: TableProps) {
  return (
    <ScrollFrame class="table-frame" label={label}>
      <table>
        {columns !== undefined && (
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </ScrollFrame>
  );
}
