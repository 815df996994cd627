import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { toErrorResponse } from "../errors/errorResponse.ts";
import { html } from "./html.ts";
import { pageHeaders, renderPage } from "./page.ts";
import { choosePageLanguage, type PageLanguage } from "./pageLanguage.ts";
import { pageTexts } from "./pageTexts.ts";

/** Renders the page for a failed sign-in, with the reason, a link to try again, and the request id for support. */
export function renderErrorPage(
  config: Pick<Config, "productName" | "defaultTheme">,
  language: PageLanguage,
  reason: string,
  requestId: string,
): string {
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
 * Creates the error handler of the sign-in routes. The handler sends a page instead of JSON, because people open these
 * routes in a browser.
 */
export function createErrorPageHandler(config: Pick<Config, "productName" | "defaultTheme">) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, headers, body } = toErrorResponse(error, request.id);
    if (status >= 500) request.log.error({ err: error, code: body.code }, "request failed");
    else request.log.info({ code: body.code }, "request refused");
    const language = choosePageLanguage({ acceptLanguage: request.headers["accept-language"] });
    void reply
      .code(status)
      .headers({ ...headers, ...pageHeaders })
      .send(renderErrorPage(config, language, body.message, request.id));
  };
}
