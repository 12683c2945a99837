export interface Formats {
  count(value: number): string;
  /** In SI units, as in the settings. */
  bytes(value: number): string;
  percent(share: number): string;
  date(instant: string): string;
  /** @param day `2026-03-22`, or only its month */
  day(day: string): string;
  moment(instant: string): string;
  since(instant: string, now: number): string;
  duration(seconds: number): string;
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const steps = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Number.POSITIVE_INFINITY],
] as const;

export function formatsFor(language: string): Formats {
  const number = new Intl.NumberFormat(language);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  return {
    count: (value) => number.format(value),
    bytes: (value) => {
      const at = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
      const shown = {
        style: "unit",
        unit: units[at]!,
        unitDisplay: at === 0 ? "long" : "short",
        maximumFractionDigits: at < 2 ? 0 : 1,
      };
      return new Intl.NumberFormat(language, shown as Intl.NumberFormatOptions).format(value / 1000 ** at);
    },
    percent: (share) => percent.format(share),
    date: (instant) => date.format(new Date(instant)),
    day: (day) => {
      const parts = { year: "numeric", month: "short", timeZone: "UTC", ...(day.length > 7 && { day: "numeric" }) };
      return new Intl.DateTimeFormat(language, parts as Intl.DateTimeFormatOptions).format(new Date(day));
    },
    moment: (instant) => moment.format(new Date(instant)),
    since: (instant, now) => {
      const [value, unit] = coarse(Math.max(0, (now - Date.parse(instant)) / 1000));
      return relative.format(-value, unit);
    },
    duration: (seconds) => {
      const [value, unit] = coarse(seconds);
      return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
    },
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
