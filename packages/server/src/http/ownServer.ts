import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Platform } from "../core/context.ts";
import type { OwnServer } from "../modules/identity/providerClient.ts";
import { publicOriginOf } from "./publicOrigin.ts";

/** This server as the client of its own embedded provider sees it: the same requests as to a foreign one, without the network. */
export function ownServer(app: FastifyInstance, platform: Platform, request: FastifyRequest): OwnServer {
  return {
    origin: publicOriginOf(platform, request),
    async fetch(address, { method, headers, body }) {
      const url = new URL(address);
      const reply = await app.inject({
        method: method === "POST" ? "POST" : "GET",
        url: url.pathname + url.search,
        headers: { ...headers, host: url.host },
        // The client posts forms and nothing else.
        ...(body instanceof URLSearchParams ? { payload: body.toString() } : {}),
      });
      const given = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(reply.payload, { status: reply.statusCode, headers: given });
    },
  };
}
