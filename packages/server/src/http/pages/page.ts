import type { Config } from "../../config.ts";
import type { Platform } from "../../core/context.ts";
import { loadProductName } from "../../modules/appearance/service.ts";
import { type Html, html } from "./html.ts";
import type { PageLanguage } from "./pageLanguage.ts";
import { pageStylesPath } from "./pageStyles.ts";

/**
 * Headers of the few server-rendered pages. They forbid external scripts and images, and allow forms only to this
 * origin.
 */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/** What the pages show of the configuration. */
export type PageConfig = Pick<Config, "productName" | "defaultTheme">;

/** Returns the configuration with the name that administrators have given the product. */
export async function loadPageConfig(platform: Platform): Promise<PageConfig> {
  return { defaultTheme: platform.config.defaultTheme, productName: await loadProductName(platform) };
}

/**
 * Renders a page with the product's logo, a heading, and `body` in a card. Its script sets the theme that the person has
 * chosen in this browser, or else the default one. Without it the page is dark.
 */
export function renderPage(config: PageConfig, language: PageLanguage, heading: string, body: Html): string {
  return html`<!doctype html>
<html lang="${language}" data-default-theme="${config.defaultTheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${config.productName}</title>
<script src="/scheme.js"></script>
<link rel="stylesheet" href="${pageStylesPath}">
<link rel="icon" href="data:,">
</head>
<body>
<main>
<p class="product">${logo}<span>${config.productName}</span></p>
<section class="card" aria-labelledby="heading">
<h1 id="heading">${heading}</h1>
${body}
</section>
</main>
</body>
</html>
`.html;
}

/** The open book on a lectern, as in favicon.svg. */
const logo = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
<rect width="32" height="32" rx="7" fill="#145a7a"/>
<path d="M15.2 9.3C12.7 7.7 9.6 7 6 7.2V18.5c3.6-.2 6.7.5 9.2 2.1z" fill="#fff"/>
<path d="M16.8 9.3C19.3 7.7 22.4 7 26 7.2V18.5c-3.6-.2-6.7.5-9.2 2.1z" fill="#a5d6e9"/>
<path d="M14.9 22h2.2v2.9H21V27H11v-2.1h3.9z" fill="#fff"/>
</svg>`;
