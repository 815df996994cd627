import { limits } from "@lectern/contract";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../core/context.ts";
import { registry } from "../ops/registry.ts";
import { runOp, toWireReply } from "../ops/runOp.ts";
import { callerOf, cookieDoor } from "./authenticate.ts";
import { mergeInput } from "./requestOp.ts";
import { countOp } from "./requestRates.ts";
import { requestSignal } from "./requestSignal.ts";

/** The direct door: the calls that a browser makes beside the proxy, with the session's cookie and plain JSON. */
export function registerDirectDoor(app: FastifyInstance, platform: Platform): void {
  for (const handler of registry.filter(({ op }) => op.entryPoint === "direct")) {
    app.route({
      ...cookieDoor(platform),
      method: handler.op.method,
      url: handler.op.path,
      bodyLimit: limits.bodyBytes,
      handler: async (request, reply) => {
        const query = typeof request.query === "object" && request.query !== null ? { ...request.query } : {};
        countOp(platform, callerOf(request), handler.op);
        const call = {
          actor: callerOf(request),
          requestId: request.id,
          signal: requestSignal(reply),
          door: "direct",
        } as const;
        return toWireReply(handler.op, await runOp(platform, handler, call, mergeInput(query, request.body)));
      },
    });
  }
}
