import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import type { OwnServer } from "../../modules/identity/getProviderClient.ts";
import { getPublicOrigin } from "../requests/publicOrigin.ts";

/**
 * Describes this server as a client of its embedded provider. It sends the requests that an external provider would
 * get, without the network.
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
        // The client only posts forms.
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
