import { CircleAlert, CircleCheck, Stethoscope, TriangleAlert } from "lucide-preact";
import { useMemo } from "preact/hooks";
import type { FindingObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { createResource } from "../app/resource.ts";
import { Button } from "../parts/buttons.tsx";
import { ProblemState } from "../parts/states.tsx";

const icons = { fine: CircleCheck, warning: TriangleAlert, damage: CircleAlert } as const;

/** The findings of `docent doctor`. It runs only on request, because it reads every file. */
export function FindingsCard() {
  const { api, t } = useConsole();
  const findings = useMemo(() => createResource(() => api.request("GET", "/v1/system/findings", {})), []);
  const found = findings.data.value;
  const problem = findings.problem.value;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.system.doctor}</h2>
        <Button
          label={t.system.examine}
          icon={Stethoscope}
          busy={findings.loading.value}
          onClick={() => void findings.refresh()}
        />
      </header>
      {problem !== null && <ProblemState problem={problem} />}
      {found === null ? (
        <p class="faint">{t.system.doctorHelp}</p>
      ) : (
        <ul class="findings">
          {found.findings.map((finding, at) => (
            <li key={at}>
              <FindingLine finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function FindingLine({
  finding: { area, severity, message, remedy, repairable },
}: {
  readonly finding: FindingObject;
}) {
  const { t } = useConsole();
  const Icon = icons[severity];
  return (
    <div class={`finding ${severity}`}>
      <Icon size={17} aria-label={t.system.severities[severity]} role="img" />
      <div>
        <strong>{area}</strong> <span>{message}</span>
        {remedy !== null && <p class="faint">{remedy}</p>}
        {repairable && <p class="faint">{t.system.repairable}</p>}
      </div>
    </div>
  );
}
