import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { toErrorResponse } from "../errors/errorResponse.ts";
import { html } from "./html.ts";
import { pageHeaders, renderPage } from "./page.ts";

/** Renders the page for a failed sign-in, with the reason, a link to try again, and the request id for support. */
export function renderErrorPage(config: Pick<Config, "productName">, message: string, requestId: string): string {
  return renderPage(
    config,
    "Sign-in failed",
    html`<p class="lead">${message}</p>
<a class="button" href="/auth/signin">Try again</a>
<p class="id">Request <code>${requestId}</code></p>`,
  );
}

/**
 * Creates the error handler of the sign-in routes. The handler sends a page instead of JSON, because people open these
 * routes in a browser.
 */
export function createErrorPageHandler(config: Pick<Config, "productName">) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, headers, body } = toErrorResponse(error, request.id);
    if (status >= 500) request.log.error({ err: error, code: body.code }, "request failed");
    else request.log.info({ code: body.code }, "request refused");
    void reply
      .code(status)
      .headers({ ...headers, ...pageHeaders })
      .send(renderErrorPage(config, body.message, request.id));
  };
}
