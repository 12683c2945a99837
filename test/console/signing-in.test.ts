/** Coming in, and going out again. */
import { expect, test } from "bun:test";
import { openPage } from "./browser-page.ts";
import { consoleTest } from "./console-test.ts";

const at = consoleTest(async (world) => {
  await world.expert("Manual", { Pump: "Replace the filter every six months." });
  await world.expert("Diary", { Monday: "It rained." });
});

const keyField = () => at.page.getByLabel("API key");
const signOut = () => at.page.getByRole("button", { name: "Sign out" });

test("the address that is printed signs in once, and is gone from the address bar", async () => {
  const address = at.world.signInAddress();
  await at.page.goto(address);
  await signOut().waitFor();
  expect(at.page.url()).toBe(`${at.world.origin}/`);
  await at.page.reload();
  await signOut().waitFor();

  const other = await openPage(at.browser, at.world);
  await other.page.goto(address);
  await other.page.getByText("was used already").waitFor();
  await other.page.getByLabel("API key").waitFor();
  await other.close();
});

test("the address signs in where the page is open already", async () => {
  await at.page.goto(at.world.origin);
  await keyField().waitFor();
  await at.page.goto(at.world.signInAddress());
  await signOut().waitFor();
});

test("a key signs in; a wrong one is told so", async () => {
  await at.page.goto(at.world.origin);
  await keyField().fill("dk_wrong");
  await at.page.keyboard.press("Enter");
  await at.page.getByText("The API key is unknown or revoked.").waitFor();
  await keyField().fill(at.world.owner);
  await at.page.keyboard.press("Enter");
  await signOut().waitFor();
});

test("no script can read the half of the session that the cookie has", async () => {
  await at.opened.signIn();
  expect(await at.page.evaluate("document.cookie")).toBe("");
  const [cookie] = await at.opened.context.cookies();
  expect([cookie?.httpOnly, cookie?.sameSite]).toEqual([true, "Strict"]);
  const stored = String(await at.page.evaluate("JSON.stringify(localStorage)"));
  expect(stored).not.toContain(cookie?.value ?? "");
  expect(stored).not.toContain(at.world.owner);
});

test("signing out ends the session, in other tabs too", async () => {
  await at.opened.signIn();
  const tab = await at.opened.context.newPage();
  await tab.goto(`${at.world.origin}/usage`);
  await tab.getByRole("heading", { name: "Usage" }).waitFor();
  await signOut().click();
  await keyField().waitFor();
  await tab.getByLabel("API key").waitFor();
  expect(tab.url()).toBe(`${at.world.origin}/usage`);
});

test("a limited key sees what it may do, and nothing else", async () => {
  const { id } = at.world.docent.experts.find({ workspaceId: at.world.workspace, expertIds: null }, "manual");
  await at.page.goto(`${at.world.origin}/experts/manual`);
  await keyField().fill(at.world.key({ scopes: ["query"], experts: [id] }));
  await at.page.keyboard.press("Enter");
  await at.page.getByLabel("Question", { exact: true }).waitFor();
  const names = ["Add", "New expert", "Settings", "Keys", "System", "Diary", "Actions for Pump"];
  for (const name of names)
    expect(
      await at.page
        .getByText(name, { exact: true })
        .or(at.page.getByLabel(name, { exact: true }))
        .count(),
    ).toBe(0);
  await at.page.goto(`${at.world.origin}/keys`);
  await at.page.getByText("This key may not see this page.").waitFor();
  await at.page.goto(`${at.world.origin}/experts/diary`);
  await at.page.getByText('There is no expert "diary"').waitFor();
});

test("a session ends with its key, and says so", async () => {
  const secret = at.world.key();
  await at.page.goto(at.world.origin);
  await keyField().fill(secret);
  await at.page.keyboard.press("Enter");
  await signOut().waitFor();
  at.world.docent.keys.revoke(at.world.workspace, at.world.docent.keys.find(secret)!.id);
  await at.page.getByRole("link", { name: "Usage" }).click();
  await at.page.getByText("Your session has ended").waitFor();
});
