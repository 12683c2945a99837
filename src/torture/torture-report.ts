import { type Violation, violationKinds } from "./model/world.ts";

export interface TortureReport {
  readonly seed: number;
  readonly kills: number;
  readonly instants: Readonly<Record<string, number>>;
  readonly starts: number;
  readonly stops: number;
  readonly disturbances?: Readonly<Record<string, number>>;
  readonly acknowledged: Readonly<Record<string, number>>;
  readonly checks: number;
  readonly troubles: readonly {
    readonly trouble: string;
    readonly advice: readonly string[];
    readonly named: readonly string[];
  }[];
  readonly violations: readonly Violation[];
  readonly seconds: number;
  readonly folder: string | null;
}

const mostShown = 50;

export function reportLines(report: TortureReport): readonly string[] {
  const { kills, instants, starts, stops, acknowledged, checks, troubles, violations } = report;
  return [
    `kills         ${kills}   (${inWords(instants)})`,
    `starts        ${starts}, stops ${stops}`,
    ...(report.disturbances === undefined ? [] : [`disturbances  ${inWords(report.disturbances)}`]),
    `acknowledged  ${sum(acknowledged)}   (${inWords(acknowledged)})`,
    `checks        ${checks}`,
    ...(troubles.length === 0 ? [] : [`troubles      ${troubles.length}`]),
    ...troubles.map(({ trouble, advice, named }) => {
      const ways = advice.length === 0 ? "served as it was" : advice.join(", ");
      return `  ${trouble}: ${ways}; ${named.length === 0 ? "nothing is lost" : `named as lost or changed: ${named.length}`}`;
    }),
    `violations    ${violations.length}`,
    `seed          ${report.seed}, ${report.seconds} seconds`,
    ...violations.slice(0, mostShown).map(({ kind, says }) => `  ${kind}: ${says} (${violationKinds[kind]})`),
    ...(report.folder === null ? [] : [`The data folder and the log of the service are in ${report.folder}.`]),
  ];
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function inWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`)
    .join(", ");
}
