export const supportedFormats = {
  text: format("text/plain", "txt text log rst adoc tex srt vtt"),
  markdown: format("text/markdown", "md markdown mdown mkd mdx qmd"),
  html: format("text/html", "html htm xhtml", "application/xhtml+xml"),
  csv: format("text/csv", "csv"),
  tsv: format("text/tab-separated-values", "tsv tab"),
  json: format("application/json", "json geojson webmanifest"),
  jsonl: format(
    "application/x-ndjson",
    "jsonl ndjson",
    "application/jsonl application/json-lines application/x-jsonlines",
  ),
  code: format(
    "text/x-source",
    `c h cc cpp cxx hpp cs css dart ex exs erl go gradle groovy hs ini java jl js jsx kt kts lua m mjs cjs mm ml php pl pm
     proto ps1 py r rb rs sass scala scss sh bash zsh sql svelte swift tf toml ts tsx vb vue yaml yml xml zig conf cfg
     properties env dockerfile makefile diff patch asm s nix clj lisp el vim fs graphql bat cmake`,
    `text/xml application/xml text/css text/javascript application/javascript application/typescript application/toml
     application/yaml text/yaml application/x-yaml application/sql application/x-sh text/x-python text/x-c`,
  ),
  eml: format("message/rfc822", "eml mbox", "application/mbox"),
  pdf: format("application/pdf", "pdf"),
  docx: format("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx docm dotx"),
  pptx: format("application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx pptm ppsx"),
  xlsx: format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx xlsm"),
  odt: format("application/vnd.oasis.opendocument.text", "odt ott", "application/vnd.oasis.opendocument.text-template"),
  ods: format(
    "application/vnd.oasis.opendocument.spreadsheet",
    "ods ots",
    "application/vnd.oasis.opendocument.spreadsheet-template",
  ),
  odp: format(
    "application/vnd.oasis.opendocument.presentation",
    "odp otp",
    "application/vnd.oasis.opendocument.presentation-template",
  ),
  epub: format("application/epub+zip", "epub"),
  png: format("image/png", "png"),
  jpeg: format("image/jpeg", "jpg jpeg jfif", "image/jpg"),
  webp: format("image/webp", "webp"),
  tiff: format("image/tiff", "tif tiff", "image/tif"),
} as const satisfies Record<string, SupportedFormat>;

export type Format = keyof typeof supportedFormats;

export interface SupportedFormat {
  /** The format's own, then others under which files are sent. */
  readonly mimeTypes: readonly [string, ...string[]];
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
}

const pictureFormats: ReadonlySet<Format> = new Set(["png", "jpeg", "webp", "tiff"]);

export function isPicture(format: Format): boolean {
  return pictureFormats.has(format);
}

/** Pictures need a pack for scans. */
export function formatsRead({ pictures }: { readonly pictures: boolean }): readonly Format[] {
  return formatNames.filter((name) => pictures || !isPicture(name));
}

export const formatNames = Object.keys(supportedFormats) as readonly Format[];

/** By extension, or by a whole name such as `Makefile`. */
export function formatOfName(filename: string | null): Format | null {
  const extension = filename?.toLowerCase().split(/[/\\]/).at(-1)?.split(".").at(-1);
  return extension === undefined ? null : findFormat((known) => known.extensions.includes(extension));
}

/** Null also for types that say nothing, such as octet-stream. */
export function formatOfType(type: string | null): Format | null {
  const essence = type?.toLowerCase().split(";")[0]?.trim() ?? "";
  const known = findFormat((format) => format.mimeTypes.includes(essence));
  return (
    known ??
    (/^(?:text|application)\/(?:x-)?(?:python|ruby|perl|java|go|rust|php|sh|c\+\+|c)/.test(essence) ? "code" : null)
  );
}

function findFormat(wanted: (format: SupportedFormat) => boolean): Format | null {
  return formatNames.find((name) => wanted(supportedFormats[name])) ?? null;
}

function format(mimeType: string, extensions: string, otherTypes = ""): SupportedFormat {
  const words = (list: string) => list.split(/\s+/).filter((word) => word !== "");
  return { mimeTypes: [mimeType, ...words(otherTypes)], extensions: words(extensions) };
}
