/** Pictures of every page, light, dark and on a telephone, into dist/screenshots. `make screenshots` runs it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesIn } from "../support/data-tree.ts";
import { pdf } from "../support/documents/pdf-writer.ts";
import { repository } from "../support/source-tree.ts";
import { type BrowserPage, openPage } from "./browser-page.ts";
import { startChromium } from "./chromium.ts";
import { addHandbook, type ConsoleWorld, startConsoleWorld } from "./console-world.ts";

const folder = `${repository}dist/screenshots`;

const manual = `# Coffee machine C3

A guide for whoever looks after the machine on the second floor.

# Water

Use filtered water only. Replace the water filter every two months, or when the display shows FILTER. The tank holds 1.8 litres.

# Descaling

Descale the machine every three months. Use 100 ml of descaler in a full tank, start the programme with MENU and CLEAN, and rinse twice. The programme takes 25 minutes.

# Faults

E01 means that the tank is empty or not seated. E07 means that the brew group is blocked: switch the machine off, let it cool for ten minutes, and rinse the group under the tap. Never use detergent for the brew group.

## Parts

| Part | Number | Every |
|---|---|---|
| Water filter | WF-20 | two months |
| Seal of the tank | S-3 | two years |

1. Order by the form.
2. Keep the old part:
   - for the dealer
   - until the new one fits

> A machine without its filter must not run.

~~~
menu > service > counters
~~~
`;

const sheet = (title: string, lines: readonly string[]) => [
  { text: title, x: 72, y: 720, size: 22, font: "Helvetica-Bold" as const },
  ...lines.map((text, at) => ({ text, x: 72, y: 670 - 17 * at })),
];

const warranty = pdf([
  sheet("Warranty", [
    "The machine comes with a warranty of 24 months from the day of purchase.",
    "It covers parts and labour. The bill is the proof of purchase.",
    "Call the dealer first; the dealer collects the machine and brings it back.",
    "A machine that was repaired has the rest of its warranty, and at least six months.",
  ]),
  sheet("Exclusions", [
    "Damage by limescale is excluded if the machine was not descaled as the manual says.",
    "Keep the receipts of the descaler for as long as the warranty lasts.",
    "Seals, brushes and filters wear out with use and are not covered.",
    "Damage by frost, by a fall or by the wrong voltage is not covered either.",
  ]),
]);

async function prepare(world: ConsoleWorld): Promise<void> {
  await addHandbook(world);
  await world.expert("Office kitchen", { "Coffee machine C3": manual, "warranty.pdf": warranty });
  const kitchen = "/v1/experts/office-kitchen";
  await world.request("PATCH", kitchen, { body: { description: "Machines, cleaning and whom to call." } });
  const more = {
    "Cleaning rota": "Monday: Ada. Tuesday: Grace. Wednesday: Edsger. Thursday: Barbara. Friday: everybody.",
    Suppliers: "Beans come from Nordröst on the first Monday of a month. The contact is Lena, 030 1234567.",
    "Dishwasher G2": "# Programmes\n\nEco takes 3 hours 20 minutes and 9 litres. Quick takes 45 minutes.",
  };
  for (const [title, text] of Object.entries(more)) await world.addSource("office-kitchen", text, { title });
  for (const minutes of [40, 45])
    await world.addSource("office-kitchen", `# Tea\n\nThe kettle is descaled every ${minutes} days.`, {
      title: "Kettle",
      external_id: "kettle",
    });
  await world.addSource("office-kitchen", new TextEncoder().encode("%PDF-1.7 broken"), { filename: "scan-2024.pdf" });
  await makeBackups(world);
  await world.expert("Legal", {
    "Lease 2024": "# Term\n\nThe lease begins on 1 March 2024 and ends on 28 February 2029.",
  });
  await world.expert("المكتبة", {
    الدليل: "# المواعيد\n\nتفتح المكتبة أبوابها كل يوم من التاسعة صباحا حتى السادسة مساء.",
  });
  await world.expert("Empty");
  for (let n = 0; n < 9; n++)
    await world.request("POST", `${kitchen}/query`, { body: { question: "What does E07 mean?" } });
  await world.key({ scopes: ["query"] });
}

/** A complete backup, and an incomplete one. */
async function makeBackups(world: ConsoleWorld): Promise<void> {
  await world.request("POST", "/v1/system/backups");
  const originals = join(world.dataDir, "originals");
  const [lost = ""] = Object.keys(filesIn(originals));
  const bytes = await Bun.file(join(originals, lost)).bytes();
  rmSync(join(originals, lost));
  await world.request("POST", "/v1/system/backups");
  await Bun.write(join(originals, lost), bytes);
}

/** Name to the steps that lead there. */
const scenes: Readonly<Record<string, (opened: BrowserPage, world: ConsoleWorld) => Promise<void>>> = {
  experts: async ({ page }) => page.locator(".expert-card").first().waitFor(),
  asking: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen?ask=What+does+E07+mean%3F`);
    await page.getByText("Copy as Markdown").waitFor();
  },
  summary: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen`);
    await page.locator(".summary h3").first().waitFor();
  },
  citation: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen?ask=When+is+damage+by+limescale+excluded%3F`);
    await page.locator(".answer .citation-mark").first().click();
    await page.locator(".pdf-page mark").first().waitFor();
    await page.locator('.pdf-page:has(mark) canvas[width]:not([width="0"])').waitFor();
  },
  reading: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen?ask=What+does+E07+mean%3F`);
    await page.locator(".answer .citation-mark").first().click();
    await page.locator(".text-table td").first().waitFor();
    await page.locator(".text-code").scrollIntoViewIfNeeded();
  },
  retrieved: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen?ask=How+often+is+the+machine+descaled%3F`);
    await page.getByText(/passages? found/).click();
    await page.locator(".scores").first().waitFor();
  },
  abstention: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen?ask=Who+won+the+world+cup+in+1954%3F`);
    await page.locator(".abstention").waitFor();
  },
  options: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen`);
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByRole("button", { name: "Only sources where …" }).click();
  },
  "right-to-left": async ({ page }, world) => {
    const { data } = (await world.request("GET", "/v1/experts?limit=100")).json as {
      data: { name: string; slug: string }[];
    };
    await page.goto(
      `${world.origin}/experts/${data.find(({ name }) => name === "المكتبة")?.slug}?ask=${encodeURIComponent("متى تفتح المكتبة؟")}`,
    );
    await page.locator(".turn footer, .turn .abstention").first().waitFor();
    const row = page.locator(".source-row a").first();
    if (!(await row.isVisible())) await page.getByRole("button", { name: "Sources" }).click();
    await row.click();
  },
  versions: async ({ page }, world) => {
    const path = "/v1/experts/office-kitchen/sources?external_id=kettle";
    const { data } = (await world.request("GET", path)).json as { data: { id: string }[] };
    await page.goto(`${world.origin}/experts/office-kitchen/sources/${data[0]?.id}?version=1`);
    await page.getByLabel("Version", { exact: true }).waitFor();
  },
  "empty-expert": async ({ page }, world) => void (await page.goto(`${world.origin}/experts/empty`)),
  "add-sources": async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/empty`);
    await page.locator(".expert-panes").waitFor();
    const add = page.getByRole("button", { name: "Add", exact: true });
    if (!(await add.isVisible())) await page.getByRole("button", { name: "Sources" }).click();
    await add.click();
  },
  settings: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen/settings`);
    await page.getByText("When it answers").waitFor();
  },
  quality: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen/quality`);
    await page.getByText("New check").waitFor();
  },
  connect: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen?connect=1`);
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("Tried just now").waitFor();
  },
  usage: async ({ page }, world) => {
    await page.goto(`${world.origin}/usage`);
    await page.locator(".uplot").waitFor();
  },
  keys: async ({ page }, world) => void (await page.goto(`${world.origin}/keys`)),
  "new-key": async ({ page }, world) => {
    await page.goto(`${world.origin}/keys?new=1`);
    await page.getByLabel("Name", { exact: true }).fill("Open WebUI");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByText("It is shown only once").waitFor();
  },
  system: async ({ page }, world) => {
    await page.goto(`${world.origin}/system`);
    await page.getByText("Current settings").waitFor();
    await page.getByRole("button", { name: "Check now" }).click();
  },
  handbook: async ({ page }, world) => {
    await page.goto(`${world.origin}/handbook/adding-sources`);
    await page.locator(".prose h1").waitFor();
  },
  palette: async ({ page }, world) => {
    await page.goto(`${world.origin}/experts/office-kitchen`);
    await page.getByLabel("Question", { exact: true }).waitFor();
    await page.keyboard.press("Control+k");
  },
};

const looks = {
  light: { width: 1280, height: 860 },
  dark: { width: 1280, height: 860, dark: true },
  tablet: { width: 800, height: 1000 },
  "tablet-dark": { width: 800, height: 1000, dark: true },
  phone: { width: 390, height: 844 },
  "phone-dark": { width: 390, height: 844, dark: true },
} as const;

const wanted = process.argv.slice(2);
const backups = mkdtempSync(join(tmpdir(), "docent-backups-"));
const settings = { DOCENT_BACKUP_DIR: backups, DOCENT_BACKUP_EVERY: "24h" };
const [world, browser] = await Promise.all([startConsoleWorld({ settings }), startChromium()]);
await prepare(world);
for (const [look, criteria] of Object.entries(looks)) {
  if (wanted.some((name) => name in looks) && !wanted.includes(look)) continue;
  for (const [scene, play] of Object.entries(scenes)) {
    if (wanted.some((name) => name in scenes) && !wanted.includes(scene)) continue;
    const opened = await openPage(browser, world, criteria);
    await opened.signIn();
    await play(opened, world);
    await opened.page.evaluate("document.fonts.ready");
    await opened.page.waitForLoadState("networkidle");
    await opened.page.screenshot({ path: `${folder}/${scene}-${look}.png` });
    if (opened.troubles.length > 0) throw new Error(`${scene}: ${opened.troubles.join("\n")}`);
    await opened.close();
  }
}
await browser.close();
await world.close();
rmSync(backups, { recursive: true, force: true });
