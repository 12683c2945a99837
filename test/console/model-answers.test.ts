/** A language model behind the console: its Markdown is shown, nothing in it is run, and the operator can try the model. */
import { expect, test } from "bun:test";
import { type Script, scriptedModel } from "../support/fakes/scripted-model.ts";
import { consoleTest } from "./console-test.ts";

const written = [
  "- Replace the filter every six months [1].",
  "- The javascript:alert(1) pump is green [1].",
  "- Rinse the housing with clean water [1].",
  "",
  "| Part | Care |",
  "|---|---|",
  "| Filter | Replace the filter every six months [1] |",
].join("\n");
const answer: Script = { kind: "whole", text: written };
let isBroken = false;
const model = scriptedModel([answer], {}, () =>
  isBroken ? { kind: "status", status: 401, body: '{"error":{"message":"No such key."}}' } : null,
);
const at = consoleTest(
  async (world) => {
    await world.expert("Manual", { Pump: "Replace the filter every six months. Rinse the housing with clean water." });
  },
  { settings: { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "small", DOCENT_LLM_CONTEXT: "8192" } },
);

test("lists and tables of an answer are shown as such, with their citations, and what was left out is named", async () => {
  await at.opened.signIn("/experts/manual");
  await at.page.getByLabel("Question", { exact: true }).fill("How is the pump cared for?");
  await at.page.keyboard.press("Enter");
  const shown = at.page.locator(".answer.formatted");
  await shown.locator("li").filter({ hasText: "Rinse the housing with clean water" }).waitFor();
  // The whole answer: its citations come after its words.
  await at.page.locator(".answer-actions").waitFor();
  expect(await shown.locator("li").count()).toBe(2);
  await shown.locator("td").filter({ hasText: "Filter" }).first().waitFor();
  expect(await shown.locator("a.citation-mark").count()).toBe(3);
  await at.page.getByText("1 statement left out: no source supports it").click();
  await at.page.getByText("pump is green").waitFor();
  expect(await shown.locator("a[href^=javascript]").count()).toBe(0);
});

test("with a model, tokens are counted", async () => {
  await at.opened.signIn("/usage");
  await at.page.getByText(/prompt, .* completion/).waitFor();
  await at.page.getByRole("region", { name: "By expert" }).getByRole("columnheader", { name: "Tokens" }).waitFor();
});

test("the operator tries the model, and sees what its server says", async () => {
  await at.opened.signIn("/system");
  const card = at.page.locator("section", { has: at.page.getByRole("heading", { name: "Language model" }) });
  await card.getByText("not tried yet").waitFor();
  await card.getByRole("button", { name: "Try now" }).click();
  await card.getByText("8,192 tokens of context · takes tools · writes no thoughts").waitFor();
  isBroken = true;
  await card.getByRole("button", { name: "Try now" }).click();
  await card
    .getByText(/answered with status 401.*It says: No such key\./)
    .first()
    .waitFor();
  await model.stop();
});
