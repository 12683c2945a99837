/** Writes test/golden/mistakes.md again: `make matrix`. */
import { writeFileSync } from "node:fs";
import {
  type AnsweredMistake,
  answerTo,
  mistakes,
  mistakesPage,
  renderMistakes,
  startMistaken,
} from "./common-mistakes.ts";

const service = await startMistaken();
const answered: AnsweredMistake[] = [];
for (const mistake of mistakes) answered.push(await answerTo(service, mistake));
writeFileSync(mistakesPage, renderMistakes(answered));
await service.close();
