import type { FastifyRequest } from "fastify";

/** Aborts when the caller leaves before the reply is complete. */
export function requestSignal(request: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  request.raw.once("close", () => {
    if (!request.raw.complete || request.raw.socket.destroyed) controller.abort(new Error("the caller left"));
  });
  return controller.signal;
}
