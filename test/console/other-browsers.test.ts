/** Conversations that the service keeps: other browsers and tabs see them, and nobody overwrites another. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { ConversationList, ConversationObject } from "../../src/api/question-schemas.ts";
import { type BrowserPage, openPage } from "./browser-page.ts";
import { consoleTest } from "./console-test.ts";

const manual =
  "# Filters\n\nReplace the filter cartridge every six months. Use only cartridges of type F7.\n\n" +
  "# Safety\n\nSwitch the pump off before opening it. The pump weighs 14 kilograms.\n\n" +
  "# Warranty\n\nThe warranty lasts for thirty months.";

const at = consoleTest(async (world) => {
  for (const name of ["First", "Second", "Third", "Fourth"]) await world.expert(name, { "Pump manual": manual });
});

async function ask(page: Page, question: string) {
  await page.getByLabel("Question", { exact: true }).fill(question);
  await page.keyboard.press("Enter");
  await page.getByRole("article", { name: question }).last().locator(".answer-actions").waitFor();
}

async function choose(page: Page, action: string) {
  await page.getByRole("button", { name: "Earlier conversations" }).click();
  await page.getByRole("menuitem", { name: action }).click();
  await page.getByRole("dialog").getByRole("button", { name: action }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

const stored = (page: Page) => page.evaluate("JSON.stringify(localStorage)").then(String);
const shown = (page: Page, question: string) => page.getByRole("article", { name: question }).waitFor();
/** As if the person came back to this window. */
const comeBack = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

/** A second browser of the same person, which must not have troubles either. */
async function inOtherBrowser(path: string, work: (page: Page, other: BrowserPage) => Promise<void>) {
  const other = await openPage(at.browser, at.world);
  await other.signIn(path);
  await work(other.page, other);
  expect(other.troubles).toEqual([]);
  await other.close();
}

async function keptTurns(slug: string): Promise<readonly (readonly string[])[]> {
  const { id } = (await at.world.request("GET", `/v1/experts/${slug}`)).as(ExpertObject);
  const { data } = (await at.world.request("GET", "/v1/conversations")).as(ConversationList);
  const mine = data.filter(({ expert_id }) => expert_id === id);
  return Promise.all(
    mine.map(async (one) => {
      const { turns } = (await at.world.request("GET", `/v1/conversations/${one.id}`)).as(ConversationObject);
      return turns.map(({ question, state }) => `${state}: ${question.question}`);
    }),
  );
}

/** An answer is saved after it is shown. */
async function untilKept(
  slug: string,
  expected: readonly (readonly string[])[],
  order = (turns: readonly string[]) => turns,
) {
  const now = async () => (await keptTurns(slug)).map(order);
  for (let tries = 0; tries < 500 && !Bun.deepEquals(await now(), expected); tries++) await new Promise(setImmediate);
  expect(await now()).toEqual(expected.map((turns) => [...turns]));
}

const [replaced, weight, warranty, type] = [
  "How often is the filter cartridge replaced?",
  "What does the pump weigh?",
  "How long does the warranty last?",
  "Which type of cartridge is used?",
] as const;

test("by default, the service has nothing of them", async () => {
  await at.opened.signIn("/experts/first");
  await ask(at.page, replaced);
  expect(await keptTurns("first")).toEqual([]);
  await inOtherBrowser("/experts/first", async (page) => {
    await page.getByText("What is in it").waitFor();
    expect(await page.locator(".turn").count()).toBe(0);
  });
});

test("once the service keeps them, those of this browser move there, and another browser continues them", async () => {
  await at.world.expert("Gone", { "Pump manual": manual });
  await at.opened.signIn("/experts/gone");
  await ask(at.page, type);
  await at.world.request("DELETE", "/v1/experts/gone");
  await at.page.goto(`${at.world.origin}/experts/second`);
  await ask(at.page, replaced);
  await choose(at.page, "Keep them in the service");
  expect(await stored(at.page)).not.toContain("cartridge replaced");
  await inOtherBrowser("/experts/second", async (page) => {
    await shown(page, replaced);
    await page.locator(".answer").getByText("every six months").waitFor();
    await ask(page, weight);
    await untilKept("second", [[`done: ${replaced}`, `done: ${weight}`]]);
    await comeBack(at.page);
    await shown(at.page, weight);
    await page.getByRole("button", { name: "New conversation" }).click();
    await ask(page, warranty);
    expect(await stored(page)).not.toContain("warranty");
    await untilKept("second", [[`done: ${warranty}`], [`done: ${replaced}`, `done: ${weight}`]]);
  });
  await at.page.reload();
  await shown(at.page, warranty);
  await choose(at.page, "Keep them in the browser");
});

test("two browsers and two tabs that ask in the same conversation at once keep each other's questions", async () => {
  await at.opened.signIn("/experts/third");
  await choose(at.page, "Keep them in the service");
  await ask(at.page, replaced);
  const tab = await at.opened.context.newPage();
  await tab.goto(at.page.url());
  await shown(tab, replaced);
  await inOtherBrowser("/experts/third", async (page) => {
    await shown(page, replaced);
    await Promise.all([ask(at.page, weight), ask(tab, warranty), ask(page, type)]);
    const all = [replaced, weight, warranty, type].map((each) => `done: ${each}`);
    await untilKept("third", [all.toSorted()], (turns) => turns.toSorted());
    for (const each of [at.page, tab, page]) {
      await comeBack(each);
      for (const question of [replaced, weight, warranty, type]) await shown(each, question);
    }
  });
  await tab.close();
  await choose(at.page, "Keep them in the browser");
});

test("one is deleted, then all, everywhere; another key's are not seen", async () => {
  await at.opened.signIn("/experts/fourth");
  await choose(at.page, "Keep them in the service");
  await ask(at.page, replaced);
  await at.page.getByRole("button", { name: "New conversation" }).click();
  await ask(at.page, weight);
  const key = await at.world.key({ scopes: ["query"] });
  const stranger = await openPage(at.browser, at.world);
  await stranger.page.goto(`${at.world.origin}/experts/fourth`);
  await stranger.page.getByLabel("API key").fill(key);
  await stranger.page.keyboard.press("Enter");
  await stranger.page.getByText("What is in it").waitFor();
  expect(await stranger.page.locator(".turn").count()).toBe(0);
  await stranger.close();
  await at.page.getByRole("button", { name: "Earlier conversations" }).click();
  await at.page.getByRole("menuitem", { name: "Delete this conversation" }).click();
  await at.page.getByText("The conversation was deleted.").waitFor();
  await untilKept("fourth", [[`done: ${replaced}`]]);
  await at.page.getByRole("button", { name: "Earlier conversations" }).click();
  await at.page.getByRole("menuitem", { name: "Delete all conversations" }).click();
  await at.page.getByText("All conversations were deleted.").waitFor();
  const { data } = (await at.world.request("GET", "/v1/conversations")).as(ConversationList);
  expect(data).toEqual([]);
  await choose(at.page, "Keep them in the browser");
});

test("on a page without TLS, where browsers make no UUIDs, questions are asked all the same", async () => {
  await at.opened.context.addInitScript("delete Crypto.prototype.randomUUID");
  await at.opened.signIn("/experts/first");
  await ask(at.page, warranty);
  await at.page.locator(".answer").getByText("thirty months").waitFor();
});

test("conversations of an earlier version, whose turns have numbers, are shown and continued", async () => {
  await at.opened.signIn("/experts/first");
  await ask(at.page, replaced);
  const renumber = `for (const name of Object.keys(localStorage)) if (name.includes("conversations.")) {
    const kept = JSON.parse(localStorage[name]);
    for (const one of kept) {
      delete one.revision;
      delete one.title;
      one.turns = one.turns.map(({ id, ...turn }, no) => ({ no, ...turn }));
    }
    localStorage[name] = JSON.stringify(kept);
  }`;
  await at.page.evaluate(renumber);
  await at.page.reload();
  await shown(at.page, replaced);
  await ask(at.page, weight);
  await at.page.reload();
  for (const question of [replaced, weight]) await shown(at.page, question);
});
