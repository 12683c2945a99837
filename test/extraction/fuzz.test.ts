import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { extract } from "../../src/extraction/extract.ts";
import { chunk } from "../../src/sources/chunker.ts";
import type { Document } from "../../src/sources/document.ts";
import { ExtractionError } from "../../src/sources/extraction-error.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { expectWellFormed } from "../support/documents/document-outline.ts";
import {
  docx,
  epub,
  listLevel,
  openDocument,
  paragraph,
  pptx,
  shape,
  xlsx,
  zipOf,
} from "../support/documents/office-files.ts";
import { pdf, taggedPdf } from "../support/documents/pdf-writer.ts";

/** Mutants of each sample. */
const rounds = 60;

/** One to four wounds: a byte changed, a run lost, doubled or moved, the end cut off. */
function mutant(bytes: Uint8Array, random: (most: number) => number): Uint8Array {
  let result = [...bytes];
  for (let wounds = 1 + random(4); wounds > 0 && result.length > 0; wounds--) {
    const at = random(result.length);
    const run = result.slice(at, at + 1 + random(24));
    const kind = random(5);
    if (kind === 0) result[at] = random(256);
    else if (kind === 1) result.splice(at, run.length);
    else if (kind === 2) result.splice(at, 0, ...run);
    else if (kind === 3) result.splice(random(result.length), 0, ...run);
    else if (random(4) === 0) result = result.slice(0, at);
  }
  return Uint8Array.from(result);
}

/** Wounds a part and packs it again, so that the damage reaches the reader of that part. */
function packedMutant(bytes: Uint8Array, random: (most: number) => number): Uint8Array {
  const parts = unzipSync(bytes);
  const names = Object.keys(parts);
  const name = names[random(names.length)]!;
  return zipOf({ ...parts, [name]: mutant(parts[name]!, random) });
}

const text = (content: string) => new TextEncoder().encode(content);

const samples: Record<string, Uint8Array> = {
  "a.txt": text("Héading\n=======\n\n- item 😀\n  more\n\nText, 漢字 and more of it.\n"),
  "a.md": text(
    "---\ntitle: x\n---\n# A **b**\n\n- [x](y) `c`\n  - d\n\n|a|b|\n|-|-|\n|1|2|\n\n```\ncode\n```\n> q <b>z</b>\n",
  ),
  "a.html": text(
    "<html><title>t</title><body><main><h1>a</h1><ul><li>b<ol><li>c</ol></ul><table><tr><th>d<td rowspan=2>e</table><pre> f</pre>&amp;</main>",
  ),
  "a.csv": text('a,b\n"x ""y""",2\n3,"multi\nline"\n'),
  "a.tsv": text("a\tb\n1\t2\n"),
  "a.json": text('{"title":"t","list":[{"a":[1,{"b":null}]},{"a":"\\u00e9"}]}'),
  "a.jsonl": text('{"a":1}\n{"b":{"c":2}}\n'),
  "a.py": text("def a():\n\n    return 1\n\n# end\n"),
  "a.eml": text(
    "From: =?utf-8?B?w6k=?= <a@x>\nTo: b@x\nSubject: s\nDate: d\nContent-Type: multipart/mixed; boundary=X\n\n--X\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>=C3=A9</p>\n--X--\n",
  ),
  "a.pdf": pdf(
    [
      [
        { text: "Title", x: 72, y: 700, size: 20 },
        { text: "Some words (here)", x: 72, y: 650 },
        { text: "cell", x: 300, y: 650 },
      ],
      [],
    ],
    { title: "t", outline: [{ title: "Title", page: 1 }] },
  ),
  "tagged.pdf": taggedPdf([
    {
      tags: [
        "Document",
        ["H1", { text: "Title", x: 72, y: 700 }],
        ["L", ["LI", ["Lbl", { text: "1.", x: 72, y: 680 }], ["LBody", ["P", { text: "item", x: 90, y: 680 }]]]],
        ["Table", ["TR", ["TH", { text: "a", x: 72, y: 660 }], ["TH", { text: "b", x: 200, y: 660 }]]],
      ],
      beside: [{ text: "1/1", x: 300, y: 20, isArtifact: true }],
    },
  ]),
  "a.docx": docx({
    body: `${paragraph("a", '<w:pStyle w:val="H"/>')}<w:tbl><w:tr><w:tc>${paragraph("b")}</w:tc><w:tc>${paragraph("c")}</w:tc></w:tr></w:tbl>`,
    styles: '<w:style w:styleId="H"><w:name w:val="heading 1"/><w:basedOn w:val="H"/></w:style>',
    numbering: '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>',
  }),
  "a.pptx": pptx([{ shapes: shape("title", ["a"]) + shape("body", ["b", "c"]), notes: shape("body", ["d"]) }]),
  "a.xlsx": xlsx({
    sheets: [{ name: "s", rows: '<row><c r="A1" t="s"><v>0</v></c><c r="B1" s="0"><v>45292.5</v></c></row>' }],
    strings: ["<t>x</t>"],
    styles: '<cellXfs><xf numFmtId="22"/></cellXfs>',
  }),
  "a.odt": openDocument("text", {
    body: '<text:h text:outline-level="1">a</text:h><text:list text:style-name="L"><text:list-item text:start-value="3"><text:p>b<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>c</text:p></text:note-body></text:note></text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>d</text:p></table:table-cell></table:table-row></table:table>',
    automatic: `<text:list-style style:name="L">${listLevel(1, "1", { suffix: "." })}</text:list-style>`,
    styles: '<style:style style:name="A" style:family="paragraph" style:parent-style-name="A"/>',
  }),
  "a.ods": openDocument("spreadsheet", {
    body: '<table:table table:name="s"><table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="date" office:date-value="2026-01-02" table:number-rows-spanned="2"><text:p>1/2</text:p></table:table-cell><table:table-cell table:number-columns-repeated="4"/></table:table-row></table:table>',
  }),
  "a.odp": openDocument("presentation", {
    body: '<draw:page><draw:frame presentation:class="title"><text:p>a</text:p></draw:frame><draw:frame><text:p>b</text:p></draw:frame><presentation:notes><text:p>c</text:p></presentation:notes></draw:page>',
  }),
  "a.epub": epub({ title: "t", chapters: { "a.xhtml": "<h1>a</h1><p>b</p>" }, spine: ["a.xhtml"] }),
};

/** Any end but a document or an ExtractionError fails the test that calls this. */
async function survives(bytes: Uint8Array, filename: string): Promise<void> {
  try {
    expectReadable((await extract({ bytes, filename, declaredType: null })).document);
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    expect(error.message).not.toBe("");
  }
}

function expectReadable(document: Document): void {
  expectWellFormed(document);
  chunk(document, { language: "en" });
}

function mutants(filename: string, sample: Uint8Array): Uint8Array[] {
  const random = seededRandom(filename.length * 7919 + sample.length).below;
  const made = Array.from({ length: rounds }, (_, round) => {
    const packed = sample[0] === 0x50 && round % 2 === 0;
    return packed ? packedMutant(sample, random) : mutant(sample, random);
  });
  return [sample, ...made];
}

describe("damaged files end in a document or an ExtractionError", () => {
  const [pdfs, others] = [true, false].map((isPdf) =>
    Object.entries(samples).filter(([name]) => name.endsWith(".pdf") === isPdf),
  ) as [[string, Uint8Array][], [string, Uint8Array][]];

  test.each(others)("%s", async (filename, sample) => {
    for (const bytes of mutants(filename, sample)) await survives(bytes, filename);
  });

  // pdf.js abandons promises of damaged files. A process tolerates that; the test runner does not.
  test.each(pdfs)("%s, in a process of their own", async (filename, sample) => {
    const folder = mkdtempSync(join(tmpdir(), "docent-fuzz-"));
    const paths = mutants(filename, sample).map((bytes, i) => {
      const path = join(folder, `${i}.pdf`);
      writeFileSync(path, bytes);
      return path;
    });
    const script = new URL("../support/documents/extract-files.ts", import.meta.url).pathname;
    const run = Bun.spawn([process.execPath, script, ...paths], { stdout: "pipe", stderr: "pipe" });
    const [out, complaints] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
    rmSync(folder, { recursive: true });
    expect([run.exitCode, complaints]).toEqual([0, ""]);
    const outcomes = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly document: Document } | { readonly refused: string });
    expect(outcomes).toHaveLength(paths.length);
    for (const outcome of outcomes) {
      if ("document" in outcome) expectReadable(outcome.document);
      else expect(outcome.refused).not.toBe("");
    }
  });
});
