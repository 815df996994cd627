import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { sendError, toErrorResponse } from "../errors/errorResponse.ts";

/** Makes the routes of a scope receive bodies of every type as they arrive, and send the reason of a refusal in a header, too. */
export function streamBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.setErrorHandler((error, request, reply) => {
    const { message } = toErrorResponse(error, request.id).body;
    void reply.header("x-amz-error-message", message.replace(/[^\x20-\x7e]/g, "?"));
    sendError(error, request, reply);
  });
}

export const parseContentLength = ({ headers }: IncomingMessage) =>
  headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);

export const getFirstValue = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
