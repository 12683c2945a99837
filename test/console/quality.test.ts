/** The page of an expert's gaps and checks. */
import { expect, test } from "bun:test";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { consoleTest } from "./console-test.ts";

const at = consoleTest(async (world) => {
  await world.expert("Manual", { "Pump manual": "# Filters\n\nReplace the filter cartridge every six months." });
});

const unanswered = "Which engineer from Hamburg invented the cartridge?";

test("questions are kept from when it is switched on, shown as gaps, and deleted", async () => {
  await at.opened.signIn("/experts/manual/quality");
  await at.page.getByRole("button", { name: "Keep questions" }).click();
  await at.page.getByText("There are none yet.").waitFor();
  await at.world.request("POST", "/v1/experts/manual/query", { body: { question: unanswered } });
  await at.page.reload();
  const gap = at.page.getByRole("listitem").filter({ hasText: unanswered });
  await gap.getByText("asked once").waitFor();
  await gap.getByText("Nearest passages").click();
  await gap.getByText("every six months").waitFor();
  await at.page.getByRole("button", { name: "Delete these questions" }).click();
  await gap.waitFor({ state: "detached" });
  await at.page.getByRole("button", { name: "Stop keeping" }).click();
  await at.page.getByText("Questions are not stored.").waitFor();
  const { settings } = (await at.world.request("GET", "/v1/experts/manual")).as(ExpertObject);
  expect(settings.keep_questions).toBe(false);
});

test("checks are added, run, shown with what they lack, and deleted", async () => {
  await at.opened.signIn("/experts/manual");
  await at.page.getByRole("link", { name: "Quality" }).click();
  const add = async (question: string, contains: string | null) => {
    await at.page.getByRole("button", { name: "New check" }).click();
    const dialog = at.page.getByRole("dialog");
    await dialog.getByLabel("Question").fill(question);
    if (contains === null) await dialog.getByLabel("What is expected").selectOption("refusal");
    else await dialog.getByLabel("Words of the answer").fill(contains);
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await add("How often is the filter cartridge replaced?", "six months");
  await add("What is replaced every six months?", "the whole pump");
  await add(unanswered, null);
  const line = (text: string) => at.page.getByRole("row").filter({ hasText: text });
  await line("six months”").getByText("not run yet").waitFor();
  await at.page.getByRole("button", { name: "Run all" }).click();
  await at.page.getByText("2 of 3 checks passed.").waitFor();
  await line("How often").getByText("passed", { exact: true }).waitFor();
  await line("the whole pump").getByText("failed", { exact: true }).waitFor();
  await line("the whole pump")
    .getByText(/the whole pump/)
    .last()
    .waitFor();
  await line("It is not answered").getByText("passed", { exact: true }).waitFor();
  await line("the whole pump").getByRole("button", { name: "Delete" }).click();
  await line("the whole pump").waitFor({ state: "detached" });
  await Promise.all([
    at.page.getByText("All 2 checks passed.").waitFor(),
    at.page.getByRole("button", { name: "Run all" }).click(),
  ]);
});
