import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { toErrorResponse } from "../errorResponse.ts";
import { html } from "./html.ts";
import { page, pageHeaders } from "./page.ts";

/** What a person sees when a sign-in does not work out: why, what to do, and the number to ask about. */
export function errorPage(config: Pick<Config, "productName">, message: string, requestId: string): string {
  return page(
    config,
    "Sign-in did not work",
    html`<p class="lead">${message}</p>
<a class="button" href="/auth/signin">Try again</a>
<p class="id">Request <code>${requestId}</code></p>`,
  );
}

/** Error handler of the sign-in's addresses, which people open: a page in place of JSON. */
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
