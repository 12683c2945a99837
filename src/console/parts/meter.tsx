import type { ComponentChildren } from "preact";

interface MeterProps {
  readonly label: string;
  /** 0–1; null if unknown. */
  readonly share: number | null;
  readonly tone?: "accent" | "warn" | "quiet";
}

export function Meter({ label, share, tone = "accent" }: MeterProps) {
  const width = `${Math.round(100 * Math.min(1, Math.max(0, share ?? 0)))}%`;
  return (
    <span
      class={`meter ${tone} ${share === null ? "unknown" : ""}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(100 * share)}
    >
      <span style={{ width }} />
    </span>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly children?: ComponentChildren;
}

export function Figure({ name, value, note, children }: FigureProps) {
  return (
    <div class="card figure">
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {children}
        <span class="faint">{note}</span>
      </dd>
    </div>
  );
}
