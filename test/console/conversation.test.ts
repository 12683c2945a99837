/** The conversation in the console: what of it is in view, and how browsers keep it. */
import { expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { askingSteps } from "./asking-steps.ts";
import { consoleTest } from "./console-test.ts";

const manual =
  "# Filters\n\nReplace the filter cartridge every six months. Use only cartridges of type F7.\n\n" +
  "# Safety\n\nSwitch the pump off before opening it. The pump weighs 14 kilograms.\n\n" +
  "# Warranty\n\nThe warranty lasts for thirty months.";

const at = consoleTest(async (world) => {
  await world.expert("Manual", { "Pump manual": manual });
  await world.expert("Long title", {
    [`Minutes of the general meeting of the housing cooperative ${"and of its committees ".repeat(12)}`]:
      "The house has fourteen rooms.",
  });
});

const { askToEnd, answer } = askingSteps(at);

/** The view follows after the words have been painted. */
async function untilWithin(element: Locator, { y, height }: { readonly y: number; readonly height: number }) {
  const shown = await element.elementHandle();
  await at.page.waitForFunction(
    ({ box, from, to }) => {
      const { top, bottom } = box.getBoundingClientRect();
      return top >= from && bottom <= to;
    },
    { box: shown as NonNullable<typeof shown>, from: y, to: y + height },
  );
}

test("the newest answer is in view, from its question on, also for a reader who had moved away", async () => {
  await at.opened.signIn("/experts/manual");
  await at.page.setViewportSize({ width: 1200, height: 560 });
  for (const text of [
    "How often is the filter cartridge replaced?",
    "Which engineer from Hamburg invented the cartridge?",
  ])
    await askToEnd(text);
  const frame = (await at.page.locator(".turns").boundingBox())!;
  const turn = at.page.locator(".turn").last();
  await untilWithin(turn.getByRole("heading", { level: 3 }), frame);
  await untilWithin(turn.locator(".abstention-text"), frame);
  await at.page.locator(".turns").dispatchEvent("wheel");
  await at.page.locator(".turns").evaluate((box) => box.scrollTo({ top: 0, behavior: "instant" }));
  await askToEnd("What does the pump weigh?");
  await untilWithin(turn.locator(".answer"), frame);
  await untilWithin(turn.locator(".answer-actions"), frame);
});

test("a long title of a cited source does not widen the conversation", async () => {
  await at.opened.signIn("/experts/long-title");
  await at.page.setViewportSize({ width: 1200, height: 700 });
  await askToEnd("How many rooms does the house have?");
  const [pane, turn] = [at.page.locator(".turns"), at.page.locator(".turn")];
  const [outer, inner] = [(await pane.boundingBox())!, (await turn.boundingBox())!];
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(await pane.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test("two tabs keep each other's conversations, and each other's questions in the same one", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("How often is the filter cartridge replaced?");
  const other = await at.opened.context.newPage();
  await other.goto(at.page.url());
  await other.getByLabel("Question", { exact: true }).fill("What does the pump weigh?");
  await other.keyboard.press("Enter");
  await other.getByRole("article", { name: "What does the pump weigh?" }).locator(".answer-actions").waitFor();
  await at.page
    .getByRole("article", { name: "What does the pump weigh?" })
    .locator(".answer")
    .getByText("14 kilograms")
    .waitFor();
  await other.getByRole("button", { name: "New conversation" }).click();
  await other.getByLabel("Question", { exact: true }).fill("How long does the warranty last?");
  await other.keyboard.press("Enter");
  await other.locator(".answer-actions").waitFor();
  await askToEnd("Which type of cartridge is used?");
  const kept = String(await at.page.evaluate("JSON.stringify(localStorage)"));
  for (const asked of ["cartridge replaced", "pump weigh", "warranty last", "type of cartridge"])
    expect(kept).toContain(asked);
  await other.close();
});

test("conversations stay in the browser, survive a reload, and can be deleted", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("How often is the filter cartridge replaced?");
  await at.page.reload();
  await answer().getByText("every six months").waitFor();
  await at.page.getByRole("button", { name: "New conversation" }).click();
  await at.page.getByText("What is in it").waitFor();
  await at.page.getByRole("button", { name: "Earlier conversations" }).click();
  await at.page.getByRole("menuitem", { name: /filter cartridge/ }).click();
  await answer().getByText("every six months").waitFor();
  await at.page.getByRole("button", { name: "Earlier conversations" }).click();
  await at.page.getByRole("menuitem", { name: "Delete all conversations" }).click();
  await at.page.getByText("What is in it").waitFor();
  expect(String(await at.page.evaluate("JSON.stringify(localStorage)"))).not.toContain("cartridge");
});

test("a new conversation says what is in the sources and offers questions that the expert answers", async () => {
  await at.opened.signIn("/experts/manual");
  const summary = at.page.getByRole("region", { name: "What is in it" });
  expect(await summary.getByRole("listitem").filter({ hasText: "Safety ·" }).textContent()).toContain("Warranty");
  await at.page.getByRole("button", { name: "How long does the warranty last?" }).click();
  await answer().getByText("thirty months").waitFor();
});

test("each answer is one Tab stop, and arrows move within it", async () => {
  const { page } = at;
  await at.opened.signIn("/experts/manual");
  for (const question of ["How often is the cartridge replaced?", "How much does the pump weigh?"]) {
    await askToEnd(question);
  }
  await page.locator("[data-ask]").focus();
  const focused = () => page.evaluate<string>("document.activeElement.className");
  const seen: string[] = [];
  for (const key of ["Shift+Tab", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) {
    do await page.keyboard.press(key);
    while (seen.length === 0 && (await focused()) !== "citation-mark");
    seen.push(await focused());
  }
  expect(seen.map((name) => name === "citation-mark")).toEqual([true, true, false, true, true, false]);
  const stops = `[...document.querySelectorAll(".turn")].map((turn) =>
    [...turn.querySelectorAll("a, button, summary")].filter((each) => each.tabIndex === 0 && each.checkVisibility()).length)`;
  expect(await page.evaluate<number[]>(stops)).toEqual([1, 1]);
});
