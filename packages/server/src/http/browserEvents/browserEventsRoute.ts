import type { ServerResponse } from "node:http";
import { browserEventsPath, eventsPersonHeader } from "@lectern/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { GateRequest, Platform } from "../../core/context.ts";
import { assertStreamAllowed, openEventStream } from "../../modules/browserEvents/service.ts";
import { createCookieAuth, getCaller } from "../entryPoints/authenticate.ts";
import { getDefinedHeaders } from "../requests/getDefinedHeaders.ts";

const gateRequest: GateRequest = { keyScopes: ["none"], isDisclosureExempt: false, weight: 1 };
/** A client that does not read loses its stream when this much is waiting for it. */
const maxWaitingBytes = 100_000;

/**
 * `GET /api/events` streams the events of the session's person, after `Last-Event-ID` if the request has this header.
 * A page of another person is signed out. The connection is broken when the session ends.
 */
export function registerBrowserEventsRoute(app: FastifyInstance, platform: Platform): void {
  app.route({
    ...createCookieAuth(platform, gateRequest),
    method: "GET",
    url: browserEventsPath,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const personId = getCaller(request).principal.id;
      if ((request.headers[eventsPersonHeader] ?? personId) !== personId) throw new AppError("unauthenticated");
      if (platform.runLog.isDraining()) throw new AppError("unavailable", { headers: { "retry-after": "1" } });
      assertStreamAllowed(platform, personId);
      const { raw } = reply;
      reply.hijack();
      if (raw.destroyed) return;
      raw.writeHead(200, { ...getDefinedHeaders(reply), ...eventStreamHeaders });
      raw.once("close", openEventStream(platform, personId, readLastEventId(request), createReader(raw)));
    },
  });
}

const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

function createReader(raw: ServerResponse) {
  return {
    write(text: string) {
      if (raw.writableEnded) return; // It waits for the client to read the rest.
      if (raw.writableLength > maxWaitingBytes) raw.destroy();
      else raw.write(text);
    },
    end: () => void raw.end(),
  };
}

/** An id that this process does not know makes the browser read everything again. */
function readLastEventId(request: FastifyRequest): string | null {
  const header = request.headers["last-event-id"];
  return typeof header === "string" && header !== "" ? header : null;
}
