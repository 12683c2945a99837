import { ChevronLeft, ChevronRight } from "lucide-preact";
import type { UsageObject } from "../../api/shapes.ts";
import type { ApiClient } from "../app/api-client.ts";
import { useConsole } from "../app/console-state.ts";
import { useResource } from "../app/resource.ts";
import { IconButton } from "../parts/buttons.tsx";
import { Figure, Meter } from "../parts/meter.tsx";
import { Loaded } from "../parts/states.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { UsageGroups } from "./usage-groups.tsx";
import { UsageKinds } from "./usage-kinds.tsx";

export function UsagePage() {
  const { api, page, language, t } = useConsole();
  const now = new Date().toISOString().slice(0, 7);
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.exec(page.search.value.get("month") ?? "")?.[0] ?? now;
  const usage = useResource(() => usageOf(api, month), [month]);
  const go = (by: number) => page.adjust({ month: monthBeside(month, by) }, { replace: true });
  const name = new Intl.DateTimeFormat(language.value, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-15`),
  );
  return (
    <div class="page">
      <header class="page-head">
        <h1>{t.shell.pages.usage}</h1>
        <div class="row">
          <IconButton label={t.usage.before} icon={ChevronLeft} onClick={() => go(-1)} />
          <span class="month" aria-live="polite">
            {name}
          </span>
          <IconButton label={t.usage.after} icon={ChevronRight} disabled={month >= now} onClick={() => go(1)} />
        </div>
      </header>
      <Loaded of={usage} lines={10}>
        {(loaded) => <UsageReport usage={loaded} />}
      </Loaded>
    </div>
  );
}

async function usageOf(api: ApiClient, month: string) {
  const grouped = (group_by: "day" | "expert" | "key") =>
    api.request("GET", "/v1/usage", { query: { month, group_by } });
  const [byDay, byExpert, byKey] = await Promise.all([grouped("day"), grouped("expert"), grouped("key")]);
  return { byDay, byExpert, byKey };
}

function monthBeside(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

function UsageReport({ usage: { byDay, byExpert, byKey } }: { readonly usage: Awaited<ReturnType<typeof usageOf>> }) {
  const { t } = useConsole();
  const { model = null, embedding = null } = useConsole().capabilities.data.value ?? {};
  const hasTokens = model !== null || embedding !== null;
  return (
    <>
      <UsageFigures usage={byDay} hasTokens={hasTokens} />
      <Limits usage={byDay} />
      <section class="card">
        <h2>{t.usage.byDay}</h2>
        <UsageChart usage={byDay} />
      </section>
      <UsageKinds usage={byDay} />
      <UsageGroups title={t.usage.byExpert} groups={byExpert.groups} kind="expert" hasTokens={hasTokens} />
      <UsageGroups title={t.usage.byKey} groups={byKey.groups} kind="key" hasTokens={hasTokens} />
    </>
  );
}

interface UsageFiguresProps {
  readonly usage: UsageObject;
  readonly hasTokens: boolean;
}

function UsageFigures({ usage: { requests, answers, tokens, ingest, storage }, hasTokens }: UsageFiguresProps) {
  const { t, formats } = useConsole();
  const { count, bytes } = formats;
  return (
    <dl class="figures">
      <Figure
        name={t.usage.requests}
        value={count(requests.total)}
        note={t.usage.requestKinds(count(requests.query), count(requests.chat), count(requests.ingest))}
      />
      <Figure
        name={t.usage.answers}
        value={count(answers.answered)}
        note={t.usage.abstained(answers.abstained, count(answers.abstained))}
      />
      {hasTokens && (
        <Figure
          name={t.usage.tokens}
          value={count(tokens.total)}
          note={t.usage.tokenKinds(count(tokens.prompt), count(tokens.completion), count(tokens.embedding))}
        />
      )}
      <Figure name={t.usage.added} value={count(ingest.sources_created)} note={bytes(ingest.bytes)} />
      <Figure
        name={t.usage.storage}
        value={bytes(storage.bytes)}
        note={t.usage.stored(count(storage.sources), count(storage.passages))}
      />
    </dl>
  );
}

function Limits({ usage }: { readonly usage: UsageObject }) {
  const { t, formats } = useConsole();
  const limits = (["requests", "sources", "bytes"] as const).flatMap((name) => {
    const { used, limit } = usage.limits[name];
    return limit === null ? [] : [{ name, used, limit }];
  });
  if (limits.length === 0) return <p class="faint">{t.usage.noLimits}</p>;
  return (
    <section class="card">
      <h2>{t.usage.limits}</h2>
      {limits.map(({ name, used, limit }) => {
        const text = name === "bytes" ? formats.bytes : formats.count;
        return (
          <div key={name} class="limit">
            <span>{t.usage.limitNames[name]}</span>
            <Meter
              label={t.usage.limitNames[name]}
              share={limit === 0 ? 1 : used / limit}
              tone={used >= 0.9 * limit ? "warn" : "accent"}
            />
            <span class="faint">{t.usage.left(text(used), text(limit), text(Math.max(0, limit - used)))}</span>
          </div>
        );
      })}
    </section>
  );
}
