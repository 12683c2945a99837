/** `/docs` and `/docs/handbook`: everything is in the executable, nothing inline (content security policy). */
import { Elysia } from "elysia";
import icon from "swagger-ui-dist/favicon-32x32.png" with { type: "file" };
import style from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import bundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { pageHeaders } from "../edge/security-headers.ts";
import type { HandbookText } from "./handbook-text.ts";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docent API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/icon.png">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** What Swagger UI lacks for the keyboard and screen readers: no link within a button, names of fields, focus where one scrolls. */
const start = `new MutationObserver(() => {
  for (const field of document.querySelectorAll("select:not([aria-label])"))
    field.setAttribute("aria-label", field.id === "servers" ? "Server" : field.matches(".examples-select-element") ? "Example" : "Media type");
  for (const code of document.querySelectorAll("pre.microlight:not([tabindex])")) code.tabIndex = 0;
}).observe(document.getElementById("api"), { childList: true, subtree: true });
const plainNames = ({ React }) => ({
  wrapComponents: { DeepLink: () => ({ text }) => React.createElement("span", null, text) },
});
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#api",
  plugins: [plainNames],
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
});
`;

const contrast = `
.swagger-ui .opblock .opblock-summary-method,
.swagger-ui .info .title small,
.swagger-ui .info .title small pre { background: #3a4250 !important; }
.swagger-ui .info a, .swagger-ui .info a .url { color: #1f5fae; }
.swagger-ui .btn.authorize { border-color: #1b6b45; color: #1b6b45; }
.swagger-ui .btn.authorize svg { fill: #1b6b45; }
.swagger-ui .opblock.opblock-deprecated { opacity: 1; }
.swagger-ui .parameter__in { color: #5d5d5d; }
`;

const hidden = { detail: { hide: true } };

export function docsRoutes(pages: readonly HandbookText[]) {
  let handbook: string | null = null;
  const asset = (body: string | Blob, type: string) =>
    new Response(body, { headers: { "content-type": type, ...pageHeaders } });
  return new Elysia({ name: "docs-routes" })
    .get("/docs", () => asset(page, "text/html; charset=utf-8"), hidden)
    .get(
      "/docs/handbook",
      async () => {
        // Rarely asked for, and its Markdown parser takes time to load.
        handbook ??= (await import("./handbook-document.ts")).handbookDocument(pages);
        return asset(handbook, "text/html; charset=utf-8");
      },
      hidden,
    )
    .get("/docs/start.js", () => asset(start, "text/javascript; charset=utf-8"), hidden)
    .get("/docs/swagger-ui.js", () => asset(Bun.file(bundle), "text/javascript; charset=utf-8"), hidden)
    .get(
      "/docs/swagger-ui.css",
      async () => asset((await Bun.file(style).text()) + contrast, "text/css; charset=utf-8"),
      hidden,
    )
    .get("/docs/icon.png", () => asset(Bun.file(icon), "image/png"), hidden);
}
