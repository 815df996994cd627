import type { FastifyReply } from "fastify";
import { AppError } from "../core/appError.ts";

/** Aborts when the caller leaves before the reply is complete. The request itself is no sign: it closes once its body is read. */
export function requestSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) {
      controller.abort(new AppError("invalidInput", { userMessage: "The caller left before the reply was complete." }));
    }
  });
  return controller.signal;
}
