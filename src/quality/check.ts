import type { Trial } from "../answering/finding.ts";
import { Fault, invalidParameter } from "../kernel/fault.ts";
import type { CheckId } from "../kernel/ids.ts";

export interface Expectation {
  /** Ignoring case and white space. */
  readonly contains: readonly string[];
  /** By external id or id. */
  readonly cites: readonly string[];
  /** The expert must abstain; the other fields are then empty. */
  readonly refused: boolean;
}

export interface CheckRun {
  readonly faults: readonly string[];
  readonly answer: string | null;
  readonly confidence: number;
  readonly ranAt: number;
  /** The memory's before the run; absent in runs of earlier versions. */
  readonly revision?: number;
}

export interface Check {
  readonly id: CheckId;
  readonly question: string;
  readonly expected: Expectation;
  readonly createdAt: number;
  readonly lastRun: CheckRun | null;
}

/** @throws Fault `missing_required_parameter`, `invalid_parameter` */
export function expectationFrom({ contains = [], cites = [], refused = false }: Partial<Expectation>): Expectation {
  const wantsAnswer = contains.length + cites.length > 0;
  if (!wantsAnswer && !refused) {
    throw new Fault("missing_required_parameter", '"contains" is missing.', {
      param: "contains",
      hint: 'Say what the answer must contain, which sources it "cites", or that it is "refused".',
    });
  }
  if (wantsAnswer && refused) throw invalidParameter("refused", "A refusal contains nothing and cites nothing.");
  return { contains, cites, refused };
}

export function faultsOf({ contains, cites, refused }: Expectation, trial: Trial): string[] {
  if (refused) return trial.answered ? ["It answers, and should abstain."] : [];
  if (!trial.answered) return ["It abstains."];
  const said = plain([trial.text, ...trial.citations.map(({ quote }) => quote)].join("\n"));
  const cited = new Set(trial.citations.flatMap(({ passage }) => [passage.sourceId, passage.externalId]));
  return [
    ...contains.filter((text) => !said.includes(plain(text))).map((text) => `The answer does not contain "${text}".`),
    ...cites.filter((source) => !cited.has(source)).map((source) => `The answer does not cite "${source}".`),
  ];
}

/** Without markers, in lower case, with single spaces. */
function plain(text: string): string {
  return text
    .replaceAll(/ ?\[\d+\]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/\s+/g, " ");
}
