import type { FastifyRequest } from "fastify";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { isDirectLocalRequest } from "../../requests/isDirectLocalRequest.ts";
import { getPublicOrigin, hasLoopbackHost } from "../../requests/publicOrigin.ts";

/**
 * The embedded sign-in believes any address, so it serves only requests that come straight from this machine to a
 * loopback name, unless `EMBEDDED_SIGN_IN` is `anywhere`. Throws `forbidden` for any other request.
 */
export function requireDirectSignIn(platform: Platform, request: FastifyRequest): void {
  if (platform.config.oidc || platform.config.embeddedSignIn === "anywhere") return;
  getPublicOrigin(platform, request);
  if (isDirectLocalRequest(request) && hasLoopbackHost(request)) return;
  throw new AppError("forbidden", {
    userMessage:
      "Without an identity provider, you can sign in only on the machine that runs this server, and not through a proxy. Its administrator can set OIDC_ISSUER or EMBEDDED_SIGN_IN.",
  });
}
