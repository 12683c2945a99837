import type { UsageObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { useAllowedResource } from "../app/resource.ts";
import { Table } from "../parts/table.tsx";

interface UsageGroupsProps {
  readonly title: string;
  readonly groups: UsageObject["groups"];
  readonly kind: "expert" | "key";
  readonly hasTokens: boolean;
}

export function UsageGroups({ title, groups, kind, hasTokens }: UsageGroupsProps) {
  const { t, formats } = useConsole();
  const nameOf = useNames(kind);
  const { count } = formats;
  if (groups.length === 0) return null;
  const sorted = groups.toSorted((a, b) => b.requests.total - a.requests.total);
  const { query, chat, ingest, failed } = t.usage.kinds;
  return (
    <section class="card">
      <h2>{title}</h2>
      <Table
        label={title}
        columns={[t.experts.name, query, chat, ingest, failed, ...(hasTokens ? [t.usage.tokens] : [])]}
      >
        {sorted.map(({ key, requests, tokens }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{nameOf(key)}</bdi>
            </th>
            {[requests.query, requests.chat, requests.ingest, requests.failed].map((value, at) => (
              <td key={at}>{count(value)}</td>
            ))}
            {hasTokens && <td>{count(tokens.total)}</td>}
          </tr>
        ))}
      </Table>
    </section>
  );
}

function useNames(kind: "expert" | "key"): (id: string) => string {
  const { api, experts, session, t } = useConsole();
  const isAllowed = kind === "key" && session.may("admin");
  const keys = useAllowedResource(isAllowed, () => api.request("GET", "/v1/keys", { query: { limit: 100 } }));
  const all = kind === "expert" ? (experts.data.value ?? []) : (keys.data.value?.data ?? []);
  return (id) => (id === "" ? t.usage.nobody : (all.find((each) => each.id === id)?.name ?? id));
}
