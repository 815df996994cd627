import { html } from "../pages/html.ts";
import { type PageConfig, renderPage } from "../pages/page.ts";
import type { PageLanguage } from "../pages/pageLanguage.ts";
import { pageTexts } from "../pages/pageTexts.ts";

/** A script of its own, because the content security policy blocks inline scripts. */
export const closeScriptPath = "/integrations/oauth/close.js";

/** Renders the page that says that an account is connected, and closes its window. */
export function renderConnectedPage(config: PageConfig, language: PageLanguage, integrationName: string): string {
  const { connected, closeWindow } = pageTexts[language];
  const body = html`<p class="lead">${closeWindow}</p>
<script src="${closeScriptPath}"></script>`;
  return renderPage(config, language, connected(integrationName), body);
}

/** Renders the page that says why an account could not be connected. Its window stays open, so that it can be read. */
export function renderNotConnectedPage(
  config: PageConfig,
  language: PageLanguage,
  reason: string,
  requestId: string,
): string {
  const { notConnected, closeWindow, request, translateReason } = pageTexts[language];
  return renderPage(
    config,
    language,
    notConnected,
    html`<p class="lead">${translateReason(reason)}</p>
<p>${closeWindow}</p>
<p class="id">${request} <code>${requestId}</code></p>`,
  );
}
