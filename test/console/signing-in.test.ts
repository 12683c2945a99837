/** Coming in, and going out again. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { openPage } from "./browser-page.ts";
import { consoleTest } from "./console-test.ts";
import { holdRequests } from "./held-requests.ts";

const at = consoleTest(async (world) => {
  await world.expert("Manual", { Pump: "Replace the filter every six months." });
  await world.expert("Diary", { Monday: "It rained." });
});

const keyField = () => at.page.getByLabel("API key");
const signOut = () => at.page.getByRole("button", { name: "Sign out" });

test("the printed address signs in once, and its code disappears from the address bar", async () => {
  const address = await at.world.signInAddress();
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

test("the address signs in on an open page", async () => {
  await at.page.goto(at.world.origin);
  await keyField().waitFor();
  await at.page.goto(await at.world.signInAddress());
  await signOut().waitFor();
});

test("a key signs in; a wrong key is refused with a message", async () => {
  await at.page.goto(at.world.origin);
  await keyField().fill("dk_wrong");
  await at.page.keyboard.press("Enter");
  await at.page.getByText("The API key is unknown or revoked.").waitFor();
  await keyField().fill(at.world.owner);
  await at.page.keyboard.press("Enter");
  await signOut().waitFor();
});

test("no script can read the cookie's half of the session", async () => {
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

test("a limited key sees only its own functions", async () => {
  const { id } = await at.world.docent.experts.find({ workspaceId: at.world.workspace, expertIds: null }, "manual");
  await at.page.goto(`${at.world.origin}/experts/manual`);
  await keyField().fill(await at.world.key({ scopes: ["query"], experts: [id] }));
  await at.page.keyboard.press("Enter");
  await at.page.getByLabel("Question", { exact: true }).waitFor();
  await at.page.getByRole("link", { name: "Pump" }).first().waitFor();
  await at.page.getByRole("navigation").getByRole("link", { name: "Manual" }).waitFor();
  const names = ["Add", "New expert", "Settings", "Keys", "System", "Diary", "Actions for Pump"];
  for (const name of names)
    expect(
      await at.page
        .getByText(name, { exact: true })
        .or(at.page.getByLabel(name, { exact: true }))
        .count(),
    ).toBe(0);
  await at.page.goto(`${at.world.origin}/keys`);
  await at.page.getByText("This key has no access to this page.").waitFor();
  await at.page.goto(`${at.world.origin}/experts/diary`);
  await at.page.getByText("There is no expert here").waitFor();
});

/** The requests of every page of the console while it loads. */
const allOfShell = "**/v1/{experts,capabilities}*";
/** Settles when each of these has been replied to, so that nothing of a page's loading is under way any more. */
const repliesTo = (page: Page, ...names: readonly string[]) =>
  Promise.all(names.map((name) => page.waitForResponse((reply) => new URL(reply.url()).pathname === `/v1/${name}`)));
const hasEnded = (page = at.page) => page.getByText("Your session has ended").waitFor();
const signInWith = async (secret: string) => {
  await keyField().fill(secret);
  await at.page.keyboard.press("Enter");
  await signOut().waitFor();
};
/** Signs in with a new key. @returns a function that revokes the key */
const signInWithOwnKey = async () => {
  const secret = await at.world.key();
  await signInWith(secret);
  const { keys } = at.world.docent;
  return async () => keys.revoke(at.world.workspace, (await keys.find(secret))!.id);
};

test("a session ends with its key, with a message even after a reload", async () => {
  await at.page.goto(at.world.origin);
  const loaded = repliesTo(at.page, "experts", "capabilities");
  const revoke = await signInWithOwnKey();
  await loaded;
  await revoke();
  await at.page.getByRole("link", { name: "Usage" }).click();
  await hasEnded();
  await at.page.reload();
  await hasEnded();
  await signInWith(at.world.owner);
  await signOut().click();
  await at.page.getByText("Open the address").waitFor();
});

test("a session that ends while its page loads shows a message", async () => {
  await at.page.goto(at.world.origin);
  const experts = await holdRequests(at.page, allOfShell);
  const revoke = await signInWithOwnKey();
  await experts.arrived;
  await revoke();
  experts.release();
  await hasEnded();
});

test("a session that ends shows a message in every tab", async () => {
  await at.page.goto(at.world.origin);
  const revoke = await signInWithOwnKey();
  const tab = await at.opened.context.newPage();
  const loaded = repliesTo(tab, "experts", "capabilities", "handbook", "handbook/what-docent-is");
  await tab.goto(`${at.world.origin}/handbook`);
  await loaded;
  await revoke();
  await at.page.goto(`${at.world.origin}/usage`);
  await hasEnded();
  await hasEnded(tab);
});

test("a late reply to an ended session does not end the next one", async () => {
  await at.page.goto(at.world.origin);
  const experts = await holdRequests(at.page, allOfShell);
  const revoke = await signInWithOwnKey();
  await experts.arrived;
  await revoke();
  await at.page.getByRole("link", { name: "Usage" }).click();
  await hasEnded();
  await signInWith(at.world.owner);
  const refused = at.page.waitForResponse((reply) => reply.status() === 401);
  experts.release();
  await refused;
  await at.page.getByRole("link", { name: "Handbook", exact: true }).click();
  await at.page.getByRole("heading", { level: 1 }).waitFor();
});

test("signing out shows no message of an expired session, even while requests run", async () => {
  await at.page.goto(at.world.origin);
  const experts = await holdRequests(at.page, allOfShell);
  await signInWith(at.world.owner);
  await experts.arrived;
  const [ended, refused] = [
    at.page.waitForResponse((reply) => reply.request().method() === "DELETE"),
    at.page.waitForResponse((reply) => reply.status() === 401),
  ];
  await signOut().click();
  await at.page.getByText("Open the address").waitFor();
  expect((await ended).status()).toBe(200);
  experts.release();
  await refused;
  await at.page.reload();
  await at.page.getByText("Open the address").waitFor();
});

test("data of one session is not shown in the next", async () => {
  await at.page.goto(at.world.origin);
  await signInWith(at.world.owner);
  await at.page.getByRole("main").getByText("Diary").waitFor();
  await signOut().click();
  await holdRequests(at.page, allOfShell);
  const { id } = await at.world.docent.experts.find({ workspaceId: at.world.workspace, expertIds: null }, "manual");
  await signInWith(await at.world.key({ scopes: ["query"], experts: [id] }));
  expect(await at.page.getByText("Diary").count()).toBe(0);
});
