/** Every state of the pages that a person can meet, light, dark and on a telephone: axe finds nothing in any. */
import { expect, test } from "bun:test";
import { complaints } from "./accessibility.ts";
import { holdRequests } from "./held-requests.ts";
import { envelope, sizes, stateTest } from "./state-steps.ts";

const { at, text, open, button, dialog, ask, askToEnd, expectNoComplaints } = stateTest();

/** Requests that one page makes beyond those of every page. */
const requestsOf: Readonly<Record<string, string>> = {
  "/": "**/v1/experts*",
  "/experts/manual": "**/v1/experts**",
  "/experts/manual/settings": "**/v1/experts**",
  "/experts/manual/quality": "**/v1/experts/*/{gaps,checks}*",
  "/usage": "**/v1/usage*",
  "/keys": "**/v1/keys*",
  "/system": "**/v1/system*",
  "/handbook": "**/v1/handbook*",
};
const troubles = Object.entries(requestsOf).flatMap(([path, pattern]) => [
  [
    `${path}, loading`,
    async () => {
      await holdRequests(at.page, pattern);
      await at.opened.signIn(path);
      await at.page.locator(".skeleton").first().waitFor();
    },
  ] as const,
  [
    `${path}, failed`,
    async () => {
      await at.page.route(pattern, (route) => route.fulfill({ status: 503, json: envelope }));
      await at.opened.signIn(path);
      await text("The disk is full.");
    },
  ] as const,
  [
    `${path}, the service away`,
    async () => {
      await at.opened.signIn("/handbook");
      await at.page.route(pattern, (route) => route.abort());
      await at.page.goto(at.world.origin + path);
      await text("The service does not answer.");
    },
  ] as const,
]);

const states: Readonly<Record<string, () => Promise<unknown>>> = {
  ...Object.fromEntries(troubles),
  "a wrong key": async () => {
    await at.page.goto(at.world.origin);
    await at.page.getByLabel("API key").fill("dk_wrong");
    await at.page.keyboard.press("Enter");
    await text("The API key is unknown or revoked.");
  },
  "a session that has ended": async () => {
    await at.opened.signIn("/");
    await at.page.route("**/v1/usage*", (route) => route.fulfill({ status: 401, json: envelope }));
    await at.page.getByRole("link", { name: "Usage" }).click();
    await text("Your session has ended");
  },
  "no experts": async () => {
    await at.page.route("**/v1/experts*", (route) =>
      route.fulfill({ json: { object: "list", data: [], has_more: false, first_id: null, last_id: null } }),
    );
    await open("/", "There are no experts yet");
  },
  "an unknown source": () =>
    open("/experts/manual/sources/src_00000000000000000000000000", /no source|not found|deleted/i),
  "a page that the key may not see": async () => {
    await at.page.goto(`${at.world.origin}/system`);
    await at.page.getByLabel("API key").fill(await at.world.key({ scopes: ["query"] }));
    await at.page.keyboard.press("Enter");
    await text("This key has no access to this page.");
  },
  "an empty expert's quality": () => open("/experts/empty/quality", "Questions are not stored."),
  "gaps and checks": () => open("/experts/manual/quality", "Hamburg"),
  "a new check": async () => {
    await open("/experts/manual/quality", "New check");
    await button("New check").click();
    await dialog().waitFor();
  },
  "a summary": () => open("/experts/manual", "What is in it"),
  "an answer, its citation pointed at": async () => {
    await open("/experts/manual", "files");
    await askToEnd("How often is the filter replaced?");
    await at.page.locator(".citation-mark").first().hover();
    await at.page.getByRole("tooltip").waitFor();
  },
  "a computed answer": async () => {
    await open("/experts/manual", "files");
    await askToEnd("What is the price of the seal?");
    await text("computed from");
  },
  "no answer, what is near, and options": async () => {
    await open("/experts/manual", "files");
    await button("Options").click();
    await button("Only sources where …").click();
    await askToEnd("Who in Hamburg invented the filter?");
    await text("Not an answer, but close:");
  },
  "an answer under way": async () => {
    await open("/experts/manual", "files");
    await holdRequests(at.page, "**/query*");
    await ask("How often is the filter replaced?");
    await text("Searching the sources");
  },
  "a question that failed": async () => {
    await open("/experts/manual", "files");
    await at.page.route("**/query*", (route) => route.fulfill({ status: 503, json: envelope }));
    await ask("How often is the filter replaced?");
    await button("Ask again").waitFor();
  },
  "earlier conversations": async () => {
    await open("/experts/manual", "files");
    await askToEnd("How often is the filter replaced?");
    await button("Earlier conversations").click();
    await at.page.getByRole("menu").waitFor();
  },
  "an answer as code": async () => {
    await open("/experts/manual", "files");
    await askToEnd("How often is the filter replaced?");
    await button("As code").click();
    await at.page.getByRole("menuitem", { name: "Python" }).click();
    await dialog().waitFor();
  },
  settings: async () => {
    await open("/experts/manual/settings", "When it answers");
    await at.page.getByText("Advanced", { exact: true }).click();
  },
  "settings that are refused": async () => {
    await open("/experts/manual/settings", "When it answers");
    await at.page.getByText("Advanced", { exact: true }).click();
    await at.page.getByLabel("Short name").fill("Not A Slug");
    await button("Save").click();
    await at.page.getByRole("alert").first().waitFor();
  },
  "deletion of an expert": async () => {
    await open("/experts/manual/settings", "When it answers");
    await button("Delete expert").click();
    await dialog().waitFor();
  },
  "a key that was made": async () => {
    await open("/keys?new=1", "Who or what will use it");
    await at.page.getByLabel("Name", { exact: true }).fill("kiosk");
    await dialog().getByRole("button", { name: "Create key" }).click();
    await text("It is shown only once");
  },
  "revocation of a key": async () => {
    await open("/keys", "yours");
    await button("Revoke").click();
    await dialog().waitFor();
  },
  "a connection that was tried": async () => {
    await open("/experts/manual?connect=1", "Make a key");
    await button("Make a key").click();
    await button("Try it").click();
    await text("Tried just now");
  },
  "a workspace and its key": async () => {
    await open("/system", "Workspaces");
    await button("New workspace").click();
    await dialog()
      .getByLabel("Name")
      .fill(`w${crypto.randomUUID().slice(0, 8)}`);
    await dialog().getByRole("button", { name: "New workspace" }).click();
    await text("This is its first key.");
  },
  "limits of a workspace": async () => {
    await open("/system", "Workspaces");
    await button("Limits of default").click();
    await dialog().waitFor();
  },
  "a new webhook, refused": async () => {
    await open("/system", "Webhooks");
    await button("New webhook").click();
    await dialog().getByLabel("Address").fill("nowhere");
    await dialog().getByRole("button", { name: "New webhook" }).click();
    await dialog().locator(".problem").waitFor();
  },
  "a check-up": async () => {
    const findings = (["fine", "warning", "damage"] as const).map((severity) => ({
      severity,
      area: "database",
      message: "What was found.",
      remedy: "What to do.",
      repairable: true,
    }));
    await at.page.route("**/v1/system/findings", (route) => route.fulfill({ json: { object: "findings", findings } }));
    await open("/system", "Check now");
    await button("Check now").click();
    await at.page.locator(".finding").first().waitFor();
    await at.page.getByLabel("Include defaults").click();
  },
  "a backup that was made": async () => {
    await open("/system", "Back up now");
    await button("Back up now").click();
    await at.page
      .getByRole("rowheader", { name: /^docent-.*\.tar$/ })
      .first()
      .waitFor();
  },
  "a month without use": async () => {
    await open("/usage", "Requests by day");
    await button("Previous month").click();
    await text("0 questions, 0 chat, 0 sources");
  },
  "the languages": async () => {
    await open("/", "New expert");
    await at.page.setViewportSize(sizes.wide);
    await button("Language").click();
    await at.page.getByRole("menu").waitFor();
  },
};

test.each(Object.entries(states))("%s", async (_, reach) => {
  await at.page.setViewportSize(sizes.wide);
  await reach();
  await expectNoComplaints();
});

test("the menu of a telephone", async () => {
  await at.page.setViewportSize(sizes.phone);
  await open("/", "New expert");
  await button("Menu").click();
  await at.page.getByRole("link", { name: "Usage" }).waitFor();
  expect(await complaints(at.page)).toEqual([]);
});
