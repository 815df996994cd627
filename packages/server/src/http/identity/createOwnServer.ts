import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import type { OwnServer } from "../../modules/identity/getProviderClient.ts";
import { getPublicOrigin } from "../requests/publicOrigin.ts";

/**
 * Returns this server's origin and a `fetch` that passes requests to the server's own routes, without the network. With
 * it, the server is a client of its own embedded provider.
 */
export function createOwnServer(app: FastifyInstance, platform: Platform, request: FastifyRequest): OwnServer {
  return {
    origin: getPublicOrigin(platform, request),
    async fetch(input, { method, headers, body }) {
      const url = new URL(input);
      const reply = await app.inject({
        method: method === "POST" ? "POST" : "GET",
        url: url.pathname + url.search,
        headers: { ...headers, host: url.host },
        // The OpenID Connect client posts only forms.
        ...(body instanceof URLSearchParams ? { payload: body.toString() } : {}),
      });
      const replyHeaders = Object.entries(reply.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      return new Response(reply.payload, { status: reply.statusCode, headers: replyHeaders });
    },
  };
}
