/** Pages of which little or nothing can be read: whether each is told to be unclear or blank. */
import type { PageRecogniser } from "../../src/sources/ports/document-ports.ts";
import { isReadable } from "../../src/sources/ports/recognised-page.ts";
import { type Paper, paperHeight, paperWidth, scannedPdf } from "./paper.ts";
import { languages, type PageLanguage, texts } from "./texts.ts";

const outcomes = ["read", "unclear", "blank"] as const;
type Outcome = (typeof outcomes)[number];

interface DoubtfulPage {
  readonly kind: string;
  readonly html: string;
  readonly noise: number;
}

const page = (body: string, style = "") => `<!doctype html><meta charset="utf-8"><style>
  html, body { margin: 0; height: 100%; background: white }
  div { position: absolute; inset: 0; ${style} }
</style><body><div>${body}</div>`;

const prose = (language: PageLanguage) => texts[language].paragraphs.map((text) => `<p>${text}</p>`).join("");
const layouts = [
  "padding: 20mm; font: 11pt/1.35 Liberation Serif",
  "padding: 15mm; font: 9pt DejaVu Serif; columns: 2",
];

/** Noise in several sizes, as light and dark as a photograph. */
const photograph = (frequency: number) => `<svg width="100%" height="100%"><filter id="f">
  <feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="6"/><feColorMatrix type="saturate" values="0"/>
  <feComponentTransfer><feFuncR type="linear" slope="3" intercept="-1"/><feFuncG type="linear" slope="3" intercept="-1"/>
  <feFuncB type="linear" slope="3" intercept="-1"/><feFuncA type="linear" slope="0" intercept="1"/></feComponentTransfer>
  </filter><rect width="100%" height="100%" filter="url(#f)"/></svg>`;

function doubtfulPages(): DoubtfulPage[] {
  const written = (kind: string, style: string, noise = 0) =>
    languages.flatMap((language) =>
      layouts.map((one) => ({ kind, html: page(prose(language), `${one}; ${style}`), noise })),
    );
  const empty = (kind: string, styles: readonly string[]) =>
    styles.flatMap((style) => [0, 20].map((noise) => ({ kind, html: page("", style), noise })));
  const line = (width: string) => `repeating-linear-gradient(transparent 0 8mm, #7a90c0 8mm ${width})`;
  return [
    // In pixels of style sheets, of which a page has 794 across.
    ...[1, 2, 3, 4].flatMap((reach) => written(`text, blurred by ${reach}`, `filter: blur(${reach}px)`)),
    ...written("text, blurred and noisy", "filter: blur(2.5px)", 20),
    ...written("the back of a page", "transform: scaleX(-1); color: #e4e4e4; filter: blur(.5px)"),
    ...empty("blank, coloured, in a shadow", [
      "",
      "background: #c8b070",
      "background: linear-gradient(100deg, #777, #fff)",
    ]),
    ...empty("rules and edges", [
      `background: ${line("8.3mm")}`,
      "border-left: 7mm solid #222",
      "border: 1mm solid; margin: 9mm",
    ]),
    ...[0.002, 0.006, 0.02].flatMap((frequency) =>
      ["", "inset: 50mm 30mm 120mm"].map((style) => ({
        kind: "photographs",
        html: page(photograph(frequency), style),
        noise: 0,
      })),
    ),
  ];
}

export async function tellDoubtfulPages(recogniser: PageRecogniser, paper: Paper): Promise<void> {
  console.log(`| pages | ${outcomes.join(" | ")} |\n|---|---|---|---|`);
  for (const [kind, some] of Map.groupBy(doubtfulPages(), (one) => one.kind)) {
    const found: Outcome[] = [];
    for (const { html, noise } of some) {
      const { jpeg } = await paper.draw(html, { dpi: 200, skew: 0, noise });
      const bytes = await scannedPdf([{ jpeg, width: paperWidth, height: paperHeight }]);
      const reading = recogniser.open({ bytes: async () => bytes.slice(), language: "en" });
      const read = await reading.page(1, new AbortController().signal);
      reading.close();
      found.push(isReadable(read) ? "read" : read.fault === "unclear" ? "unclear" : "blank");
    }
    const counts = outcomes.map((outcome) => found.filter((one) => one === outcome).length);
    console.log(`| ${kind} (${some.length}) | ${counts.join(" | ")} |`);
  }
}
