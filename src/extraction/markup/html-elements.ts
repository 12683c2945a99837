import type { TableGrid } from "../table-grid.ts";

export const voidElements: ReadonlySet<string> = new Set(
  "area base basefont bgsound br col embed frame hr img input link meta param source track wbr".split(" "),
);

/** Elements without text. The last line is for SVG: descriptions, and shapes drawn only by reference. */
export const silentElements: ReadonlySet<string> = new Set(
  `script style noscript template iframe object audio video canvas select datalist button textarea map frameset
   annotation annotation-xml rp dialog
   defs desc metadata symbol clippath mask pattern marker`.split(/\s+/),
);

/** Elements that begin and end a block; unknown ones are inline. */
export const blockElements: ReadonlySet<string> = new Set(
  `address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3
   h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section
   summary table tbody td tfoot th thead title tr ul xmp caption text foreignobject`.split(/\s+/),
);

export const listElements: ReadonlySet<string> = new Set(["ol", "ul", "dl", "menu", "dir"]);

export const trackedInline: ReadonlySet<string> = new Set(["a", "svg"]);

/** An opening tag closes open ones of `closes`, back to one of `within` (HTML, 13.1.2.4). */
export const impliedClose: ReadonlyMap<string, { readonly closes: readonly string[]; readonly within: string[] }> =
  new Map([
    ["li", { closes: ["li"], within: ["ul", "ol", "menu", "dir"] }],
    ["dt", { closes: ["dt", "dd"], within: ["dl"] }],
    ["dd", { closes: ["dt", "dd"], within: ["dl"] }],
    ["tr", { closes: ["tr"], within: ["table"] }],
    ["td", { closes: ["td", "th"], within: ["tr", "table"] }],
    ["th", { closes: ["td", "th"], within: ["tr", "table"] }],
    ["tbody", { closes: ["thead", "tbody", "tfoot"], within: ["table"] }],
    ["tfoot", { closes: ["thead", "tbody", "tfoot"], within: ["table"] }],
    ["body", { closes: ["head"], within: ["html"] }],
  ]);

const boilerplateRoles: ReadonlySet<string> = new Set(
  "navigation banner contentinfo search complementary menu menubar toolbar dialog alertdialog".split(" "),
);

const boilerplateWords: ReadonlySet<string> = new Set(
  `navbar navheader navfooter navigation menu mainmenu submenu breadcrumb breadcrumbs toc site-header
   site-footer page-footer cookie-banner cookie-notice skip-link headerlink pagination nosearch noprint`.split(/\s+/),
);

/** `docnav`, `md-nav`, `sphinxsidebar`; not what only makes room for one. */
const boilerplateWord = /^(?!(?:has|with|without|no)[_-])(?:[a-z]+[_-])?[a-z]*(?:nav|sidebar)(?:wrapper)?$/;

export type Visibility = "shown" | "boilerplate" | "hidden";

export function visibilityOf(name: string, attributes: ReadonlyMap<string, string>): Visibility {
  if (attributes.size === 0) return "shown";
  if (attributes.has("hidden") || attributes.get("aria-hidden") === "true") return "hidden";
  if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.get("style") ?? "")) return "hidden";
  if (boilerplateRoles.has(attributes.get("role") ?? "")) return "boilerplate";
  if (name === "body" || name === "html" || name === "main") return "shown";
  const words = `${attributes.get("class") ?? ""} ${attributes.get("id") ?? ""}`.toLowerCase();
  const isBoilerplate = (word: string) => boilerplateWords.has(word) || boilerplateWord.test(word);
  return words.split(/\s+/).some(isBoilerplate) ? "boilerplate" : "shown";
}

export interface OpenTable {
  readonly rows: TableGrid;
  layout: boolean;
}

export interface OpenElement {
  readonly name: string;
  readonly silent: boolean;
  readonly table: OpenTable | null;
  readonly anchor: boolean;
}
