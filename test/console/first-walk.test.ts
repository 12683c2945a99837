/**
 * What a newcomer does on an empty service: drop files, read what is in them, ask, look at the places that the answers come from,
 * connect a program, switch on backups. Its pictures are in dist/walk; `make pictures` puts those of the documentation in place.
 */
import { expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { slidesDocument, workbookDocument } from "../support/documents/known-office-documents.ts";
import { docx, paragraph } from "../support/documents/office-files.ts";
import { pdf } from "../support/documents/pdf-writer.ts";
import { repository } from "../support/source-tree.ts";
import { askingSteps } from "./asking-steps.ts";
import { consoleTest } from "./console-test.ts";

const at = consoleTest();
const { askToEnd, answer } = askingSteps(at);

const page = (title: string, lines: readonly string[]) => [
  { text: title, x: 72, y: 720, size: 24, font: "Helvetica-Bold" as const },
  ...lines.map((text, i) => ({ text, x: 72, y: 670 - 24 * i, size: 15 })),
];

/** Eleven files of a small pump workshop, of eleven kinds. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  "pump-manual.pdf": pdf([
    page("Pump P7", ["The pump P7 moves forty litres of water in a minute.", "It weighs fourteen kilograms."]),
    page("Maintenance", [
      "Replace the filter cartridge every six months.",
      "The seals of the pump last for two years.",
      "Switch the pump off before it is opened.",
    ]),
  ]),
  "spare-parts.csv":
    "Part,Number,Price\nFilter cartridge,F-7,18.50\nSeal ring,S-3,4.20\nImpeller,I-9,61.00\nFloat switch,SW-2,23.90\n",
  "delivery.eml": [
    "From: Lena Holm <lena@nordvik.example>",
    "To: Workshop <workshop@example.org>",
    "Date: Tue, 3 Mar 2026 10:12:00 +0100",
    "Subject: Delivery of the new impellers",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Dear workshop,",
    "",
    "the impellers arrive on Friday at eight in the morning. Please keep the gate open for the truck.",
    "",
    "Lena Holm",
  ].join("\r\n"),
  "safety-rules.md":
    "# Safety rules\n\n## Electricity\n\nOnly trained staff may open the control cabinet.\n\n## Water\n\nWear boots in the pump room at all times.\n",
  "minutes.txt":
    "Minutes of 14 January 2026\n\nThe workshop decided to stock six filter cartridges.\nAda orders them before the end of January.\n",
  "warranty.html":
    "<h1>Warranty</h1><p>The warranty of the pump lasts for thirty months from the day of purchase.</p><h2>Exclusions</h2><p>Damage by frost is not covered by the warranty.</p>",
  "contacts.json": '{"dealer": "Nordvik Pumps", "phone": "030 1234567", "opening hours": "eight to five"}',
  "letter.docx": docx({
    body: paragraph("The insurance asks for a yearly inspection of every pump.") + paragraph("It is due in May."),
    title: "Letter of the insurance",
  }),
  "prices.xlsx": workbookDocument().bytes,
  "training.pptx": slidesDocument().bytes,
  "start.sh": "#!/bin/sh\n# Starts the pump and waits until its pressure is reached.\npumpctl start --wait\n",
};

const sizes = { wide: [1280, 860], tablet: [800, 1000], phone: [390, 844] } as const;

/** A picture at each width, light, and one in the dark. @param part what of the page is brought into view */
async function picture(name: string, part?: Locator): Promise<void> {
  const take = async (look: string) => {
    await part?.scrollIntoViewIfNeeded();
    await at.page.screenshot({ path: `${repository}dist/walk/${name}-${look}.png` });
  };
  for (const [look, [width, height]] of Object.entries(sizes)) {
    await at.page.setViewportSize({ width, height });
    await take(look);
  }
  await at.page.setViewportSize({ width: 1280, height: 860 });
  await at.page.emulateMedia({ colorScheme: "dark" });
  await take("dark");
  await at.page.emulateMedia({ colorScheme: "light" });
}

async function dropAll(): Promise<void> {
  const packed = Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString("base64")]);
  const transfer = await at.page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const [name, text] of ${JSON.stringify(packed)})
      data.items.add(new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name));
    return data;
  })()`);
  await at.page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await at.page.locator(".drop-here").waitFor();
  await at.page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

const cited = () => answer().locator(".citation-mark").first();

test("from eleven files on an empty service to a connected program and backups", async () => {
  await at.page.setViewportSize({ width: 1280, height: 860 });
  await at.opened.signIn("/");
  await dropAll();
  await at.page.getByRole("heading", { name: "pump manual" }).waitFor();
  const summary = at.page.getByRole("region", { name: "What is in it" });
  await summary.getByRole("link", { name: "Delivery of the new impellers" }).waitFor();
  const dated = summary.getByRole("listitem").filter({ has: at.page.locator("time") });
  await dated.nth(1).waitFor();
  await summary.getByRole("button").nth(2).waitFor();
  const listed = at.page.getByRole("treegrid", { name: "Sources" }).locator(".source-title");
  await listed.nth(10).waitFor();
  expect(await listed.count()).toBe(11);
  // Read anew, when all are read: what is offered changed while they came.
  await at.page.locator(".expert-head").getByRole("img", { name: "Ready" }).waitFor();
  await at.page.reload();
  await summary.getByRole("button").nth(2).waitFor();
  const offered = await summary.getByRole("button").allTextContents();
  await picture("summary");
  for (const question of offered.slice(0, 3)) {
    await at.page.getByRole("button", { name: "New conversation" }).click({ force: true });
    await summary.getByRole("button", { name: question }).click();
    await at.page.getByRole("article", { name: question }).locator(".answer-actions").waitFor();
    expect(await answer().locator(".citation-mark").count()).toBeGreaterThan(0);
  }

  await askToEnd("How often is the filter cartridge replaced?");
  await cited().click();
  await at.page.locator(".pdf-page mark").first().waitFor();
  await at.page.locator(".pdf-page:has(mark) canvas[width]").waitFor();
  await picture("pdf");

  await askToEnd("What is the price of the seal ring?");
  await cited().click();
  await at.page.locator(".text-table mark").first().waitFor();
  expect(await at.page.locator(".text-table th").allTextContents()).toEqual(["Part", "Number", "Price"]);
  await picture("sheet");

  await askToEnd("When do the impellers arrive?");
  await cited().click();
  await at.page.locator(".text-paragraph mark").first().waitFor();
  expect(await at.page.locator(".text-mail-head").textContent()).toContain("Lena Holm");
  expect(await at.page.locator(".source-text mark").allTextContents()).toEqual([
    "the impellers arrive on Friday at eight in the morning.",
  ]);
  await picture("mail");

  await at.page.getByRole("button", { name: "Connect" }).click();
  await at.page.getByRole("button", { name: "Make a key" }).click();
  await at.page.getByRole("tab", { name: "Claude Code" }).click();
  await at.page.getByRole("button", { name: "Try it" }).click();
  await at.page.getByText("Tried just now").waitFor();
  await picture("connect");
  await at.page.keyboard.press("Escape");

  await at.page.goto(`${at.world.origin}/system`);
  await at.page.getByLabel("Back up by itself").selectOption("Every day");
  await at.page.getByText("Interval: 1 day").waitFor();
  await at.page.getByRole("button", { name: "Back up now" }).click();
  await at.page.getByRole("rowheader", { name: /^docent-.*\.tar$/ }).waitFor();
  await picture("backups", at.page.getByLabel("Back up by itself"));
});
