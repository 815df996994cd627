import type { FastifyReply } from "fastify";
import { AppError } from "../../core/appError.ts";

/**
 * Aborts when the caller disconnects before the reply is complete. This watches the reply, because the request closes
 * as soon as its body has been read.
 */
export function requestSignal(reply: FastifyReply): AbortSignal {
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
