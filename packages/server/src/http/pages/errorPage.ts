import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { toErrorResponse } from "../errors/errorResponse.ts";
import { html } from "./html.ts";
import { page, pageHeaders } from "./page.ts";

/** The page for a failed sign-in: the reason, what to do, and the request id for support. */
export function errorPage(config: Pick<Config, "productName">, message: string, requestId: string): string {
  return page(
    config,
    "Sign-in failed",
    html`<p class="lead">${message}</p>
<a class="button" href="/auth/signin">Try again</a>
<p class="id">Request <code>${requestId}</code></p>`,
  );
}

/** Error handler of the sign-in routes, which people open in a browser: sends a page instead of JSON. */
export function sendErrorPage(config: Pick<Config, "productName">) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, headers, body } = toErrorResponse(error, request.id);
    if (status >= 500) request.log.error({ err: error, code: body.code }, "request failed");
    else request.log.info({ code: body.code }, "request refused");
    void reply
      .code(status)
      .headers({ ...headers, ...pageHeaders })
      .send(errorPage(config, body.message, request.id));
  };
}
