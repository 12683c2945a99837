import { describe, expect, test } from "bun:test";
import { extracted } from "../support/documents/document-outline.ts";

const outlineOf = async (html: string) => (await extracted(html, "a.html")).outline;

describe("HTML", () => {
  test("the text of a page without its surroundings", async () => {
    const html = `<!DOCTYPE html><html><head><title>The &quot;Pump&quot; manual</title><style>p{}</style>
      <script>if (a < b) document.write("<p>no</p>")</script></head><body>
      <header><h1>Shop</h1></header><nav><ul><li><a href="/">Home</a></ul></nav>
      <main><h1>Pump</h1><p>Replace the <b>filter</b>
         every six&nbsp;months.<p>Unclosed paragraph<div hidden>no</div><div style="display: none">no</div>
      <form><label>Search</label><input><button>Go</button></form></main>
      <aside>Advert</aside><footer>© us</footer></body></html>`;
    expect(await extracted(html, "pump.html")).toEqual({
      title: 'The "Pump" manual',
      mimeType: "text/html",
      outline: ["heading 1: Pump", "paragraph: Replace the filter every six months.", "paragraph: Unclosed paragraph"],
    });
  });

  test("a page without main is read completely, even inside a form", async () => {
    expect(await outlineOf("<form><h2>A</h2><p>b</p></form>")).toEqual(["heading 2: A", "paragraph: b"]);
  });

  test("a small article on a large page is a teaser, not the text", async () => {
    const rest = "long text ".repeat(50);
    expect(await outlineOf(`<article>teaser</article><p>${rest}</p>`)).toEqual([
      "paragraph: teaser",
      `paragraph: ${rest.trim()}`,
    ]);
  });

  test("the words of a drawing are read, its description is not", async () => {
    const html = `<html><head><title>Plan</title></head><body><h1><svg><title>icon</title><path d="M0 0"/></svg> Pump</h1>
      <svg><title>no</title><desc>no</desc><defs><text>no</text></defs><style>text{}</style>
      <g><text x="1">Inlet <tspan>DN 50</tspan></text><text>Outlet DN 40</text></g>
      <foreignObject><p>Open slowly.</p></foreignObject></svg></body></html>`;
    expect(await extracted(html, "plan.html")).toEqual({
      title: "Plan",
      mimeType: "text/html",
      outline: ["heading 1: Pump", "paragraph: Inlet DN 50", "paragraph: Outlet DN 40", "paragraph: Open slowly."],
    });
  });

  test("lists with their numbers and levels, definitions", async () => {
    const html = `<ol start=3><li>three<li><p>four</p><ul><li>deep</ul></ol><dl><dt>Term<dd>Meaning</dl>`;
    expect(await outlineOf(html)).toEqual([
      ...["list_item 1: 3. three", "list_item 1: 4. four", "list_item 2: deep"],
      ...["list_item 1: Term", "list_item 2: Meaning"],
    ]);
  });

  test("a table row has its column names; spans, row headers, captions", async () => {
    const html = `<table><caption>Sizes</caption><thead><tr><th>Model<th colspan=2>Length</tr></thead>
      <tr><th>A<td>1<td>2</tr><tr><td rowspan=2>B<td><ul><li>x<li>y</ul><td>4</tr><tr><td>5</table>`;
    expect(await outlineOf(html)).toEqual([
      "caption: Sizes",
      "table_row: Model: A; Length: 1; Length: 2",
      "table_row: Model: B; Length: x; y; Length: 4",
      "table_row: Model: B; Length: 5",
    ]);
  });

  test("a price in a span of its own stands apart from what it is for", async () => {
    expect(await outlineOf("<div><span>Tea</span><span>3.00</span></div><p><span>A</span><span>b</span>2</p>")).toEqual(
      [...["paragraph: Tea 3.00", "paragraph: Ab2"]],
    );
  });

  test("a long cell of several parts is text as in tagged PDFs", async () => {
    const part =
      "Nobody may leave a boat at the landing stage for more than an hour, nor a trailer on the shore for a day. ";
    const page = `<table><tr><td><p>${part}</p><p>${part}</p><p>${part}</p></td><td>Rules</td></tr></table>`;
    expect(await outlineOf(page)).toEqual([...Array<string>(3).fill(`paragraph: ${part.trim()}`), "paragraph: Rules"]);
  });

  test("tables without column names, and tables that are layout", async () => {
    expect(await outlineOf("<table><tr><td>Colour<td>red<tr><td>Size<td>4</table>")).toEqual([
      ...["table_row: Colour: red", "table_row: Size: 4"],
    ]);
    expect(await outlineOf("<table><tr><td>Menu<td><h2>Head</h2><p>Text</p></table>")).toEqual([
      ...["paragraph: Menu", "heading 2: Head", "paragraph: Text"],
    ]);
  });

  test("rows with one name head the rows below them, if the first row does; else they lack values", async () => {
    const head = "<tr><th>Product<th>Warranty</tr>";
    const cutters = "<tr><td>Motor<td>3 years<tr><td>Cutters<td><tr><td>Motor<td>1 year";
    expect(await outlineOf(`<table>${head}<tr><td>Machines<td>${cutters}</table>`)).toEqual([
      ...["table_row: Machines", "table_row: Product: Motor; Warranty: 3 years"],
      ...["table_row: Cutters", "table_row: Product: Motor; Warranty: 1 year"],
    ]);
    expect(await outlineOf(`<table>${head}${cutters}</table>`)).toEqual([
      ...["table_row: Product: Motor; Warranty: 3 years"],
      ...["table_row: Product: Cutters", "table_row: Product: Motor; Warranty: 1 year"],
    ]);
  });

  test("code keeps its space, quotes are quotes, breaks are lines, powers are powers", async () => {
    const html = `<pre><code>\nif (a)\n\n  b();\n</code></pre><blockquote><p>said</p></blockquote>
      <p>one<br>two<br><br>three 2<sup>32</sup> and <img alt="a picture"></p>`;
    expect(await outlineOf(html)).toEqual([
      ...["code: if (a)\n\n  b();", "quote: said", "paragraph: one\ntwo", "paragraph: three 2^32 and a picture"],
    ]);
  });

  test("a list of links into the page is navigation, two of them are text", async () => {
    const links = (count: number) => `<ul>${`<li><a href="#x">Part</a>`.repeat(count)}</ul><p>end</p>`;
    expect(await outlineOf(links(3))).toEqual(["paragraph: end"]);
    expect(await outlineOf(links(2))).toEqual(["list_item 1: Part", "list_item 1: Part", "paragraph: end"]);
  });

  test("a block that is called navigation or a sidebar is left out, but not the page with room for one", async () => {
    const names = ["docnav", "md-nav", "sphinxsidebar", "left_sidebar toc"];
    const blocks = names.map((name) => `<div class="${name}"><p>${name}</p></div>`).join("");
    expect(await outlineOf(`<div class="has-sidebar navy">${blocks}<p>Text</p></div>`)).toEqual(["paragraph: Text"]);
  });

  test("a page of nothing but navigation is its text", async () => {
    expect(await outlineOf("<nav><p>never closed<p>text")).toEqual(["paragraph: never closed", "paragraph: text"]);
  });

  test("XHTML closes empty elements", async () => {
    const html = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><script src="x"/><div/><p>text</p></body></html>`;
    expect(await outlineOf(html)).toEqual(["paragraph: text"]);
  });

  test("a long text that a table arranges keeps its paragraphs; a long cell beside names stays one", async () => {
    const parts = [
      "Boats",
      ...[1, 2, 3].map((i) => `${"Whoever takes out a boat writes it into the book. ".repeat(4)}Rule ${i}.`),
    ];
    const cell = parts.map((part) => `<p>${part}</p>`).join("");
    expect(await outlineOf(`<table><tr><td>${cell}</td></tr></table>`)).toEqual(
      parts.map((part) => `paragraph: ${part}`),
    );
    const named = `<table><tr><th>Part</th><th>Use</th></tr><tr><td>Seal</td><td>${cell}</td></tr></table>`;
    expect(await outlineOf(named)).toEqual([`table_row: Part: Seal; Use: ${parts.join(" ")}`]);
    const empty = "<div> </div>".repeat(300);
    expect(await outlineOf(`<table><tr><td>${empty}Seal</td><td>${empty}4 €${empty}</td></tr></table>`)).toEqual([
      "table_row: Seal: 4 €",
    ]);
  });

  test("bold paragraphs above text are headings", async () => {
    const rule = "Whoever takes out a boat writes it into the book beforehand.";
    const page = `<p><strong>Boats</strong></p><p>${rule}</p><p><b>Safety</b> first</p><p>${rule}</p><p><b>Fees</b></p><p>${rule}</p>`;
    expect(await outlineOf(page)).toEqual([
      ...["heading 1: Boats", `paragraph: ${rule}`, "paragraph: Safety first", `paragraph: ${rule}`],
      ...["heading 1: Fees", `paragraph: ${rule}`],
    ]);
  });
});
