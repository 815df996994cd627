import type { FastifyReply } from "fastify";
import { AppError } from "../../core/appError.ts";

/**
 * Creates a signal that aborts when the caller disconnects before the response is complete. Watches the response,
 * because the request closes as soon as its body has been read.
 */
export function createRequestSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) {
      controller.abort(
        new AppError("invalidInput", { userMessage: "The client disconnected before the reply was complete." }),
      );
    }
  });
  return controller.signal;
}
