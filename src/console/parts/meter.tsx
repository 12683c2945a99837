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
