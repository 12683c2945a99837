/** Asking in the console: answers with their citations, abstentions, interruptions, and stored conversations. */
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "../support/data-tree.ts";
import { pdf } from "../support/documents/pdf-writer.ts";
import { askingSteps } from "./asking-steps.ts";
import { consoleTest } from "./console-test.ts";

const manual =
  "# Filters\n\nReplace the filter cartridge every six months. 😀 Use only cartridges of type F7.\n\n" +
  "# Safety\n\nSwitch the pump off before opening it. The pump weighs 14 kilograms.";
const hostile = `<script>window.hacked = 1</script> [click](javascript:alert(1)) \u202Etxet desrever\u202C.\n\nThe secret word is walnut.`;

const at = consoleTest(async (world) => {
  await world.expert("Manual", {
    "Pump manual": manual,
    "guide.pdf": pdf([
      [{ text: "The first page is about nothing in particular.", x: 72, y: 700 }],
      [{ text: "The warranty lasts for thirty months.", x: 72, y: 700 }],
    ]),
  });
  await world.expert("Hostile", { '<img src=x onerror="window.hacked=1">\u202Egnp.exe': hostile });
  await world.expert("Arabic", { كتاب: "# المرشحات\n\nاستبدل المرشح كل ستة أشهر." });
  await world.expert("Empty");
});

const { question, ask, askToEnd, answer } = askingSteps(at);
const mark = () => at.page.locator(".source-text mark");

test("an answer's number shows the quote, and opens the source with the words marked and in view", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("How often is the filter cartridge replaced?");
  const citation = answer().getByRole("link", { name: "Citation 1: Pump manual" });
  await citation.hover();
  await at.page.getByRole("tooltip").getByText("Replace the filter cartridge every six months.").waitFor();
  await citation.click();
  await mark().waitFor();
  expect(await mark().textContent()).toBe("Replace the filter cartridge every six months.");
  expect(await mark().isVisible()).toBe(true);
  await at.page.reload();
  expect(await mark().textContent()).toBe("Replace the filter cartridge every six months.");
  await at.page.goBack();
  await mark().waitFor({ state: "detached" });
});

test("words after characters of two code units are marked exactly", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("What does the pump weigh?");
  await answer().getByRole("link", { name: "Citation 1" }).click();
  expect(await mark().textContent()).toBe("The pump weighs 14 kilograms.");
});

/** Of the page that has a mark: the edges of its mark and of the words that are drawn on it, as shares of its size. */
const edgesOnPage = `(async () => {
  const [page, canvas] = [document.querySelector(".pdf-page:has(mark)"), document.querySelector(".pdf-page:has(mark) canvas")];
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
  copy.drawImage(await createImageBitmap(canvas), 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  const dark = [...Array(canvas.width * canvas.height).keys()].filter((i) => data[4 * i + 3] > 0 && data[4 * i] < 128);
  const [xs, ys] = [dark.map((i) => i % canvas.width), dark.map((i) => Math.floor(i / canvas.width))];
  const whole = page.getBoundingClientRect();
  const mark = page.querySelector("mark").getBoundingClientRect();
  return {
    number: page.dataset.page,
    mark: [mark.left - whole.left, mark.right - whole.left].map((x) => x / whole.width)
      .concat([mark.top - whole.top, mark.bottom - whole.top].map((y) => y / whole.height)),
    words: [Math.min(...xs) / canvas.width, Math.max(...xs) / canvas.width, Math.min(...ys) / canvas.height, Math.max(...ys) / canvas.height],
  };
})()`;

test("a citation of a PDF opens its page as it is drawn, with the words marked", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("How long does the warranty last?");
  await answer().getByRole("link", { name: "Citation 1: guide" }).click();
  await at.page.locator(".pdf-page mark").waitFor();
  await at.page.locator('.pdf-page:has(mark) canvas[width]:not([width="0"])').waitFor();
  const {
    number,
    mark: marked,
    words,
  } = (await at.page.evaluate(edgesOnPage)) as {
    number: string;
    mark: [number, number, number, number];
    words: [number, number, number, number];
  };
  expect(number).toBe("2");
  expect(marked[0]).toBeCloseTo(words[0], 1.7);
  expect(marked[1]).toBeCloseTo(words[1], 1.3);
  expect(words[2]).toBeGreaterThan(marked[2] - 0.005);
  expect(words[3]).toBeLessThan(marked[3] + 0.005);
  await at.page.getByRole("button", { name: "Show as text" }).click();
  expect(await mark().textContent()).toBe("The warranty lasts for thirty months.");
});

test("a source whose original is gone is shown as its text, a PDF with the reason", async () => {
  const slug = await at.world.expert("Gone", {
    "lost.pdf": pdf([[{ text: "The lost file speaks of walnuts in the garden.", x: 72, y: 700 }]]),
    Notes: "# Trees\n\nThe lost notes speak of **chestnuts** in the park.",
  });
  const originals = join(at.world.dataDir, "originals");
  for (const name of Object.keys(filesIn(originals))) rmSync(join(originals, name));
  await at.opened.signIn(`/experts/${slug}`);
  await at.page.locator(".source-row a", { hasText: "lost" }).click();
  await at.page.getByText("The pages cannot be drawn").waitFor();
  await at.page.locator(".source-text").getByText("walnuts in the garden").waitFor();
  await at.page.getByRole("button", { name: "Close the source" }).click();
  await at.page.locator(".source-row a", { hasText: "Notes" }).click();
  await at.page.locator(".source-text").getByText("The lost notes speak of chestnuts in the park.").waitFor();
});

test("the short link of a citation signs in and opens the marked words", async () => {
  const { data } = await at.world
    .request("POST", "/v1/experts/manual/query", { body: { question: "How often is the filter cartridge replaced?" } })
    .then(({ json }) => ({
      data: json as {
        expert_id: string;
        citations: { source_id: string; source_version: number; start: number; end: number }[];
      },
    }));
  const { source_id, source_version, start, end } = data.citations[0]!;
  await at.page.goto(`${at.world.origin}/c/${data.expert_id}/${source_id}/${source_version}/${start}-${end}`);
  await at.page.getByLabel("API key").fill(at.world.owner);
  await at.page.keyboard.press("Enter");
  expect(await mark().textContent()).toBe("Replace the filter cartridge every six months.");
  await at.page.goto(`${at.world.origin}/c/${data.expert_id}/${source_id}/9/${start}-${end}`);
  await at.page
    .getByText(/no text|no version|version 9/i)
    .first()
    .waitFor();
});

test("retrieved passages are shown with their scores", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("How often is the filter cartridge replaced?");
  await at.page.getByText(/passages? found/).click();
  await at.page.locator(".retrieved-passage").first().getByText("Words", { exact: true }).waitFor();
  await at.page.locator(".retrieved-passage").first().getByRole("link").click();
  await mark().first().waitFor();
});

test("an abstention explains why, and what to do", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("Who painted the ceiling of the Sistine Chapel?");
  const abstention = at.page.locator(".abstention");
  await abstention.getByRole("button", { name: "Add a source" }).click();
  await at.page.getByRole("button", { name: "Choose files" }).waitFor();
  await at.page.keyboard.press("Escape");
  expect(await at.page.locator(".citation-mark").count()).toBe(0);
  await abstention.getByRole("link", { name: "Lower the threshold" }).click();
  await at.page.getByLabel("Lowest confidence of an answer").waitFor();
  await at.page.locator('input[type="number"]:focus').waitFor();
});

test("a refusal shows the passages that come close, and says that they are no answer", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("Which engineer from Hamburg invented the cartridge?");
  const nearest = at.page.getByRole("region", { name: "Not an answer, but close:" });
  await nearest.getByText("Use only cartridges of type F7.").waitFor();
  expect(await at.page.getByText(/passages? found/).count()).toBe(0);
  await nearest.getByRole("link").first().click();
  await mark().first().waitFor();
});

test("an expert without sources says so", async () => {
  await at.opened.signIn("/experts/empty");
  await ask("Anything?");
  await at.page.getByText("The expert has no sources that are ready.").waitFor();
});

test("a follow-up uses the earlier question", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("How often is the filter cartridge replaced?");
  const sent = at.page.waitForRequest(/\/query$/);
  await ask("And which type?");
  const body = (await sent).postDataJSON() as { messages: { role: string }[] };
  expect(body.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  await at.page.getByText("Understood as: How often is the filter cartridge replaced? And which type?").waitFor();
});

test("an answer that breaks off says so, and can be asked again", async () => {
  await at.opened.signIn("/experts/manual");
  let broken = false;
  await at.page.route("**/query", async (route) => {
    if (broken) return route.continue();
    broken = true;
    const body = 'event: delta\ndata: {"text":"Replace the fil"}\n\n';
    return route.fulfill({ status: 200, contentType: "text/event-stream", body });
  });
  await ask("How often is the filter cartridge replaced?");
  await answer().getByText("Replace the fil").waitFor();
  await at.page.getByText("The answer broke off before its end.").waitFor();
  await at.page.getByRole("button", { name: "Ask again" }).click();
  await answer().getByText("every six months").waitFor();
  await answer().getByRole("link", { name: "Citation 1" }).waitFor();
});

test("a service that is down is reported, and the session continues when it is back", async () => {
  await at.opened.signIn("/experts/manual");
  await question().waitFor();
  await at.world.docent.app.server?.stop(true);
  await ask("How often is the filter cartridge replaced?");
  const conversation = at.page.getByRole("region", { name: "Conversation" });
  await conversation.getByRole("alert").getByText("The service does not answer. Is it running?").waitFor();
  at.world.listenAgain();
  await at.page.getByRole("button", { name: "Ask again" }).click();
  await answer().getByText("every six months").waitFor();
});

test("a page that could not be loaded appears by itself when the service is back", async () => {
  await at.opened.signIn("/experts/manual");
  await question().waitFor();
  await at.world.docent.app.server?.stop(true);
  await at.page.getByRole("link", { name: "Usage" }).click();
  await at.page.getByText("The service does not answer. Is it running?").first().waitFor();
  at.world.listenAgain();
  await at.page.getByRole("heading", { name: "Requests by day" }).waitFor();
});

test("an answer is copied as Markdown, and its request as code", async () => {
  await at.opened.signIn("/experts/manual");
  await askToEnd("How often is the filter cartridge replaced?");
  await at.page.getByRole("button", { name: "Copy as Markdown" }).click();
  // That it was copied is shown for two seconds only; the clipboard keeps it.
  const copied = await at.page.waitForFunction("navigator.clipboard.readText().then((text) => text || null)");
  const markdown = String(await copied.jsonValue());
  expect(markdown).toContain("every six months [1]");
  expect(markdown).toContain(`](${at.world.origin}/c/exp_`);
  await at.page.getByRole("button", { name: "As code" }).click();
  await at.page.getByRole("menuitem", { name: "curl" }).click();
  const code = await at.page.locator(".code").textContent();
  const run = Bun.spawn(["sh", "-c", `${code} -s`], {
    env: { ...process.env, DOCENT_API_KEY: at.world.owner, no_proxy: "*" },
    stdout: "pipe",
  });
  expect(JSON.parse(await new Response(run.stdout).text()).answer).toContain("every six months");
});

test("options limit a question", async () => {
  await at.opened.signIn("/experts/manual");
  await at.page.getByRole("button", { name: "Options" }).click();
  await at.page.getByLabel("Passages", { exact: true }).fill("3");
  await at.page.getByLabel("Search by").selectOption("keyword");
  await at.page.getByRole("button", { name: "Only sources where …" }).click();
  await at.page.getByLabel("Field").fill("title");
  await at.page.getByLabel("Value").fill("No such title");
  const sent = at.page.waitForRequest(/\/query$/);
  await ask("How often is the filter cartridge replaced?");
  expect((await sent).postDataJSON()).toMatchObject({
    k: 3,
    mode: "keyword",
    filter: { title: { $eq: "No such title" } },
  });
  await at.page.getByText("No source meets the conditions.").waitFor();
});

test("a hostile title and a hostile document are shown as plain text", async () => {
  await at.opened.signIn("/experts/hostile");
  await at.page.getByText("<img src=x").first().waitFor();
  await askToEnd("What is the secret word?");
  await at.page.locator(".turn").getByText("walnut").first().waitFor();
  await at.page.locator(".source-row a").click();
  await at.page.locator(".source-text").getByText("The secret word is walnut").waitFor();
  expect(await at.page.evaluate("window.hacked")).toBeUndefined();
  expect(await at.page.locator(".source-text a, .source-text script, img[src=x]").count()).toBe(0);
  const links = await at.page.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(links.filter((href) => !href.startsWith("/"))).toEqual([]);
});

test("a source in Arabic is read from right to left", async () => {
  await at.opened.signIn("/experts/arabic");
  await at.page.locator(".source-row a").click();
  const block = at.page.locator(".text-piece").first();
  await block.getByText("المرشحات", { exact: false }).first().waitFor();
  expect(await at.page.evaluate("getComputedStyle(document.querySelector('.text-piece')).direction")).toBe("rtl");
});
