/** One document of known structure, written in every format that has it: what is in it, and the bytes. */
import { unzipSync } from "fflate";
import {
  bytesOf,
  code,
  type KnownDocument,
  type KnownItem,
  type KnownTable,
  nothing,
  prices,
  quote,
  steps,
  warning,
} from "./known-document.ts";
import {
  openSheetDocument,
  openSlidesDocument,
  openTextDocument,
  slidesDocument,
  wordDocument,
  workbookDocument,
} from "./known-office-documents.ts";
import { epub, zipOf } from "./office-files.ts";

const bars = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

function markdown(): KnownDocument {
  const text = `---
title: Pump
tags: [water, pump]
---
{% include head.html %}

# Pump {#top}

- [Use](#use)
- [Care](#care)
- [Prices](#prices)

${warning.lead}

- a heart disease, such as
  - angina
  - a weak heart
- a cold

To start the pump:

1. Open the valve
1. Fill the tank
   1. to the mark
   1. with cold water
1. Press the button

\`\`\`
${code}
\`\`\`

> ${quote}

${prices.lead}

${bars(prices.columns)}
${bars(prices.columns.map(() => "---"))}
${prices.rows.map(bars).join("\n")}
`;
  const known = { lists: [warning, steps(["1.", "2."])], tables: [prices], code: [code], quotes: [quote] };
  const furniture = ["include head", "tags:", "#use", "{#top}"];
  return { ...nothing, ...known, filename: "pump.md", bytes: bytesOf(text), furniture };
}

const list = (tag: string, items: readonly string[]) =>
  `<${tag}>${items.map((text) => `<li>${text}</li>`).join("")}</${tag.split(" ")[0]}>`;
const htmlBody = `
<h1>Pump</h1>
<p>${warning.lead}</p>
${list("ul", [`a heart disease, such as${list("ul", ["angina", "a weak heart"])}`, "a cold"])}
<p>To start the pump:</p>
${list("ol", ["Open the valve", `Fill the tank${list('ol type="a"', ["to the mark", "with cold water"])}`, "Press the button"])}
<pre>${code}</pre><blockquote>${quote}</blockquote>
<table><caption>${prices.lead}</caption>
<thead><tr><th rowspan="2">City</th><th colspan="2">Day</th><th rowspan="2">Night</th></tr>
<tr><th>Single</th><th>Return</th></tr></thead>
<tr><td>Berlin</td><td>10</td><td>10</td><td></td></tr><tr><td>Hamburg</td><td>12</td><td>20</td><td>14</td></tr>
<tr><td>Kiel</td><td></td><td colspan="2">18</td></tr></table>`;

const htmlPrices: KnownTable = {
  ...prices,
  columns: ["City", "Day Single", "Day Return", "Night"],
  rows: [["Berlin", "10", "10", ""], ["Hamburg", "12", "20", "14"], ["Kiel"]],
};
const merged: KnownTable = { lead: prices.lead, columns: ["City", "Day Return / Night"], rows: [["Kiel", "18"]] };

const ofHtml = {
  ...nothing,
  lists: [warning, steps(["a.", "b."])],
  tables: [htmlPrices, merged],
  code: [code],
  quotes: [quote],
};

function html(): KnownDocument {
  const page = `<title>Pump</title><nav><ul><li>Home</ul></nav><body><header>Site of pumps</header>${htmlBody}
    <footer>Copyright 2025</footer>`;
  const furniture = ["Home", "Site of pumps", "Copyright"];
  return { ...ofHtml, filename: "pump.html", bytes: bytesOf(page), furniture };
}

/** As Debian packs its books: in a folder of the archive. */
function book(): KnownDocument {
  const chapter = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${htmlBody}</body></html>`;
  const inside = epub({ title: "Pump", chapters: { "a.xhtml": chapter }, spine: ["a.xhtml"] });
  return { ...ofHtml, filename: "pump.epub", bytes: inFolder(inside, "pump.epub.dir/") };
}

function inFolder(archive: Uint8Array, folder: string): Uint8Array {
  const parts = Object.entries(unzipSync(archive)).map(([name, part]) => [folder + name, part] as const);
  return zipOf(Object.fromEntries(parts));
}

/** Questions of a survey as column names. */
function survey(): KnownDocument {
  const questions = [
    "How satisfied are you with the cleanliness of the trains and the stations in your region, all in all?",
    "How satisfied are you with the punctuality of the trains on weekdays between six and nine in the morning?",
    "How satisfied are you with the information that you get when a train is late or does not come at all?",
    "How likely is it that you will recommend the railway to your friends and to your colleagues at work?",
    "How many days of the week do you usually travel by train, if you think of the last three months?",
  ];
  const table: KnownTable = {
    lead: ["Region", ...questions].join("; "),
    columns: ["Region", ...questions],
    rows: [
      ["North", "7", "7", "3", "8", "5"],
      ["South", "9", "4", "4", "", "5"],
    ],
  };
  const csv = [table.columns.map((name) => `"${name}"`), ...table.rows].map((cells) => cells.join(",")).join("\n");
  return { ...nothing, tables: [table], filename: "survey.csv", bytes: bytesOf(csv) };
}

function plainTable(): KnownDocument {
  const csv = [prices.columns, ...prices.rows].map((cells) => cells.join(";")).join("\n");
  return { ...nothing, tables: [{ ...prices, lead: "" }], filename: "prices.csv", bytes: bytesOf(csv) };
}

function records(): KnownDocument {
  const list = prices.rows.map((cells) =>
    Object.fromEntries(prices.columns.map((name, i) => [name, cells[i]!]).filter(([, value]) => value !== "")),
  );
  return {
    ...nothing,
    tables: [{ ...prices, lead: "" }],
    filename: "prices.json",
    bytes: bytesOf(JSON.stringify(list)),
  };
}

/** A text of pages with running heads, numbered sections and lists, as RFCs are. */
function rfc(): KnownDocument {
  const page = (number: number, lines: readonly string[]) =>
    [
      ...["", `RFC 9999                        The Pump                      June 2025`, "", ...lines, ""],
      `Haddad                       Informational                     [Page ${number}]`,
      "\f",
    ].join("\n");
  const filler = (i: number) => `   The pump number ${i} is made for cold and clean water, and for nothing else.\n`;
  const text = [
    page(1, [
      "Table of Contents",
      "",
      "   1.  Use . . . . . . . . 2",
      "   2.  Care  . . . . . . 3",
      "   3.  More . . . 4",
      "",
    ]),
    page(2, [
      ...["1.  Use", "", `   ${warning.lead}`, "", "   o  a heart disease, such as", ""],
      ...[
        "      *  angina",
        "",
        "      *  a weak heart",
        "",
        "   o  a cold",
        "",
        ...Array.from({ length: 8 }, (_, i) => filler(i)),
      ],
    ]),
    page(3, ["2.  Care", "", "   Clean it every month, because the filters of the pump", ""]),
    page(4, ["   clog with sand.", "", ...Array.from({ length: 8 }, (_, i) => filler(10 + i))]),
  ].join("");
  const furniture = ["RFC 9999", "[Page", "Informational", ". . ."];
  return { ...nothing, lists: [warning], filename: "rfc.txt", bytes: bytesOf(text), furniture };
}

function chat(): KnownDocument {
  const messages = [
    { speaker: "Amira", text: "[2025-10-06 09:12] Amira: Did the sensors arrive?" },
    { speaker: "Tom Bianchi", text: "[2025-10-06 09:13] Tom Bianchi: Only 800.\nThe rest comes in November." },
    { speaker: "Amira", text: "[2025-10-06 09:15] Amira: Then we start with 800." },
    { speaker: "Lars", text: "[2025-10-07 10:00] Lars: ok" },
  ];
  return { ...nothing, messages, filename: "chat.txt", bytes: bytesOf(messages.map(({ text }) => text).join("\n")) };
}

function transcript(): KnownDocument {
  const said = [
    ["Interviewer", "Where did you grow up, and when did you leave?"],
    ["Ada", "I grew up in Kiel and left when I was nine."],
    ["Interviewer", "Why did your family leave Kiel at that time?"],
    ["Ada", "My father found work at the harbour of Bremen."],
  ] as const;
  const messages = said.map(([speaker, text]) => ({ speaker, text: `${speaker}: ${text}` }));
  const bytes = bytesOf(`# Interview\n\n${said.map(([speaker, text]) => `**${speaker}:** ${text}`).join("\n\n")}`);
  return { ...nothing, messages, filename: "interview.md", bytes };
}

function mail(): KnownDocument {
  const text = [
    ...["From: Tom Bianchi <tom@heron.example>", "To: all@heron.example", "Date: Fri, 03 Oct 2025 17:22:10 +0200"],
    ...[
      "Subject: Sensors",
      "",
      warning.lead,
      "- a heart disease, such as",
      "  - angina",
      "  - a weak heart",
      "- a cold",
    ],
    ...[
      "",
      "On Thu, 2 Oct 2025, Amira Haddad <amira@heron.example> wrote:",
      `> ${quote}`,
      "",
      "Tom",
      "-- ",
      "Tom Bianchi",
    ],
  ].join("\r\n");
  return { ...nothing, lists: [warning], quotes: [quote], filename: "mail.eml", bytes: bytesOf(text) };
}

/** A contract whose numbers are typed. */
function contract(): KnownDocument {
  const text = `4.5 The Customer pays.

4.6 The Supplier shall, unless agreed otherwise:

(a) deliver the goods;

(b) repair any defect:

(i) within ten days, or

(ii) at once; and

(c) keep records.

4.7 The law of Norway applies.`;
  const items: KnownItem[] = [
    { text: "The Customer pays.", label: "4.5" },
    { text: "The Supplier shall, unless agreed otherwise:", label: "4.6" },
    { text: "deliver the goods;", label: "4.6 (a)", parent: "4.6 The Supplier shall, unless agreed otherwise:" },
    { text: "repair any defect:", label: "4.6 (b)", parent: "4.6 The Supplier shall, unless agreed otherwise:" },
    { text: "within ten days, or", label: "4.6 (b) (i)", parent: "(b) repair any defect:" },
    { text: "at once; and", label: "4.6 (b) (ii)", parent: "(b) repair any defect:" },
    { text: "keep records.", label: "4.6 (c)", parent: "4.6 The Supplier shall, unless agreed otherwise:" },
    { text: "The law of Norway applies.", label: "4.7" },
  ];
  return { ...nothing, lists: [{ lead: "", items }], filename: "contract.txt", bytes: bytesOf(text) };
}

export const knownDocuments: Readonly<Record<string, () => KnownDocument>> = {
  markdown,
  html,
  epub: book,
  docx: wordDocument,
  pptx: slidesDocument,
  xlsx: workbookDocument,
  odt: openTextDocument,
  ods: openSheetDocument,
  odp: openSlidesDocument,
  csv: plainTable,
  "csv with long names": survey,
  json: records,
  "text with pages": rfc,
  contract,
  chat,
  transcript,
  mail,
};
