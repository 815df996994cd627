import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import { toErrorResponse } from "../errors/errorResponse.ts";
import { html } from "./html.ts";
import { loadPageConfig, type PageConfig, pageHeaders, renderPage } from "./page.ts";
import { choosePageLanguage, type PageLanguage } from "./pageLanguage.ts";
import { pageTexts } from "./pageTexts.ts";

/** Renders the page for a failed sign-in, with the reason, a link to try again, and the request id for support. */
export function renderErrorPage(config: PageConfig, language: PageLanguage, reason: string, requestId: string): string {
  const { failedTitle, tryAgain, request, translateReason } = pageTexts[language];
  return renderPage(
    config,
    language,
    failedTitle,
    html`<p class="lead">${translateReason(reason)}</p>
<a class="button" href="/auth/signin">${tryAgain}</a>
<p class="id">${request} <code>${requestId}</code></p>`,
  );
}

/**
 * Creates the error handler of routes that people open in a browser. The handler sends a page instead of JSON: the one
 * of a failed sign-in, or another.
 */
export function createErrorPageHandler(
  platform: Platform,
  {
    render = renderErrorPage,
    headers: ownHeaders = pageHeaders,
  }: { render?: typeof renderErrorPage; headers?: Readonly<Record<string, string>> } = {},
) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { status, headers, body } = toErrorResponse(error, request.id);
    if (status >= 500) request.log.error({ err: error, code: body.code }, "request failed");
    else request.log.info({ code: body.code }, "request refused");
    const language = choosePageLanguage({ acceptLanguage: request.headers["accept-language"] });
    const config = await loadPageConfig(platform);
    void reply
      .code(status)
      .headers({ ...headers, ...ownHeaders })
      .send(render(config, language, body.message, request.id));
  };
}
