/** A service with something of each kind, and steps to the states of its console, for tests of what axe says of them. */
import { expect } from "bun:test";
import { docx, paragraph } from "../support/documents/office-files.ts";
import { pdf } from "../support/documents/pdf-writer.ts";
import type { ServiceOptions } from "../support/service.ts";
import { complaints } from "./accessibility.ts";
import { askingSteps } from "./asking-steps.ts";
import { type ConsoleTest, consoleTest } from "./console-test.ts";
import type { ConsoleWorld } from "./console-world.ts";

const sources: Readonly<Record<string, string | Uint8Array>> = {
  "manual.pdf": pdf([[{ text: "Replace the filter every six months.", x: 72, y: 700 }]]),
  "parts.csv": "Part,Price\nFilter,18.50\nSeal,4.20\n",
  "delivery.eml":
    "From: Lena <l@example.org>\r\nTo: Shop <s@example.org>\r\nSubject: Seals\r\n\r\nThe seals arrive on Friday.",
  "care.md":
    "# Care\n\n- [x] Wash it\n- [ ] Dry it\n\nUse `soap` and [water](https://example.org).\n\n| Part | Care |\n|---|---|\n| Filter | rinse |",
  "letter.docx": docx({ body: paragraph("The insurance asks for an inspection."), title: "Letter" }),
  "broken.pdf": new TextEncoder().encode("%PDF-1.7 broken"),
  "long.txt": "The pump is blue.\n\n".repeat(40),
};

async function fill(world: ConsoleWorld): Promise<void> {
  await world.expert("Empty");
  await world.expert("Manual");
  for (const [filename, content] of Object.entries(sources))
    await world.addSource("manual", typeof content === "string" ? new TextEncoder().encode(content) : content, {
      filename,
      external_id: `files/${filename}`,
    });
  for (const text of ["The pump is red.", "The pump is green."])
    await world.addSource("manual", text, { title: "Colour", external_id: "files/inner/colour" });
  await world.request("PATCH", "/v1/experts/manual", { body: { settings: { keep_questions: true } } });
  await world.request("POST", "/v1/experts/manual/query", {
    body: { question: "Who in Hamburg invented the filter?" },
  });
  const messages = [
    {
      role: "user",
      name: "Ada",
      content: "Use **two** pumps:\n\n- `P7`\n- P8",
      created_at: "2026-03-23T14:05:00+01:00",
    },
    { role: "assistant", content: "I will." },
  ];
  await world.request("POST", "/v1/experts/manual/sources?wait=60", {
    body: { type: "conversation", external_id: "chat", messages },
  });
  await world.request("POST", "/v1/experts/manual/checks", { body: { question: "How?", contains: ["so"] } });
  await world.request("POST", "/v1/experts/manual/check-runs", { body: {} });
}

/** The body of an error of the service. */
export const envelope = {
  error: { message: "The disk is full.", type: "server_error", code: "storage_full", param: null, request_id: "req_1" },
};

export const sizes = { wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;

export function stateTest(
  criteria: ServiceOptions = {},
  addMore: (world: ConsoleWorld) => Promise<void> = async () => {},
) {
  const at = consoleTest(async (world) => {
    await fill(world);
    await addMore(world);
  }, criteria);
  return { at, ...stateSteps(at), ...askingSteps(at) };
}

function stateSteps(at: ConsoleTest) {
  const text = (words: string | RegExp) => at.page.getByText(words).first().waitFor();
  const open = async (path: string, ready: string | RegExp) => {
    await at.opened.signIn(path);
    await text(ready);
  };
  return {
    text,
    open,
    button: (name: string | RegExp) => at.page.getByRole("button", { name }).first(),
    dialog: () => at.page.getByRole("dialog"),
    /** Light, dark and on a telephone. */
    expectNoComplaints: async () => {
      const found: Record<string, readonly string[]> = { light: await complaints(at.page) };
      await at.page.emulateMedia({ colorScheme: "dark" });
      found.dark = await complaints(at.page);
      await at.page.setViewportSize(sizes.phone);
      found.phone = await complaints(at.page);
      expect(found).toEqual({ light: [], dark: [], phone: [] });
    },
  };
}
