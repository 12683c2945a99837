import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { extracted } from "../support/documents/document-outline.ts";

const header = [
  "From: =?utf-8?B?SsO8cmdlbg==?= <j@x.example>",
  "To: b@y.example,",
  "\tc@y.example",
  "Date: Mon, 1 Jan 2024 10:00:00 +0000",
  "Subject: =?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?Q?_aus_K=C3=B6ln?=",
  "MIME-Version: 1.0",
];
const shown = [
  "heading 1: Grüße aus Köln",
  "caption: From: Jürgen <j@x.example>\nTo: b@y.example, c@y.example\nDate: Mon, 1 Jan 2024 10:00:00 +0000",
];
const mail = (lines: readonly string[]) => extracted([...header, ...lines].join("\r\n"), "a.eml");

describe("mail", () => {
  test("sender, date, and the plain text of alternatives; attachments are listed", async () => {
    const lines = [
      ...['Content-Type: multipart/mixed; boundary="AA"', "", "preamble", "--AA"],
      ...["Content-Type: multipart/alternative; boundary=BB", "", "--BB"],
      ...["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", ""],
      ...[
        "Hallo W=C3=B6rld, this is a long =",
        "line.",
        "",
        "--BB",
        "Content-Type: text/html",
        "",
        "<p>no</p>",
        "--BB--",
        "--AA",
      ],
      ...['Content-Type: application/pdf; name="a.pdf"', 'Content-Disposition: attachment; filename="a.pdf"'],
      ...["Content-Transfer-Encoding: base64", "", "JVBERi0=", "--AA--"],
    ];
    expect(await mail(lines)).toEqual({
      title: "Grüße aus Köln",
      mimeType: "message/rfc822",
      outline: [...shown, "paragraph: Hallo Wörld, this is a long line.", "paragraph: Attachment: a.pdf"],
    });
  });

  test("only HTML, in base64 and an old charset", async () => {
    const body = Buffer.from("<h2>Ort</h2><p>K\xf6ln</p>", "latin1").toString("base64");
    const lines = ["Content-Type: text/html; charset=iso-8859-1", "Content-Transfer-Encoding: base64", "", body];
    expect((await mail(lines)).outline).toEqual([...shown, "heading 2: Ort", "paragraph: Köln"]);
  });

  test("a quotation in a quotation is said by whom its own line names, and what follows it by the first", async () => {
    const lines = [
      ...["", "On Thu, 2 Oct 2025, Amira Haddad <a@x.example> wrote:", "> On Wed, 1 Oct 2025, Tom Bianchi wrote:"],
      ...[
        ">> Should I copy it?",
        ">>",
        "> Use the installer.",
        "",
        "> On Tue, 30 Sep 2025, Ben wrote:",
        "> As you like.",
      ],
      ...["", "Thank you."],
    ];
    const bytes = new TextEncoder().encode([...header, ...lines].join("\r\n"));
    const { document } = await extract({ bytes, filename: "a.eml", declaredType: null });
    const said = document.blocks
      .slice(2)
      .map(({ kind, turn, start, end }) => [kind, turn?.speaker, document.text.slice(start, end)]);
    expect(said).toEqual([
      ["furniture", "Jürgen", "On Thu, 2 Oct 2025, Amira Haddad <a@x.example> wrote:"],
      ["furniture", "Jürgen", "On Wed, 1 Oct 2025, Tom Bianchi wrote:"],
      ["quote", "Tom Bianchi", "Should I copy it?"],
      ["quote", "Amira Haddad", "Use the installer."],
      ["furniture", "Jürgen", "On Tue, 30 Sep 2025, Ben wrote:"],
      ["quote", "Jürgen", "As you like."],
      ["paragraph", "Jürgen", "Thank you."],
    ]);
  });

  test("a nested mail is read, and a missing boundary ends with the file", async () => {
    const lines = [
      "Content-Type: multipart/mixed; boundary=X",
      "",
      "--X",
      "Content-Type: message/rfc822",
      "",
      "Subject: in",
      "",
      "inner",
    ];
    expect((await mail(lines)).outline).toEqual([...shown, "paragraph: inner"]);
  });

  test("the messages of a mailbox, each said by its sender", async () => {
    const message = (from: string, subject: string, body: readonly string[]) => [
      ...[`From ${from} Mon Jan  1 10:00:00 2024`, `From: ${from}`, "Date: Mon, 1 Jan 2024 10:00:00 +0000"],
      ...[...(subject === "" ? [] : [`Subject: ${subject}`]), "Message-ID: <1@x>", "", ...body, ""],
    ];
    const lines = [
      ...message("ada@x.example", "Pump", ["It drips.", "", "From here on it is yours,", ">From Ada", ">>From B"]),
      ...message("bob@x.example", "", ["Replace the seal."]),
    ];
    const { document } = await extract({
      bytes: new TextEncoder().encode(lines.join("\n")),
      filename: "list.mbox",
      declaredType: null,
    });
    const { blocks, text, title } = document;
    const said = blocks.map(({ kind, start, end, turn }) => [kind, turn?.speaker, text.slice(start, end)]);
    const date = "Date: Mon, 1 Jan 2024 10:00:00 +0000";
    expect({ title, said }).toEqual({
      title: null,
      said: [
        ["heading", undefined, "Pump"],
        ["caption", "ada@x.example", `From: ada@x.example\n${date}`],
        ["paragraph", "ada@x.example", "It drips."],
        ["paragraph", "ada@x.example", "From here on it is yours,\nFrom Ada"],
        ["quote", "ada@x.example", "From B"],
        ["heading", undefined, "bob@x.example"],
        ["caption", "bob@x.example", `From: bob@x.example\n${date}`],
        ["paragraph", "bob@x.example", "Replace the seal."],
      ],
    });
  });
});
