import { Marked, type Tokens } from "marked";
import { type HandbookText, titleOf } from "./handbook-text.ts";

const style = `
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; color-scheme: light dark; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8884; border-radius: .4rem; }
code { font-size: .9em; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #8886; padding: .3rem .6rem; text-align: left; vertical-align: top; }
section { border-top: 1px solid #8884; margin-top: 3rem; }
`;

/** @param pages our own Markdown, so its HTML is not made safe */
export function handbookDocument(pages: readonly HandbookText[]): string {
  const contents = pages.map(({ name, text }) => `<li><a href="#${name}">${Bun.escapeHTML(titleOf(text))}</a></li>`);
  const sections = pages.map((page) => `<section id="${page.name}">\n${htmlOf(page, pages)}</section>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docent handbook</title>
<link rel="icon" href="icon.png">
<style>${style}</style>
</head>
<body>
<h1>Docent handbook</h1>
<nav><ol>
${contents.join("\n")}
</ol></nav>
${sections.join("\n")}
</body>
</html>
`;
}

/** Lowers headings by one level and makes links lead to places in this document. */
function htmlOf({ name, text }: HandbookText, pages: readonly HandbookText[]): string {
  const markdown = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }: Tokens.Heading): string {
        const level = Math.min(depth + 1, 6);
        return `<h${level} id="${name}--${anchorOf(heading)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const inside = this.parser.parseInline(tokens);
        const target = targetOf(href, name, pages);
        return target === null ? inside : `<a href="${Bun.escapeHTML(target)}">${inside}</a>`;
      },
    },
  });
  return markdown.parse(text, { async: false });
}

function targetOf(href: string, from: string, pages: readonly HandbookText[]): string | null {
  if (/^https?:/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const name = file === "" ? from : file.replace(/\.md$/, "");
  if (!pages.some((page) => page.name === name)) return null;
  return anchor === undefined ? `#${name}` : `#${name}--${anchor}`;
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}
