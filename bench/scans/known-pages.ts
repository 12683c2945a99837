/** The pages whose text is known, and how they are scanned. */
import type { Scanning } from "./paper.ts";
import { languages, type PageLanguage, table, texts } from "./texts.ts";

export interface KnownPage extends Scanning {
  readonly kind: string;
  readonly language: PageLanguage;
  readonly html: string;
  /** What stands on it, in the order of reading. */
  readonly parts: readonly (string | typeof table)[];
}

const typefaces = ["Liberation Serif", "Liberation Sans", "DejaVu Serif"] as const;
const clean = { skew: 0, noise: 0 } as const;

export function knownPages(): KnownPage[] {
  const everywhere = languages.flatMap((language) => typefaces.map((typeface) => ({ language, typeface })));
  const english = everywhere.filter(({ language }) => language === "en");
  return [
    ...[300, 200, 150].flatMap((dpi) =>
      everywhere.map(({ language, typeface }) => ({
        ...{ ...clean, kind: `${dpi} dpi, en de fr`, dpi, language },
        ...sheet(prose(language), { typeface }),
      })),
    ),
    ...everywhere.map(({ language, typeface }) => ({
      ...{ kind: "300 dpi, noise", dpi: 300, skew: 0, noise: 40, language },
      ...sheet(prose(language), { typeface }),
    })),
    ...everywhere.map(({ language, typeface }, i) => ({
      ...{ kind: "300 dpi, askew by 3°", dpi: 300, skew: i % 2 === 0 ? 3 : -3, noise: 0, language },
      ...sheet(prose(language), { typeface }),
    })),
    ...everywhere.map(({ language, typeface }) => ({
      ...{ ...clean, kind: "300 dpi, two columns", dpi: 300, language },
      ...sheet(prose(language), { typeface, size: 9, columns: 2 }),
    })),
    ...english.flatMap(({ language, typeface }) =>
      ["none", "1px solid black"].map((border) => ({
        ...{ ...clean, kind: "300 dpi, a table", dpi: 300, language },
        ...sheet([texts.en.title, texts.en.paragraphs[0]!, table, texts.en.paragraphs[1]!], { typeface, border }),
      })),
    ),
  ];
}

const prose = (language: PageLanguage) => [texts[language].title, ...texts[language].paragraphs];

interface Style {
  readonly typeface: string;
  readonly size?: number;
  readonly columns?: number;
  readonly border?: string;
}

/** The first part is the title. */
function sheet(parts: KnownPage["parts"], { typeface, size = 11, columns = 1, border = "none" }: Style) {
  const html = `<!doctype html><meta charset="utf-8"><style>
    body { margin: 20mm 22mm; font: ${size}pt/1.35 "${typeface}"; color: black; background: white }
    div { columns: ${columns}; column-gap: 10mm }
    h1 { font-size: 1.5em; margin: 0 0 1em }
    table { border-collapse: collapse; margin: 1.2em 0 }
    td, th { padding: 1mm 6mm 1mm 2mm; text-align: left; border: ${border} }
  </style><body><div>${parts.map((part, i) => partOf(part, i === 0 ? "h1" : "p")).join("")}</div>`;
  return { html, parts };
}

function partOf(part: KnownPage["parts"][number], tag: string): string {
  if (typeof part === "string") return `<${tag}>${part}</${tag}>`;
  const rowOf = (row: readonly string[], cell: string) =>
    `<tr>${row.map((text) => `<${cell}>${text}</${cell}>`).join("")}</tr>`;
  return `<table>${part.map((row, i) => rowOf(row, i === 0 ? "th" : "td")).join("")}</table>`;
}
