/** Every page of the console: with a screen reader, with the keyboard alone, on a telephone, in another language. */
import { describe, expect, test } from "bun:test";
import { complaints } from "./accessibility.ts";
import { openPage } from "./browser-page.ts";
import { consoleTest } from "./console-test.ts";
import { addHandbook } from "./console-world.ts";
import { addRows } from "./many-sources.ts";

const at = consoleTest(async (world) => {
  await addHandbook(world);
  await world.expert("Manual", { Pump: "# Filters\n\nReplace the filter every six months." });
  await world.addSource("manual", new TextEncoder().encode("%PDF-1.7 broken"), { filename: "broken.pdf" });
  await world.request("POST", "/v1/experts/manual/query", { body: { question: "How often is the filter replaced?" } });
});

/** Address to an element that appears when the page is ready. */
const pages: Readonly<Record<string, string>> = {
  "/": "New expert",
  "/?new=1": "What this expert knows",
  "/experts/manual": "broken.pdf",
  "/experts/manual?ask=How+often+is+the+filter+replaced%3F": "Copy as Markdown",
  "/experts/manual/settings": "When it answers",
  "/experts/manual/quality": "New check",
  "/experts/manual?connect=1": "Make a key",
  "/experts/nobody": "There is no expert here",
  "/usage": "Requests by day",
  "/keys": "Last used",
  "/keys?new=1": "Who or what will use it",
  "/system": "Current settings",
  "/handbook": "What Docent is",
  "/handbook/adding-sources": "Add a whole folder",
  "/handbook/settings-of-nothing": "has no page",
};

describe.each(["light", "dark"] as const)("no violation of WCAG 2.2 AA, %s", (colorScheme) => {
  test("on the sign-in page", async () => {
    await at.page.emulateMedia({ colorScheme });
    await at.page.goto(at.world.origin);
    await at.page.getByLabel("API key").waitFor();
    expect(await complaints(at.page)).toEqual([]);
  });

  test.each(Object.entries(pages))("at %s", async (path, ready) => {
    await at.page.emulateMedia({ colorScheme });
    await at.opened.signIn(path);
    await at.page.getByText(ready).first().waitFor();
    expect(await complaints(at.page)).toEqual([]);
  });

  test("at an unknown address", async () => {
    await at.page.emulateMedia({ colorScheme });
    await at.opened.signIn();
    await at.page.goto(`${at.world.origin}/nothing/here`);
    await at.page.getByText("Page not found").waitFor();
    expect(await complaints(at.page)).toEqual([]);
  });
});

test("the main task works by keyboard alone", async () => {
  const { page, signIn } = at.opened;
  const press = (key: string) => page.keyboard.press(key);
  const tabTo = async (name: string) => {
    for (let n = 0; n < 60; n++) {
      const focused = String(
        await page.evaluate(
          "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
        ),
      );
      if (focused.trim().startsWith(name)) return;
      await press("Tab");
    }
    throw new Error(`"${name}" cannot be reached by Tab`);
  };
  await signIn();
  await press("Control+k");
  await page.getByRole("combobox", { name: "Search or run" }).waitFor();
  await page.keyboard.type("new expert");
  await press("Enter");
  await page.getByLabel("Name").waitFor();
  await page.keyboard.type("Kitchen");
  await press("Enter");
  await page.getByRole("heading", { name: "Kitchen" }).waitFor();
  await tabTo("Add");
  await press("Enter");
  await page.getByRole("tab", { name: "Text" }).waitFor();
  await tabTo("Files");
  await press("ArrowRight");
  await page.getByLabel("Title").waitFor();
  await press("Tab");
  await press("Tab");
  await page.keyboard.type("The oven reaches its heat after twelve minutes.");
  await press("Tab");
  await press("Enter");
  await page.locator(".expert-head").getByRole("img", { name: "Ready" }).waitFor();
  await press("Escape");
  await page.evaluate("document.activeElement?.blur()");
  await press("/");
  await page.locator("[data-ask]:focus").waitFor();
  await page.keyboard.type("When does the oven reach its heat?");
  await press("Enter");
  // The whole answer: its last parts come after its citations.
  await page.locator(".answer-actions").waitFor();
  for (let n = 0; n < 40 && !(await page.evaluate("document.activeElement?.matches('.answer .citation-mark')")); n++)
    await press("Shift+Tab");
  await page.getByRole("tooltip").waitFor();
  await press("Enter");
  expect(await page.locator(".source-text mark").textContent()).toBe("The oven reaches its heat after twelve minutes.");
});

test("the first Tab skips the navigation, and a list of sources is one stop on the way to the question", async () => {
  const { page, signIn } = at.opened;
  const slug = await at.world.expert("Skipping");
  addRows(
    at.world.dataDir,
    slug,
    Array.from({ length: 500 }, () => null),
  );
  await signIn(`/experts/${slug}`);
  await page.getByRole("treegrid").getByRole("row").nth(5).waitFor();
  await page.keyboard.press("Tab");
  await page.locator(".skip-link:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.locator("main:focus").waitFor();
  const isReached = () => page.evaluate("document.activeElement?.matches('[data-ask]')");
  let stops = 0;
  for (; stops < 40 && !(await isReached()); stops++) await page.keyboard.press("Tab");
  expect(stops).toBeLessThan(20);
});

test("an expert is renamed, configured, and deleted only with its name typed", async () => {
  const { page, signIn } = at.opened;
  await at.world.expert("Passing");
  await signIn("/experts/passing/settings");
  await page.getByLabel("Name", { exact: true }).fill("Passed");
  await page.getByText("Advanced", { exact: true }).click();
  await page.getByLabel("Passages per question").fill("12");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Passed" }).waitFor();
  await page.getByLabel("Lowest score of a passage").fill("7");
  expect(await page.locator("input:invalid").count()).toBe(1);
  await page.getByLabel("Lowest score of a passage").fill("0.1");
  await page.getByLabel("Short name").fill("Not A Slug");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").getByText("slug").waitFor();
  await page.getByRole("button", { name: "Delete expert" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Delete expert" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Type “Passed” to confirm").fill("Passed");
  await dialog.getByRole("button", { name: "Delete expert" }).click();
  await page.getByRole("heading", { name: "Experts", exact: true }).waitFor();
  expect((await at.world.request("GET", "/v1/experts/passing")).status).toBe(404);
});

test("usage shows this month and earlier months", async () => {
  const { page, signIn } = at.opened;
  await signIn("/usage");
  await page.locator(".uplot").waitFor();
  await page.getByRole("region", { name: "By expert" }).getByRole("rowheader", { name: "Manual" }).waitFor();
  await page
    .getByRole("region", { name: "By kind" })
    .getByRole("row", { name: /^Questions/ })
    .waitFor();
  expect(await page.getByText("Tokens").count()).toBe(0);
  await page.getByRole("button", { name: "Previous month" }).click();
  await page.getByText("0 questions, 0 chat, 0 sources").waitFor();
  expect(page.url()).toContain("?month=");
  await page.goto(`${at.world.origin}/`);
});

test("the handbook can be read, and its links work", async () => {
  const { page, signIn } = at.opened;
  await signIn("/handbook");
  await page.getByRole("heading", { level: 1, name: "What Docent is" }).waitFor();
  await page.getByRole("navigation", { name: "Handbook" }).getByRole("link", { name: "Getting started" }).click();
  await page.getByRole("heading", { level: 1, name: "Getting started" }).waitFor();
  await page.locator(".prose").getByRole("link").first().waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "What Docent is" }).waitFor();
});

test("the palette finds experts, pages and actions", async () => {
  const { page, signIn } = at.opened;
  await signIn();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or run" }).fill("manu");
  await page
    .getByRole("option", { name: /^Manual/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Manual" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or run" }).fill("dark");
  await page.keyboard.press("Enter");
  await page.locator('html[data-theme="dark"]').waitFor({ state: "attached" });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or run" }).fill("zzz");
  await page.getByText("No matches.").waitFor();
  expect(await complaints(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Search or run" }).fill("");
  await page.locator(".palette").getByRole("option").first().waitFor();
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press("Escape");
});

test("? shows the keys, and Esc closes them", async () => {
  const { page, signIn } = at.opened;
  await signIn();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.getByText("Handbook").waitFor();
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("German is complete, and the choice is kept", async () => {
  const { page, signIn } = at.opened;
  await signIn("/experts/manual");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitem", { name: "Deutsch" }).click();
  await page.getByRole("heading", { name: "Gespräch" }).waitFor();
  await page.goto(`${at.world.origin}/`);
  await page.getByText("Wie man Docent benutzt").waitFor();
  await page.locator('html[lang="de"]').waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Abmelden" }).waitFor();
});

test.each([360, 768, 3840])("at a width of %i pixels nothing is cut off", async (width) => {
  const { page, signIn, close } = await openPage(at.browser, at.world, { width, height: 800 });
  await signIn();
  for (const path of [
    "/",
    "/experts/manual",
    "/experts/manual/settings",
    "/experts/manual/quality",
    "/usage",
    "/keys",
    "/system",
    "/handbook",
  ]) {
    await page.goto(at.world.origin + path);
    await page
      .getByText(pages[path] ?? "")
      .first()
      .waitFor({ state: "attached" });
    const over = await page.evaluate("document.scrollingElement.scrollWidth - innerWidth");
    expect([path, over]).toEqual([path, 0]);
  }
  await close();
});

test("on a telephone one pane of an expert is shown at a time", async () => {
  const { page, signIn, close } = await openPage(at.browser, at.world, { width: 390, height: 800 });
  await signIn("/experts/manual");
  const parts = {
    sources: page.getByLabel("Search sources"),
    question: page.getByLabel("Question", { exact: true }),
    text: page.locator(".source-text"),
  };
  const isShown = async (only: keyof typeof parts) => {
    for (const [name, part] of Object.entries(parts))
      await part.waitFor({ state: name === only ? "visible" : "hidden" });
  };
  await isShown("question");
  await page.getByRole("button", { name: "Sources", exact: true }).click();
  await isShown("sources");
  await page.locator(".source-row a").last().click();
  await isShown("text");
  await close();
});

test("the first visit offers to ask the handbook", async () => {
  const { page } = at.opened;
  const { id: workspace } = await at.world.docent.workspaces.create("first-visit");
  const key = await at.world.key({ workspace });
  const made = await at.world.request("POST", "/v1/experts", {
    key,
    body: { name: "Handbook", metadata: { builtin: "handbook" } },
  });
  expect(made.status).toBe(201);
  const text = "# Sources\n\nAdd sources by dropping files onto the list of sources.";
  await at.world.addSource("handbook", text, {}, key);
  await page.goto(at.world.origin);
  await page.getByLabel("API key").fill(key);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "How do I add sources?" }).click();
  await page.locator(".answer").getByText("dropping files").waitFor();
});
