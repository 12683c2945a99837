/** Writes test/golden/model-failures.md again: `make matrix`. */
import { writeFileSync } from "node:fs";
import {
  type FailureRow,
  failures,
  failuresPage,
  type Outcome,
  question,
  renderFailures,
  startFailing,
  surfaces,
} from "./model-failure-cases.ts";

const rows: FailureRow[] = [];
for (const failure of failures) {
  const service = await startFailing(failure);
  const outcomes: Outcome[] = [];
  for (const ask of Object.values(surfaces)) outcomes.push((await ask(service, question)).outcome);
  rows.push({ name: failure.name, outcomes });
  await service.close();
}
writeFileSync(failuresPage, renderFailures(rows));
