export type Formats = ReturnType<typeof formatsFor>;

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const steps = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Number.POSITIVE_INFINITY],
] as const;

/** Keep it: what formats a value is costly to make, so each is made once, when first needed. */
export function formatsFor(language: string) {
  const numbers = kept((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));
  const dates = kept((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options));
  const relative = kept((options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options));
  return {
    count: (value: number) => numbers({}).format(value),
    /** In SI units, as in the settings. */
    bytes: (value: number) => {
      const at = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
      const unitDisplay = at === 0 ? "long" : "short";
      const shown = { style: "unit", unit: units[at]!, unitDisplay, maximumFractionDigits: at < 2 ? 0 : 1 } as const;
      return numbers(shown).format(value / 1000 ** at);
    },
    percent: (share: number) => numbers({ style: "percent", maximumFractionDigits: 0 }).format(share),
    date: (instant: string) => dates({ dateStyle: "medium" }).format(new Date(instant)),
    /** @param day `2026-03-22`, or only its month */
    day: (day: string) => {
      const parts = { year: "numeric", month: "short", timeZone: "UTC", ...(day.length > 7 && { day: "numeric" }) };
      return dates(parts as Intl.DateTimeFormatOptions).format(new Date(day));
    },
    moment: (instant: string) => dates({ dateStyle: "medium", timeStyle: "short" }).format(new Date(instant)),
    since: (instant: string, now: number) => {
      const [value, unit] = coarse(Math.max(0, (now - Date.parse(instant)) / 1000));
      return relative({ numeric: "auto" }).format(-value, unit);
    },
    duration: (seconds: number) => {
      const [value, unit] = coarse(seconds);
      return numbers({ style: "unit", unit, unitDisplay: "long" }).format(value);
    },
  };
}

function kept<Options, Made>(make: (options: Options) => Made): (options: Options) => Made {
  const all = new Map<string, Made>();
  return (options) => {
    const name = JSON.stringify(options);
    const made = all.get(name) ?? make(options);
    all.set(name, made);
    return made;
  };
}

function coarse(seconds: number): readonly [number, (typeof steps)[number][0]] {
  let value = seconds;
  for (const [unit, size] of steps) {
    if (value < size) return [Math.floor(value), unit];
    value /= size;
  }
  return [0, "second"];
}
